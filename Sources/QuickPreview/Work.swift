import Glibc
import PreviewModel

/// What a thread does for one call: opens the document anew, asks a helper, reads the answer.
struct Work: Sendable {
    let request: RequestMessage
    let family: RendererFamily
    let document: Int32
    /// What the child is told in a file of its own.
    let payload: [UInt8]
    let output: Int32?
    let helpers: Helpers
    let timeLimit: Duration

    func run(interrupt: Int32) -> Result<Exchange.Reply, PreviewError> {
        do throws(PreviewError) {
            let reply = try ask(
                Exchange(helpers: helpers, timeLimit: timeLimit, interrupt: interrupt)
            )
            let error = PreviewError(answer: reply.answer, request: request)
            if let error { throw error }
            return .success(reply)
        } catch {
            return .failure(error)
        }
    }

    private func ask(_ exchange: Exchange) throws(PreviewError) -> Exchange.Reply {
        var status = stat()
        guard unsafe fstat(document, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            // A description of its own: the position of the caller's is neither used nor moved, so that
            // several children can read the same document at once.
            let document = Descriptor(reopening: document, flags: O_RDONLY)
        else { throw PreviewError(.unreadable, "The document is not a file that can be read.") }
        if request.operation.tells {
            guard let told = Descriptor.sealed(payload) else { throw .systemLimit }
            return try exchange.perform(
                request,
                family: family,
                descriptors: [document.number, told.number]
            )
        }
        guard let output else {
            return try exchange.perform(
                request,
                family: family,
                descriptors: [document.number]
            )
        }
        guard let told = Descriptor.sealed(payload) else { throw .systemLimit }
        guard let target = Descriptor(reopening: output, flags: O_WRONLY),
            let written = Descriptor(reopening: output, flags: O_RDONLY)
        else { throw PreviewError(.outputFailed, "The output cannot be written and read again.") }
        return try exchange.perform(
            request,
            family: family,
            descriptors: [document.number, target.number, written.number, told.number]
        ) {
            // A second attempt starts anew.
            ftruncate(output, 0) == 0
        }
    }
}
