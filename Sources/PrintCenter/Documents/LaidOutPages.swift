import Glibc
import PrintModel

/// The pages of documents that have none of their own, made once for each paper: the check, the preview of the sheets,
/// and the job use the same ones.
///
/// Their files last as long as the service, which can make them again: equal documents give equal pages.
actor LaidOutPages {
    private struct Key: Hashable {
        let document: String
        /// An unlocked document has other bytes under its id.
        let sha256: String
        let setup: PageSetup
    }

    private struct Made {
        var facts: DocumentFacts
        /// The file in the spool; `nil` for a document that cannot be laid out.
        var name: String?
        var lastUse: Duration
    }

    /// The most files: a program that tries one paper after another must not fill the disk.
    static let limit = 16

    private let spool: Spool
    private let preparer: any DocumentPreparer
    private let clock: any ServiceClock
    private var made: [Key: Made] = [:]
    private var making: [Key: Task<Made, any Error>] = [:]

    init(spool: Spool, preparer: any DocumentPreparer, clock: any ServiceClock) {
        self.spool = spool
        self.preparer = preparer
        self.clock = clock
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
            let pages = try await pages(of: document, on: setup)
            guard let name = pages.name, pages.facts.pages == document.pages else {
                throw PreparationError(
                    mayPass: false,
                    detail:
                        "\(document.name) had \(document.pages ?? 0) pages when it was checked, and has \(pages.facts.pages ?? 0) now.",
                    cause: "pages-changed"
                )
            }
            // A request for other pages may have taken the place of these meanwhile.
            guard let file = try? await spool.open(name) else { continue }
            return (file, pages.facts.asPages)
        }
    }

    /// Removes the pages of a document that is removed.
    func forget(document id: String) async {
        await forget { key, _ in key.document == id }
    }

    /// Removes the pages that have not been used for `age`.
    func forgetUnused(since age: Duration) async {
        let now = clock.uptime
        await forget { now - $1.lastUse >= age }
    }

    private func forget(where isOld: (Key, Made) -> Bool) async {
        let old = made.filter { isOld($0.key, $0.value) }
        for key in old.keys { made[key] = nil }
        for name in old.values.compactMap(\.name) { await spool.remove(name) }
    }

    // MARK: Making

    private func pages(of document: DocumentFacts, on setup: PageSetup) async throws -> Made {
        let key = Key(
            document: document.id ?? "",
            sha256: document.sha256 ?? "",
            setup: setup
        )
        if let known = made[key], await isThere(known) {
            made[key]?.lastUse = clock.uptime
            return known
        }
        // A client that does not wait any longer leaves the pages to the next one.
        let task = making[key] ?? Task { try await make(document.withoutPages, on: setup) }
        making[key] = task
        defer { if making[key] == task { making[key] = nil } }
        let pages = try await task.value
        made[key] = pages
        await forgetOldest()
        return pages
    }

    private func isThere(_ pages: Made) async -> Bool {
        guard let name = pages.name else { return true }
        guard let file = try? await spool.open(name) else { return false }
        close(file)
        return true
    }

    private func forgetOldest() async {
        guard made.count > Self.limit,
            let oldest = made.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return }
        await forget { key, _ in key == oldest.key }
    }

    private nonisolated func make(
        _ document: DocumentFacts,
        on setup: PageSetup
    ) async throws -> Made {
        let source = try await spool.open(document.id ?? "")
        defer { close(source) }
        let name = "\(document.id ?? "").\(UInt64.random(in: 0 ... .max)).pages"
        let preparer = preparer
        let joined = JoinedPages(spool: spool, preparer: preparer)
        do {
            let facts = try await spool.make(name, lasting: .passing) { output in
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
                return facts
            }
            return Made(facts: facts, name: name, lastUse: clock.uptime)
        } catch let error as NoPages {
            return Made(facts: error.facts, name: nil, lastUse: clock.uptime)
        }
    }

    /// The document cannot be laid out, and its facts say why.
    private struct NoPages: Error {
        let facts: DocumentFacts
    }
}
