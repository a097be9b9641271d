import FoundationEssentials
import Glibc
public import PrintModel

extension PrintService {
    /// Joins documents of the spool into one, which is printed as one job; returns once it is on disk.
    ///
    /// The new document has the bytes of the others, which stay: a client discards those that it does not need. An encrypted
    /// document has to be unlocked before.
    ///
    /// - Parameters:
    ///   - request: The documents in their order, and the name.
    ///   - key: The idempotency key; the same key returns the same document.
    /// - Returns: The facts of the new document, with its `DocumentFacts.parts`.
    /// - Throws: `Problem` if there are too many documents, one of them does not exist, or the disk is full.
    public nonisolated func join(_ request: JoinRequest, key: String) async throws -> DocumentFacts
    {
        if let before = try await queue.store.document(key: key) { return before }
        guard !request.documents.isEmpty else {
            throw Problem(.missingKey, ["field": "documents"], field: "documents")
        }
        var sources: [DocumentFacts] = []
        for id in request.documents { sources.append(try await document(id)) }
        let parts = sources.flatMap { $0.parts ?? [$0] }
        guard parts.count <= DocumentFacts.partsLimit else {
            throw Problem(.tooManyParts, ["limit": "\(DocumentFacts.partsLimit)"])
        }
        let id = UUID().uuidString.lowercased()
        var facts = DocumentFacts(id: id, joining: parts, name: JobName.usable(request.name))
        guard facts.size <= Spool.largestDocument else { throw Problem(.documentTooLarge) }
        do {
            let stored = try await write(sources, as: id)
            // A document that was unlocked meanwhile has other bytes.
            guard stored.size == facts.size else { throw SpoolError.changed }
            facts.sha256 = stored.sha256
            let kept = try await queue.store.keep(facts, key: key)
            if kept.id != id { await spool.remove(id) }
            return kept
        } catch {
            await spool.remove(id)
            guard let error = error as? SpoolError else { throw error }
            throw error.code == .missing ? Problem.noDocument("") : Problem(error)
        }
    }

    private nonisolated func write(
        _ sources: [DocumentFacts],
        as id: String
    ) async throws -> Spool.Stored {
        let spool = spool
        try await spool.make(id) { output in
            for source in sources {
                let file = try await spool.open(source.id ?? "")
                defer { close(file) }
                try Spool.copy(file, into: output)
            }
        }
        return try await spool.measure(id)
    }
}
