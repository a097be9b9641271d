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
            let document = Descriptor.document(document)
        else {
            throw PreviewError(
                .unreadable,
                "The document is not a readable regular file.",
                chinese: "该文档不是可读取的普通文件。"
            )
        }
        if request.operation == .glance {
            // The photo's thumbnail is put there to be decoded.
            guard let beside = Descriptor.memory() else { throw .systemLimit }
            return try exchange.perform(
                request,
                family: family,
                descriptors: [document.number, beside.number]
            )
        }
        if request.operation.tells || request.operation == .kept {
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
        else {
            throw PreviewError(
                .outputFailed,
                "The output cannot be written and read again.",
                chinese: "无法写入并重新读取输出。"
            )
        }
        let reply = try exchange.perform(
            request,
            family: family,
            descriptors: [document.number, target.number, told.number]
        ) {
            // A second attempt starts anew.
            ftruncate(output, 0) == 0
        }
        if request.operation == .prepareSheets, reply.answer.outcome == .done {
            try check(written.number, exchange)
        }
        return reply
    }

    /// Checks that a finished PDF opens and has a page for each face.
    ///
    /// By a child of its own: the one that wrote the file may have been taken over by the document.
    private func check(_ written: Int32, _ exchange: Exchange) throws(PreviewError) {
        var question = RequestMessage(.info, name: ".pdf")
        question.processorSeconds = request.processorSeconds
        let reply = try exchange.perform(question, family: .documents, descriptors: [written])
        if let error = PreviewError(answer: reply.answer, request: question) { throw error }
        let info = reply.answer.info
        guard info.type == FileType.pdf.rawValue, info.problem == nil,
            info.pages == SheetLayout(decoding: payload)?.faces.count
        else {
            throw PreviewError(
                .damaged,
                "The finished PDF does not have the pages that were asked for.",
                chinese: "生成的 PDF 缺少所要求的页面。"
            )
        }
    }

    /// A picture of the document, or of the picture that it carries inside; of its contents, where that
    /// cannot be drawn.
    private func draw(
        _ document: Int32,
        _ exchange: Exchange
    ) throws(PreviewError) -> Exchange.Reply {
        // All that is tried has the time of one document.
        let end = ContinuousClock.now + exchange.timeLimit
        var request = request
        var failure: PreviewError?
        while true {
            // It brings the password, and takes what lies inside.
            guard let file = Descriptor.memory() else { throw .systemLimit }
            let reply = try drawOutside(document, request, inside: file, exchange.until(end))
            switch reply.answer.outcome {
            case .embedded, .embeddedDrawing: break
            default:
                let isNothing = [.noPreview, .nothingToShow].contains(reply.answer.outcome)
                if let failure, isNothing { throw failure }
                return reply
            }
            do throws(PreviewError) {
                let drawn = try drawInside(file, of: reply.answer, exchange.until(end))
                // Libraries leave the empty page of their template in each document that they write.
                let isBlank = drawn.isCopyOfPage && drawn.image?.isOfOneColour == true
                guard isBlank, request.picturesTried < RequestMessage.picturesLimit else {
                    return drawn
                }
                request.picturesTried += 1
            } catch {
                guard error.isAboutPicture, request.picturesTried < RequestMessage.picturesLimit
                else { throw error }
                failure = failure ?? error
                request.picturesTried += 1
            }
        }
    }

    /// Asks for the document's own picture, or for what lies inside of it.
    private func drawOutside(
        _ document: Int32,
        _ request: RequestMessage,
        inside: borrowing Descriptor,
        _ exchange: Exchange
    ) throws(PreviewError) -> Exchange.Reply {
        let (number, payload) = (inside.number, payload)
        return try exchange.perform(
            request,
            family: family,
            descriptors: [document, number]
        ) {
            // A helper that died may have written something.
            unsafe ftruncate(number, 0) == 0
                && pwrite(number, payload, payload.count, 0) == payload.count
        }
    }

    /// Draws what lies inside.
    private func drawInside(
        _ inside: borrowing Descriptor,
        of outside: AnswerMessage,
        _ exchange: Exchange
    ) throws(PreviewError) -> Exchange.Reply {
        var request = request
        request.page = 1
        request.payloadSize = 0
        // The contents tell what it is; what is said to be a drawing is read as nothing else.
        request.name = ""
        request.isDrawing = outside.outcome == .embeddedDrawing
        // A document like any other: nothing that its reader says is believed, and it has a child of its own.
        guard clinux_seal(inside.number) == 0, let nothing = Descriptor.memory(),
            let picture = Descriptor(reopening: inside.number, flags: O_RDONLY)
        else { throw .systemLimit }
        let drawn = try exchange.perform(
            request,
            family: .images,
            descriptors: [picture.number, nothing.number]
        )
        if let error = PreviewError(answer: drawn.answer, request: request) { throw error }
        guard let image = drawn.image else { throw .noPicture }
        let answer = AnswerMessage(
            .done,
            info: outside.info,
            width: drawn.answer.width,
            height: drawn.answer.height
        )
        var reply = Exchange.Reply(
            answer: answer,
            image: image.embedded(in: answer.info.type),
            family: drawn.family
        )
        // Offices leave out the white of the paper.
        if reply.isCopyOfPage { reply.image = reply.image?.laidOnWhite() }
        return reply
    }
}

extension Exchange.Reply {
    /// Whether the picture that lies in the document is one of its first page, as its program drew it.
    fileprivate var isCopyOfPage: Bool { FileType(rawValue: answer.info.type).isOfPages }
}

extension Exchange {
    /// The same with the time that is left.
    fileprivate func until(_ end: ContinuousClock.Instant) -> Exchange {
        var rest = self
        rest.timeLimit = max(.zero, ContinuousClock.now.duration(to: end))
        return rest
    }
}

extension PreviewError {
    /// Whether a picture inside of a document is at fault, so that another one, or the contents, may do.
    fileprivate var isAboutPicture: Bool {
        switch code {
        case .damaged, .empty, .encrypted, .noPreview, .pageOutOfRange, .pixelLimit, .memoryLimit,
            .crashed,
            .forbiddenCall, .crashedBefore:
            true
        default: false
        }
    }
}
