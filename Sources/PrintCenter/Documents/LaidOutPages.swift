import Glibc
import PrintModel

/// The pages of documents that have none of their own, made once for each paper: the check, the preview of the sheets,
/// and the job use the same ones, also where the same bytes come again as another document.
///
/// They are kept for as long as they are used, and over a restart of the service: equal documents give equal pages. They go
/// with the last document that a job has had.
actor LaidOutPages {
    private struct Made {
        var facts: DocumentFacts
        /// The file in the spool; `nil` for a document that cannot be laid out.
        var file: Spool.Stored?
        /// The documents that have these pages, by their ids.
        var documents: Set<String> = []
        var lastUse: Duration
        /// When the record for the next start was written.
        var lastRecord: Duration?
        /// Whether the file was made by this start of the service, or looked at: a power cut may have left another one.
        var isSound = true

        /// Whether other documents of the same bytes have the same pages.
        ///
        /// What a program could not do, such as in time, it may do the next time.
        var isShared: Bool { file != nil && !Self.hasFailed(facts) }

        private static func hasFailed(_ facts: DocumentFacts) -> Bool {
            facts.layout == .pages && facts.simplification != nil
                || facts.parts?.contains(where: hasFailed) == true
        }
    }

    /// The most files: a program that tries one paper after another must not fill the disk.
    static let limit = 64
    /// The time after which a use is worth another record.
    private static let recordInterval = Duration.seconds(60)

    private let spool: Spool
    private let preparer: any DocumentPreparer
    private let clock: any ServiceClock
    /// The most bytes of all files.
    private let bytesLimit: Int
    /// The pages by the names of their files: those of one document alone have its id in it.
    private var made: [String: Made] = [:]
    private var making: [String: Task<Made, any Error>] = [:]

    init(
        spool: Spool,
        preparer: any DocumentPreparer,
        clock: any ServiceClock,
        bytesLimit: Int = 256 << 20
    ) {
        self.spool = spool
        self.preparer = preparer
        self.clock = clock
        self.bytesLimit = bytesLimit
    }

    /// Returns the facts of a document with the pages that it has on a paper.
    ///
    /// A document that cannot be laid out has a `DocumentFacts.problem`.
    func facts(
        of document: DocumentFacts,
        on setup: PageSetup
    ) async throws -> DocumentFacts {
        try await pages(of: document, on: setup).facts
    }

    /// Opens what the sheets of a plan are made of: the pages of a document that has been laid out, or the document.
    ///
    /// - Parameter document: The facts, with the paper.
    /// - Returns: An open file, which the caller closes, and its facts.
    /// - Throws: `SpoolError`, and `PreparationError` where the pages are others than in the facts.
    func open(
        _ document: DocumentFacts
    ) async throws -> (descriptor: Int32, document: DocumentFacts) {
        guard document.layout != nil, let setup = document.pageSetup else {
            return (try await spool.open(document.id ?? ""), document)
        }
        while true {
            let (name, facts) = try await pages(of: document, on: setup)
            guard facts.problem == nil, facts.pages == document.pages else {
                throw PreparationError(
                    mayPass: false,
                    detail:
                        "\(document.name) had \(document.pages ?? 0) pages when it was checked, and has \(facts.pages ?? 0) now.",
                    cause: "pages-changed"
                )
            }
            // A request for other pages may have taken the place of these meanwhile.
            guard let file = try? await spool.open(KeptPages.file(name)) else { continue }
            return (file, facts.asPages)
        }
    }

    /// Takes the pages that an earlier start of the service has kept.
    ///
    /// - Parameters:
    ///   - documents: The names of documents that are in the spool.
    ///   - age: How long pages are kept that nothing uses.
    /// - Returns: The names of the files, which are to stay.
    func recover(documents: Set<String>, unusedFor age: Duration) async -> Set<String> {
        let now = clock.uptime
        let edition = preparer.layoutEdition
        for (name, kept, keptFor) in await KeptPages.all(in: spool) {
            let users = kept.documents.intersection(documents)
            // Those of another host in the same folder are of its edition.
            guard kept.edition == edition, kept.documents.isEmpty || !users.isEmpty, keptFor < age
            else { continue }
            made[name] = Made(
                facts: kept.facts,
                file: .init(size: kept.size, sha256: kept.sha256),
                documents: users,
                lastUse: now - keptFor,
                isSound: false
            )
        }
        await forgetOldest()
        return Set(made.keys.flatMap { [KeptPages.file($0), KeptPages.record($0)] })
    }

    /// Keeps the pages of a document that its client has discarded: those who check a document often print it next.
    func release(document id: String) async {
        for name in made.keys where made[name]?.documents.remove(id) != nil {
            guard let pages = made[name] else { continue }
            if pages.isShared, pages.facts.parts == nil {
                await record(pages, name)
            } else if pages.documents.isEmpty {
                await forget(name)
            }
        }
    }

    /// Removes the pages that no other document has than one that is removed.
    func forget(document id: String) async {
        for name in made.keys where made[name]?.documents.remove(id) != nil {
            if made[name]?.documents.isEmpty == true { await forget(name) }
        }
    }

    /// Removes the pages that have not been used for `age`.
    func forgetUnused(since age: Duration) async {
        let now = clock.uptime
        await forget { now - $0.lastUse >= age }
    }

    private func forget(where isOld: (Made) -> Bool) async {
        for name in made.filter({ isOld($0.value) }).keys { await forget(name) }
    }

    private func forget(_ name: String) async {
        guard made.removeValue(forKey: name)?.file != nil else { return }
        await spool.remove(KeptPages.record(name))
        await spool.remove(KeptPages.file(name))
    }

    // MARK: Making

    private func pages(
        of document: DocumentFacts,
        on setup: PageSetup
    ) async throws -> (name: String, facts: DocumentFacts) {
        let shared = KeptPages.key(of: document, on: setup, edition: preparer.layoutEdition)
        let id = document.id ?? ""
        let own = "\(shared).\(id)"
        while true {
            var name = await isThere(own) ? own : shared
            if name == shared, await !isThere(shared) {
                // A client that does not wait any longer leaves the pages to the next one.
                let task =
                    making[own]
                    ?? Task { try await make(document.withoutPages, on: setup, own, shared) }
                making[own] = task
                defer { if making[own] == task { making[own] = nil } }
                var pages = try await task.value
                name = pages.isShared ? shared : own
                pages.documents = made[name]?.documents ?? []
                made[name] = pages
                await forgetOldest(but: name)
            }
            // It may have been removed meanwhile.
            guard var pages = made[name] else { continue }
            let now = clock.uptime
            let isNew = pages.documents.insert(id).inserted
            let isRecorded = pages.lastRecord.map { now - $0 < Self.recordInterval } ?? false
            pages.lastUse = now
            if isNew || !isRecorded { pages.lastRecord = now }
            made[name] = pages
            if isNew || !isRecorded { await record(pages, name) }
            pages.facts.id = document.id
            return (name, pages.facts)
        }
    }

    /// Whether pages are known, and their file is what it was.
    private func isThere(_ name: String) async -> Bool {
        guard let known = made[name] else { return false }
        guard let stored = known.file else { return true }
        let file = KeptPages.file(name)
        if known.isSound, let file = try? await spool.open(file) {
            close(file)
            return true
        }
        guard !known.isSound, (try? await spool.measure(file)) == stored else { return false }
        made[name]?.isSound = true
        return true
    }

    private func forgetOldest(but newest: String? = nil) async {
        while true {
            let files = made.values.compactMap(\.file)
            guard
                made.count > Self.limit
                    || files.reduce(0, { $0.adding(clamping: $1.size) }) > bytesLimit,
                let oldest = made.filter({ $0.key != newest })
                    .min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return }
            await forget(oldest.key)
        }
    }

    /// Makes pages under the name of one document, or of all that share them.
    private nonisolated func make(
        _ document: DocumentFacts,
        on setup: PageSetup,
        _ own: String,
        _ shared: String
    ) async throws -> Made {
        let source = try await spool.open(document.id ?? "")
        defer { close(source) }
        let name = KeptPages.file(own)
        let preparer = preparer
        let joined = JoinedPages(spool: spool, preparer: preparer)
        do {
            let (facts, file) = try await spool.make(name, lasting: .passing) { output in
                var facts =
                    if document.parts != nil {
                        try await joined.write(
                            of: source,
                            document: document,
                            on: setup,
                            into: output
                        )
                    } else {
                        try await preparer.layOut(
                            source,
                            document: document,
                            on: setup,
                            into: output
                        )
                    }
                facts.pageSetup = setup
                if facts.problem != nil { throw NoPages(facts: facts) }
                return (facts, try Spool.measure(output))
            }
            let pages = Made(facts: facts, file: file, lastUse: clock.uptime)
            if pages.isShared { try await spool.replace(KeptPages.file(shared), by: name) }
            return pages
        } catch let error as NoPages {
            return Made(facts: error.facts, lastUse: clock.uptime)
        }
    }

    /// The document cannot be laid out, and its facts say why.
    private struct NoPages: Error {
        let facts: DocumentFacts
    }

    /// Writes down what the next start has to know; where that fails, it makes the pages again.
    private nonisolated func record(_ pages: Made, _ name: String) async {
        // Parts may have been unlocked: what was encrypted is not kept for another start.
        guard let file = pages.file, pages.isShared, pages.facts.parts == nil else { return }
        let kept = KeptPages(
            edition: preparer.layoutEdition,
            facts: pages.facts,
            documents: pages.documents,
            size: file.size,
            sha256: file.sha256
        )
        try? await kept.write(name, to: spool)
    }
}
