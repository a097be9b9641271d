import FoundationEssentials
import Glibc
public import PrintModel

extension PrintService {
    /// Receives a document; returns once it is on disk.
    ///
    /// A document that cannot be printed is not an error; its
    /// `DocumentFacts.problem` has the reason.
    ///
    /// - Parameters:
    ///   - name: The name of the file, for people; the service never opens it.
    ///   - type: The MIME type that a person names: it decides where the contents allow several.
    ///   - key: The idempotency key; the same key returns the same document.
    ///   - chunks: The bytes.
    /// - Returns: The facts of the document.
    /// - Throws: `Problem` with `document-too-large` or `storage-failed`, or with `invalid-request` for a document of another type.
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
        // Another request with the same key came first.
        if kept.id != facts.id { await spool.remove(facts.id ?? "") }
        return kept
    }

    /// Writes a document to the spool, before the store has it.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - type: The MIME type that a person names.
    ///   - guess: The MIME type that a program has guessed, for contents whose type is unknown.
    ///   - printer: The printer that it is for, if that is known.
    ///   - chunks: The bytes.
    /// - Returns: The facts, with the id of the document in the spool.
    /// - Throws: `Problem`; the spool keeps nothing then.
    nonisolated func take<Chunks: AsyncSequence>(
        name: String,
        type: String?,
        guess: String? = nil,
        for printer: String? = nil,
        chunks: Chunks
    ) async throws -> DocumentFacts where Chunks.Element == [UInt8] {
        let id = UUID().uuidString.lowercased()
        let named = try type.map { text in
            guard let named = NamedType(text) else { throw Problem(.malformedType, field: "type") }
            return named
        }
        do {
            var facts = try await store(chunks, as: id, name: name, named, for: printer)
            if let guess, facts.problem == nil, facts.type == "application/octet-stream" {
                facts.type = guess
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

    /// Writes a document to disk while the preparer reads its facts.
    private nonisolated func store<Chunks: AsyncSequence>(
        _ chunks: Chunks,
        as id: String,
        name: String,
        _ named: NamedType?,
        for printer: String?
    ) async throws -> DocumentFacts where Chunks.Element == [UInt8] {
        let name = named?.name(name) ?? name
        var begun: Spool.Incoming?
        do {
            var beginning: [UInt8] = []
            for try await chunk in chunks {
                beginning += chunk.prefix(Self.signature.count - beginning.count)
                if let begun {
                    try await spool.append(chunk, to: begun)
                } else {
                    begun = try await spool.begin(id, with: chunk)
                }
            }
            let incoming: Spool.Incoming
            if let begun { incoming = begun } else { incoming = try await spool.begin(id) }
            begun = incoming
            let file = try await spool.reader(of: incoming)
            defer { close(file.descriptor) }
            async let look = read(file, name: name, isPDF: beginning == Self.signature)
            // The job that follows needs the state of its printer.
            let asking = Task { await submission.askAhead(printer) }
            defer { asking.cancel() }
            let stored: Spool.Stored
            do {
                stored = try await spool.finish(incoming)
            } catch {
                // The file stays open for the preparer.
                _ = try? await look
                throw error
            }
            var (facts, isPrintable) = try await look
            if let named { facts = try judged(facts, by: named) }
            facts.id = id
            facts.size = stored.size
            facts.sha256 = stored.sha256
            guard !isPrintable, let printable = try await rework(facts, in: id) else {
                return facts
            }
            if let file = printable.file { try await spool.replace(id, by: file) }
            return printable.facts
        } catch {
            if let begun { await spool.abandon(begun) }
            throw error
        }
    }

    /// The facts of a document with the type that a person names; it throws where the document is of another one.
    private nonisolated func judged(
        _ facts: DocumentFacts,
        by named: NamedType
    ) throws -> DocumentFacts {
        let isReadable = preparer.facts(ofType: named.type).isImposable
        guard let judged = named.judged(facts, isReadable: isReadable) else {
            throw Problem(.otherType, ["type": named.type, "found": facts.type])
        }
        return judged
    }

    /// The first bytes of nearly all PDFs.
    private static let signature = Array("%PDF-".utf8)

    /// Reads the facts of a document, and in the same step whether a PDF prints as it is: most documents are PDFs, and nearly all
    /// of them do.
    ///
    /// - Parameters:
    ///   - file: The document.
    ///   - name: Its name.
    ///   - isPDF: Whether the first bytes are those of a PDF.
    /// - Returns: The facts, and whether the document is known to print as it is.
    /// - Throws: The errors of the preparer.
    private nonisolated func read(
        _ file: (descriptor: Int32, stored: Spool.Stored),
        name: String,
        isPDF: Bool
    ) async throws -> (facts: DocumentFacts, isPrintable: Bool) {
        let (document, stored) = file
        let preparer = preparer
        if isPDF,
            let facts = await preparer.factsOfPrintable(document, name: name, size: stored.size)
        {
            return (facts.restricted(obeys: obeysDocumentRestrictions), true)
        }
        let edition = preparer.layoutEdition
        let facts = try await knownFacts.facts(of: stored, name: name, edition: edition) {
            try await preparer.facts(of: document, name: name, size: stored.size)
        }
        return (facts.restricted(obeys: obeysDocumentRestrictions), false)
    }

    /// Converts a document of the spool into a form that prints as it is displayed.
    ///
    /// - Parameters:
    ///   - facts: Its facts.
    ///   - name: Its name in the spool; it stays unchanged.
    /// - Returns: The new facts, and the name of the new file if there is one; `nil` if the document
    ///   stays unchanged.
    /// - Throws: The errors of the spool and of the preparer.
    nonisolated func rework(
        _ facts: DocumentFacts,
        in name: String
    ) async throws -> (facts: DocumentFacts, file: String?)? {
        var current = facts
        var file: String?
        do {
            // Compressed PostScript is unpacked first.
            for _ in 0..<3 where current.mayNeedRework {
                let successor = Spool.successor(of: facts.id ?? name)
                let rework = try await rework(current, from: file ?? name, as: successor)
                if let file, rework == .written { await spool.remove(file) }
                switch rework {
                case .notNeeded: break
                case .refused(let problem): current.problem = problem
                case .written:
                    file = successor
                    let restriction = current.restriction
                    current = try await self.facts(of: successor, like: current)
                    // The new file is not encrypted.
                    current.restriction = restriction
                    // An archive of files is not a document.
                    guard current.isImposable || current.isCompressed || current.problem != nil
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
        return try await rework(facts, of: source, as: successor)
    }

    private nonisolated func rework(
        _ facts: DocumentFacts,
        of source: Int32,
        as successor: String
    ) async throws -> Rework {
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

    /// Returns the facts of a file that replaces a document.
    nonisolated func facts(
        of successor: String,
        like before: DocumentFacts
    ) async throws -> DocumentFacts {
        let stored = try await spool.measure(successor)
        let file = try await spool.open(successor)
        defer { close(file) }
        var name = before.name
        if before.isCompressed, name.hasSuffix(".gz") { name.removeLast(3) }
        // The file is a PDF now, while its name suggests PostScript.
        if before.isPostScript { name = "pages.pdf" }
        var facts = try await preparer.facts(of: file, name: name, size: stored.size)
        facts.name = before.name
        facts.id = before.id
        facts.size = stored.size
        facts.sha256 = stored.sha256
        return facts
    }

    /// Removes a document that no job uses.
    ///
    /// - Throws: `Problem` if the document does not exist, or a job uses it.
    public nonisolated func discard(document id: String) async throws {
        guard try await queue.store.document(id) != nil else { throw Problem.noDocument(id) }
        guard try await queue.store.forget(document: id) else {
            throw Problem(.documentInUse)
        }
        await spool.remove(id)
        for name in await previews.forget(document: id) { await spool.remove(name) }
        await pages.release(document: id)
    }

    /// Opens a document for the duration of a closure.
    ///
    /// - Throws: `Problem` if the document does not exist, and the errors of the closure.
    public nonisolated func withDocument<Result: Sendable>(
        _ id: String,
        _ body: @Sendable (Int32, DocumentFacts) async throws -> Result
    ) async throws -> Result {
        var facts = try await document(id)
        let file: Int32
        do {
            (file, facts) = try await openWhole(facts)
        } catch is SpoolError {
            throw Problem.noDocument(id)
        } catch let error as PreparationError {
            throw Problem(error)
        }
        defer { close(file) }
        return try await body(file, facts)
    }

    /// Opens a document; one without pages of its own has those that it prints on the usual paper.
    private nonisolated func openWhole(
        _ facts: DocumentFacts
    ) async throws -> (descriptor: Int32, document: DocumentFacts) {
        guard facts.layout != nil, facts.problem == nil else {
            return (try await spool.open(facts.id ?? ""), facts)
        }
        let pictures: PrintScaling? = facts.parts == nil ? nil : .auto
        let setup = PageSetup(sheet: PageSetup.usualSheet, pictures: pictures)
        let whole = try await pages.facts(of: facts, on: setup)
        // What cannot be laid out may have a picture all the same.
        guard whole.problem == nil else { return (try await spool.open(facts.id ?? ""), facts) }
        return try await pages.open(whole)
    }

    nonisolated func document(_ id: String) async throws -> DocumentFacts {
        guard let facts = try await queue.store.document(id) else { throw Problem.noDocument(id) }
        return facts
    }
}

/// The problem for an error that kept a document from being written.
private struct NothingWritten: Error {
    let rework: Rework
}

extension Problem {
    init(_ error: PreparationError) {
        self.init(.previewUnavailable, error.parameters)
    }

    init(_ error: SpoolError) {
        switch error.code {
        case .tooLarge: self.init(.documentTooLarge)
        case .full: self.init(.spoolFull)
        case .missing, .failed: self.init(.spoolFailed, ["detail": "\(error)"])
        }
    }
}
