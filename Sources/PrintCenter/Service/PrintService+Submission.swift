import FoundationEssentials
public import PrintModel

extension PrintService {
    /// Queues a job with its document; returns once both are on disk.
    ///
    /// Where printing is not possible, the document stays as an unused one if the check of the problem has
    /// its id.
    ///
    /// - Parameters:
    ///   - request: The printer and the ticket.
    ///   - name: The name of the file, for people; the service never opens it.
    ///   - type: The MIME type that a person names: it decides where the contents allow several.
    ///   - guess: The MIME type that a program has guessed, for contents whose type is unknown.
    ///   - key: The idempotency key; the same key with the same request returns the same job.
    ///   - size: The approximate size in bytes, where it is known.
    ///   - chunks: The bytes; they are not read where the key was used before, and a large document is
    ///     not read before the printers are known.
    /// - Returns: The job.
    /// - Throws: `Problem`, as ``receive(name:type:key:chunks:)`` and ``submit(_:key:)`` do.
    public nonisolated func submit<Chunks: AsyncSequence>(
        _ request: SubmissionRequest,
        name: String,
        type: String?,
        guess: String? = nil,
        key: String,
        size: Int?,
        chunks: Chunks
    ) async throws -> PrintJob where Chunks.Element == [UInt8] {
        var request = request
        request.name = JobName.usable(request.name)
        if let before = try await again(request, key: key) { return before }
        // A short document is read while the printers are queried.
        if size ?? .max > Self.shortDocument {
            _ = try await submission.printers(with: request.printer)
        }
        let document = try await take(
            name: name,
            type: type,
            guess: guess,
            for: request.printer,
            chunks: chunks
        )
        let id = document.id ?? ""
        do {
            return try await submission.submit(request.with(document: id), of: document, key: key)
        } catch {
            let problem = error as? Problem
            if problem?.check?.document?.id == id {
                // The client can unlock the document by this id and retry.
                _ = try await queue.store.keep(document, key: id)
                throw error
            }
            // The client does not know the id, so the document is of no use. Where the store cannot be
            // read, it stays until the next start.
            if try await queue.store.document(id) == nil {
                await spool.remove(id)
                await pages.release(document: id)
            }
            // Another request with the same key came first.
            if problem?.code == .keyReused, let before = try await again(request, key: key) {
                return before
            }
            throw error
        }
    }

    /// Returns the job that the same request with this key has made; `nil` if there is none.
    ///
    /// - Throws: `Problem` with `idempotency-key-reused` if another request has used the key.
    private nonisolated func again(
        _ request: SubmissionRequest,
        key: String
    ) async throws -> PrintJob? {
        guard let before = try await queue.store.job(key: key) else { return nil }
        var written = request.with(document: before.job.document?.id ?? "")
        written.pin = nil
        let job = try await submission.enqueue(before, as: written, key)
        await submission.keep(request.pin, of: before)
        return job
    }

    /// The size up to which a document is read while the printers are queried: 1 MiB.
    private static var shortDocument: Int { 1 << 20 }
}
