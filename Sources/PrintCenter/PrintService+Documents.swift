import FoundationEssentials
import Glibc
public import PrintModel

extension PrintService {
    /// Takes in a document: when it is answered, all of it is on the disk.
    ///
    /// A document that cannot be printed is answered too; its
    /// `DocumentFacts.problem` says why.
    ///
    /// - Parameters:
    ///   - name: The name of the file; it is shown to people and never opened.
    ///   - type: The MIME type that the sender claims, where the contents show none.
    ///   - key: The idempotency key; the same key twice gives the first document.
    ///   - chunks: The bytes.
    /// - Returns: The facts of the document.
    /// - Throws: `Problem` with `document-too-large` or `storage-failed`.
    public nonisolated func receive<Chunks: AsyncSequence>(
        name: String,
        type: String?,
        key: String,
        chunks: Chunks
    ) async throws -> DocumentFacts where Chunks.Element == [UInt8] {
        if let before = try await queue.store.document(key: key) { return before }
        let facts = try await take(name: name, type: type, chunks: chunks)
        let kept: DocumentFacts
        do {
            kept = try await queue.store.keep(facts, key: key)
        } catch {
            await spool.remove(facts.id ?? "")
            throw error
        }
        // Somebody was quicker with the same key.
        if kept.id != facts.id { await spool.remove(facts.id ?? "") }
        return kept
    }

    /// Puts a document into the spool, where the queue knows nothing of it yet.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - type: The MIME type that the sender claims, where the contents show none.
    ///   - chunks: The bytes.
    /// - Returns: Its facts, with the id that it has in the spool.
    /// - Throws: `Problem`; nothing of it stays in the spool then.
    nonisolated func take<Chunks: AsyncSequence>(
        name: String,
        type: String?,
        chunks: Chunks
    ) async throws -> DocumentFacts where Chunks.Element == [UInt8] {
        // A job will follow soon, and wants to know how the printers are.
        let printers = Task { try await directory.printers(maximumAge: .zero) }
        defer { printers.cancel() }
        let id = UUID().uuidString.lowercased()
        do {
            var facts = try await store(chunks, as: id, name: name)
            if let type, facts.problem == nil, facts.type == "application/octet-stream" {
                facts.type = type
            }
            return facts
        } catch {
            await spool.remove(id)
            switch error {
            case let error as SpoolError: throw Problem(error)
            case let error as PreparationError: throw Problem(error)
            default: throw error
            }
        }
    }

    /// Writes a document to the disk, and has it looked at meanwhile.
    private nonisolated func store<Chunks: AsyncSequence>(
        _ chunks: Chunks,
        as id: String,
        name: String
    ) async throws -> DocumentFacts where Chunks.Element == [UInt8] {
        let incoming = try await spool.begin(id)
        do {
            for try await chunk in chunks { try await spool.append(chunk, to: incoming) }
            let file = try await spool.reader(of: incoming)
            defer { close(file.descriptor) }
            async let look = preparer.facts(of: file.descriptor, name: name, size: file.size)
            let stored = try await spool.finish(incoming)
            var facts = try await look
            facts.id = id
            facts.size = stored.size
            facts.sha256 = stored.sha256
            guard let printable = try await rework(facts, in: id) else { return facts }
            if let file = printable.file { try await spool.replace(id, by: file) }
            return printable.facts
        } catch {
            await spool.abandon(incoming)
            throw error
        }
    }

    /// Brings a document of the spool into a form that prints as it is displayed.
    ///
    /// - Parameters:
    ///   - facts: Its facts.
    ///   - name: Its name in the spool; it stays as it is.
    /// - Returns: Its other facts, and those bytes in the spool that they are about, where there are others;
    ///   `nil` where it is fine.
    /// - Throws: What the spool and the preparer throw.
    private nonisolated func rework(
        _ facts: DocumentFacts,
        in name: String
    ) async throws -> (facts: DocumentFacts, file: String?)? {
        var current = facts
        var file: String?
        do {
            // A text in gzip is unpacked, and then brought to UTF-8.
            for _ in 0..<2 where current.mayNeedRework {
                let successor = Spool.successor(of: facts.id ?? name)
                let rework = try await rework(current, from: file ?? name, as: successor)
                if let file, rework == .written { await spool.remove(file) }
                switch rework {
                case .notNeeded: break
                case .refused(let problem): current.problem = problem
                case .written:
                    file = successor
                    current = try await self.facts(of: successor, like: current)
                    // An archive of files is no document.
                    guard current.isDeliverable || current.isCompressed || current.problem != nil
                    else {
                        await spool.remove(successor)
                        return nil
                    }
                    continue
                }
                break
            }
        } catch {
            if let file { await spool.remove(file) }
            throw error
        }
        return current == facts ? nil : (current, file)
    }

    private nonisolated func rework(
        _ facts: DocumentFacts,
        from name: String,
        as successor: String
    ) async throws -> Rework {
        let source = try await spool.open(name)
        defer { close(source) }
        let preparer = preparer
        do {
            try await spool.make(successor) { output in
                let rework = try await preparer.rework(source, document: facts, into: output)
                guard rework == .written else { throw NothingWritten(rework: rework) }
            }
            return .written
        } catch let error as NothingWritten {
            return error.rework
        }
    }

    /// The facts of what takes the place of a document.
    private nonisolated func facts(
        of successor: String,
        like before: DocumentFacts
    ) async throws -> DocumentFacts {
        let stored = try await spool.measure(successor)
        let file = try await spool.open(successor)
        defer { close(file) }
        var name = before.name
        if before.isCompressed, name.hasSuffix(".gz") { name.removeLast(3) }
        // It has become a page of PostScript; its name would have it be a picture still.
        if before.type == "image/x-eps" { name = "picture.ps" }
        var facts = try await preparer.facts(of: file, name: name, size: stored.size)
        facts.name = before.name
        facts.id = before.id
        facts.size = stored.size
        facts.sha256 = stored.sha256
        return facts
    }

    /// Takes the encryption off a document; the password is used once and kept nowhere.
    ///
    /// - Parameters:
    ///   - id: The document; one that is not encrypted stays as it is.
    ///   - password: Its password.
    /// - Returns: The facts of what the document is from now on.
    /// - Throws: `Problem` with `password-wrong`, `document-not-found` or `storage-failed`.
    public func unlock(document id: String, password: String) async throws -> DocumentFacts {
        // One after the other: two at once would leave the facts of one and the bytes of the other.
        let before = unlocks[id]
        let unlock = Task {
            _ = await before?.result
            return try await unlockAlone(id, password)
        }
        unlocks[id] = unlock
        let result = await unlock.result
        if unlocks[id] == unlock { unlocks[id] = nil }
        return try result.get()
    }

    private nonisolated func unlockAlone(
        _ id: String,
        _ password: String
    ) async throws -> DocumentFacts {
        let facts = try await document(id)
        guard facts.problem == .encrypted else { return facts }
        let successor = Spool.successor(of: id)
        do {
            let source = try await spool.open(id)
            defer { close(source) }
            let preparer = preparer
            try await spool.make(successor) { output in
                guard try await preparer.unlock(source, password: password, into: output) else {
                    throw Problem.wrongPassword
                }
            }
            return try await replace(facts, id, by: successor)
        } catch {
            await spool.remove(successor)
            switch error {
            case let error as SpoolError: throw Problem(error)
            case let error as PreparationError: throw Problem(error)
            default: throw error
            }
        }
    }

    /// Gives a document other bytes, and the facts of these.
    ///
    /// The facts come first: the next start finds the bytes beside them after a crash in between.
    private nonisolated func replace(
        _ before: DocumentFacts,
        _ id: String,
        by successor: String
    ) async throws -> DocumentFacts {
        var successor = successor
        var facts = try await self.facts(of: successor, like: before)
        if let printable = try await rework(facts, in: successor) {
            facts = printable.facts
            if let file = printable.file {
                await spool.remove(successor)
                successor = file
            }
        }
        try await queue.store.replace(facts)
        do {
            try await spool.replace(id, by: successor)
        } catch {
            // The old bytes are still there, and get their facts back.
            try await queue.store.replace(before)
            throw error
        }
        return facts
    }

    /// Forgets a document that no job uses.
    ///
    /// - Throws: `Problem` where there is none, or a job uses it.
    public nonisolated func discard(document id: String) async throws {
        guard try await queue.store.document(id) != nil else { throw Problem.noDocument(id) }
        guard try await queue.store.forget(document: id) else {
            throw Problem(
                status: 409,
                title: "Conflict",
                code: .invalidRequest,
                detail: "A job uses the document; cancel the job first."
            )
        }
        await spool.remove(id)
        for name in await previews.forget(document: id) { await spool.remove(name) }
    }

    /// Opens a document for the time of a closure.
    ///
    /// - Throws: `Problem` where there is none, and what the closure throws.
    public nonisolated func withDocument<Result: Sendable>(
        _ id: String,
        _ body: @Sendable (Int32, DocumentFacts) async throws -> Result
    ) async throws -> Result {
        let facts = try await document(id)
        let file: Int32
        do {
            file = try await spool.open(id)
        } catch {
            throw Problem.noDocument(id)
        }
        defer { close(file) }
        return try await body(file, facts)
    }

    nonisolated func document(_ id: String) async throws -> DocumentFacts {
        guard let facts = try await queue.store.document(id) else { throw Problem.noDocument(id) }
        return facts
    }
}

/// Why nothing was written for a document.
private struct NothingWritten: Error {
    let rework: Rework
}

extension Problem {
    static var wrongPassword: Problem {
        Problem(
            status: 422,
            title: "Unprocessable Content",
            code: .passwordWrong,
            detail: "The password does not open the document. Try again."
        )
    }

    static func noDocument(_ id: String) -> Problem {
        Problem(
            status: 404,
            title: "Not Found",
            code: .documentNotFound,
            detail: "There is no such document. Send the file again; unused ones go after an hour."
        )
    }

    init(_ error: PreparationError) {
        self.init(
            status: 503,
            title: "Service Unavailable",
            code: .previewUnavailable,
            detail: "The document could not be looked at: \(error.detail) Nothing was queued."
        )
    }

    init(_ error: SpoolError) {
        switch error.code {
        case .tooLarge:
            self.init(
                status: 413,
                title: "Content Too Large",
                code: .tooLarge,
                detail: "The document is larger than 4 GiB. Print a part of it."
            )
        case .full:
            self.init(
                status: 507,
                title: "Insufficient Storage",
                code: .storageFailed,
                detail: "The disk is full. Make room and try again; nothing was queued."
            )
        case .missing, .failed:
            self.init(
                status: 500,
                title: "Internal Server Error",
                code: .storageFailed,
                detail: "The document could not be written: \(error). Nothing was queued."
            )
        }
    }
}
