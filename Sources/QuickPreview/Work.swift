import CLinux
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
    let crashes: CrashRecord
    let timeLimit: Duration

    func run(interrupt: Int32) -> Result<Exchange.Reply, PreviewError> {
        do throws(PreviewError) {
            let reply = try ask(
                Exchange(
                    helpers: helpers,
                    crashes: crashes,
                    timeLimit: timeLimit,
                    interrupt: interrupt
                )
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
            return request.operation == .thumbnail
                ? try draw(document.number, exchange)
                : try exchange.perform(request, family: family, descriptors: [document.number])
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

    /// A picture of the document, or of the picture that it carries inside.
    private func draw(
        _ document: Int32,
        _ exchange: Exchange
    ) throws(PreviewError) -> Exchange.Reply {
        // It brings the password, and takes what lies inside.
        guard let inside = Descriptor.memory() else { throw .systemLimit }
        let (number, payload, start) = (inside.number, payload, ContinuousClock.now)
        let reply = try exchange.perform(
            request,
            family: family,
            descriptors: [document, number]
        ) {
            // A helper that died may have written something.
            unsafe ftruncate(number, 0) == 0
                && pwrite(number, payload, payload.count, 0) == payload.count
        }
        guard reply.answer.outcome == .embedded else { return reply }
        var request = request
        request.payloadSize = 0
        request.name = ""
        // A document like any other: nothing that its reader says is believed, and it has a child of its own.
        guard clinux_seal(inside.number) == 0, let nothing = Descriptor.memory(),
            let picture = Descriptor(reopening: inside.number, flags: O_RDONLY)
        else { throw .systemLimit }
        // Both together have the time of one.
        var rest = exchange
        rest.timeLimit -= start.duration(to: .now)
        let drawn = try rest.perform(
            request,
            family: .images,
            descriptors: [picture.number, nothing.number]
        )
        guard drawn.answer.outcome == .done, let image = drawn.image else {
            return Exchange.Reply(answer: AnswerMessage(.noPreview, info: reply.answer.info))
        }
        let answer = AnswerMessage(
            .done,
            info: reply.answer.info,
            width: drawn.answer.width,
            height: drawn.answer.height
        )
        return Exchange.Reply(answer: answer, image: image.embedded(in: answer.info.type))
    }
}
