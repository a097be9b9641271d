import FoundationEssentials
public import PrintModel

extension PrintService {
    /// Queues a job of a document that comes along: when it is answered, no crash loses either.
    ///
    /// Where printing is not possible and the problem's check tells the document's id, it stays,
    /// as one that no job uses.
    ///
    /// - Parameters:
    ///   - request: What is to be done with the document.
    ///   - name: The name of the file; it is shown to people and never opened.
    ///   - type: The MIME type that the sender claims, where the contents show none.
    ///   - key: The idempotency key; the same key with the same request gives the same job.
    ///   - size: How many bytes there are about, where that is known.
    ///   - chunks: The bytes; they are not read where the key has come before, and many are not
    ///     read for nothing.
    /// - Returns: The job, which is on the disk.
    /// - Throws: `Problem`, as ``receive(name:type:key:chunks:)`` and ``submit(_:key:)`` do.
    public nonisolated func submit<Chunks: AsyncSequence>(
        _ request: PrintRequest,
        name: String,
        type: String?,
        key: String,
        size: Int?,
        chunks: Chunks
    ) async throws -> PrintJob where Chunks.Element == [UInt8] {
        var request = request
        request.name = JobName.usable(request.name)
        if let before = try await again(request, key: key) { return before }
        // A short document is quicker than this question; it is asked meanwhile.
        if size ?? .max > Self.shortDocument { _ = try await printers() }
        let document = try await take(name: name, type: type, chunks: chunks)
        let id = document.id ?? ""
        do {
            return try await submit(request.submission(of: id), of: document, key: key)
        } catch {
            let problem = error as? Problem
            if problem?.check?.document?.id == id {
                // Under this id it can be unlocked and tried again.
                _ = try await queue.store.keep(document, key: id)
                throw error
            }
            // Whoever is not told of it can do nothing with it. Where the store cannot say whether a
            // job has it, it stays until the next start.
            if try await queue.store.document(id) == nil { await spool.remove(id) }
            // Somebody was quicker with the same key.
            if problem?.code == .keyReused, let before = try await again(request, key: key) {
                return before
            }
            throw error
        }
    }

    /// The job that the same request with this key made before; `nil` where there is none.
    ///
    /// - Throws: `Problem` with `idempotency-key-reused` where it came with another request.
    private nonisolated func again(_ request: PrintRequest, key: String) async throws -> PrintJob? {
        guard let before = try await queue.store.job(key: key) else { return nil }
        var request = request.submission(of: before.job.document?.id ?? "")
        request.pin = nil
        return try await enqueue(before, as: request, key)
    }

    /// The size of a document that is read while the printers are asked, in bytes.
    private static var shortDocument: Int { 1 << 20 }
}
