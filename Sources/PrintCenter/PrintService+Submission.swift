import FoundationEssentials
public import PrintModel

extension PrintService {
    /// Queues a job of a document that comes along: when it is answered, no crash loses either.
    ///
    /// Where printing is not possible the document stays, as one that no job uses;
    /// the problem's check tells its id.
    ///
    /// - Parameters:
    ///   - request: What is to be done with the document.
    ///   - name: The name of the file; it is shown to people and never opened.
    ///   - type: The MIME type that the sender claims, where the contents show none.
    ///   - key: The idempotency key; the same key with the same request gives the same job.
    ///   - chunks: The bytes; they are not read where the key has come before.
    /// - Returns: The job, which is on the disk.
    /// - Throws: `Problem`, as ``receive(name:type:key:chunks:)`` and ``submit(_:key:)`` do.
    public nonisolated func submit<Chunks: AsyncSequence>(
        _ request: PrintRequest,
        name: String,
        type: String?,
        key: String,
        chunks: Chunks
    ) async throws -> PrintJob where Chunks.Element == [UInt8] {
        if let before = try await queue.store.job(key: key) {
            var request = request.submission(of: before.job.document?.id ?? "")
            request.pin = nil
            return try await enqueue(before, as: request, key)
        }
        // A key of its own: one that came before with other bytes must not print those.
        let document = try await receive(
            name: name,
            type: type,
            key: SubmissionID.random().rawValue,
            chunks: chunks
        )
        return try await submit(request.submission(of: document.id ?? ""), key: key)
    }
}
