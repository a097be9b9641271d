import CLinux
import Glibc
import PreviewModel

/// The work of a thread for one request: opens the document anew, asks helpers, and checks the answers.
struct RequestExecution: Sendable {
    let request: RequestMessage
    let family: RendererFamily
    let document: Int32
    /// The bytes that travel with the request in a memory file.
    let payload: [UInt8]
    let output: Int32?
    let helpers: HelperPool
    let crashes: CrashRecord
    let timeLimit: Duration

    func run(interrupt: Int32) -> Result<HelperReply, PreviewError> {
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

    private func ask(_ exchange: Exchange) throws(PreviewError) -> HelperReply {
        var status = stat()
        guard unsafe fstat(document, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let document = Descriptor.document(document)
        else {
            throw .notRegular
        }
        if request.operation == .embeddedThumbnail {
            // The child extracts the photo's thumbnail into this file; another child decodes it.
            guard let beside = Descriptor.memory() else { throw .systemLimit }
            return try exchange.perform(
                request,
                family: family,
                descriptors: [document.number, beside.number]
            )
        }
        if request.operation.drawsPayload || request.operation == .cachedThumbnail {
            guard let sealed = Descriptor.sealed(payload) else { throw .systemLimit }
            return try exchange.perform(
                request,
                family: family,
                descriptors: [document.number, sealed.number]
            )
        }
        guard let output else {
            return request.operation == .thumbnail
                ? try draw(document.number, exchange)
                : try exchange.perform(request, family: family, descriptors: [document.number])
        }
        guard let sealed = Descriptor.sealed(payload) else { throw .systemLimit }
        if HelperRoute.isForSheets(request), request.operation == .prepareSheets,
            status.st_size <= SheetLayout.shortDocument,
            let reply = try prepareShort(document.number, sealed.number, into: output, exchange)
        {
            return reply
        }
        // Of a raster file with copies, and of a PostScript program that shows no page, the child reads what it has written.
        let reads = [.makeRaster, .makePages].contains(request.operation)
        let rights = reads ? O_RDWR : O_WRONLY
        guard let target = Descriptor(reopening: output, flags: rights),
            let written = Descriptor(reopening: output, flags: O_RDONLY)
        else {
            throw .outputNotUsable
        }
        var reply = try exchange.perform(
            request,
            family: family,
            descriptors: [document.number, target.number, sealed.number]
        ) {
            // A second attempt starts with an empty file.
            ftruncate(output, 0) == 0
        }
        if request.operation == .prepareSheets, reply.answer.outcome == .done {
            try checkFaces(in: written.number, exchange)
        }
        if request.operation == .joinPages, reply.answer.outcome == .done {
            reply.answer.info.pages = try pages(in: written.number, exchange)
        }
        if request.operation == .makePages, reply.answer.outcome == .done {
            let count = try pages(in: written.number, exchange)
            reply.answer.info.pages = count
            // The device of Ghostscript does not count.
            if let limit = PageLayout(decoding: payload)?.pagesLimit, count > limit {
                reply.answer.outcome = .problem
                reply.answer.info.problem = .tooLarge(why: .init(.tooManyPages, "\(limit)"))
            }
        }
        return reply
    }

    /// Writes the finished PDF of a short document in memory first: sealed, it is read before the child has ended.
    ///
    /// `nil` where it is too large for that.
    private func prepareShort(
        _ document: Int32,
        _ layout: Int32,
        into output: Int32,
        _ exchange: Exchange
    ) throws(PreviewError) -> HelperReply? {
        guard let scratch = Descriptor.memory() else { throw .systemLimit }
        guard let target = Descriptor(reopening: output, flags: O_WRONLY) else {
            throw .outputNotUsable
        }
        var sealing = exchange
        sealing.sealsOutput = true
        let reply: HelperReply
        do {
            reply = try sealing.perform(
                request,
                family: family,
                descriptors: [document, scratch.number, layout]
            ) {
                ftruncate(scratch.number, 0) == 0
            }
        } catch {
            if error.code == .outputFailed { return nil }
            throw error
        }
        guard reply.answer.outcome == .done else { return reply }
        // A child may have forbidden further seals; what it could still change counts for nothing.
        guard clinux_is_sealed(scratch.number) != 0 || clinux_seal(scratch.number) == 0,
            let written = Descriptor(reopening: scratch.number, flags: O_RDONLY)
        else { throw .otherPages }
        try checkFaces(in: written.number, exchange)
        var status = stat()
        guard unsafe fstat(written.number, &status) == 0, ftruncate(output, 0) == 0,
            target.copy(written.number, size: status.st_size)
        else { throw .notWritten }
        return reply
    }

    /// Fails unless a finished PDF has a page for each face of the layout.
    private func checkFaces(in written: Int32, _ exchange: Exchange) throws(PreviewError) {
        let faces = SheetLayout(decoding: payload)?.faceCount
        guard try pages(in: written, by: .sheets, exchange) == faces else { throw .otherPages }
    }

    /// The number of pages of a finished PDF, which opens.
    ///
    /// A second child counts them: a malicious document may control the one that wrote the file.
    private func pages(
        in written: Int32,
        by family: RendererFamily = .pdf,
        _ exchange: Exchange
    ) throws(PreviewError) -> Int {
        var question = RequestMessage(.info, name: ".pdf")
        question.processorSeconds = request.processorSeconds
        let reply = try exchange.perform(question, family: family, descriptors: [written])
        if let error = PreviewError(answer: reply.answer, request: question) { throw error }
        let info = reply.answer.info
        guard info.type == FileType.pdf.rawValue, info.problem == nil, let pages = info.pages,
            pages > 0
        else { throw .otherPages }
        return pages
    }

    /// Draws the document, or the picture inside it; where that cannot be drawn, its contents.
    private func draw(
        _ document: Int32,
        _ exchange: Exchange
    ) throws(PreviewError) -> HelperReply {
        // All attempts share the time limit of the document.
        let end = ContinuousClock.now + exchange.timeLimit
        var request = request
        var failure: PreviewError?
        while true {
            // It carries the password to the child, and the picture inside the document back.
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
                // Some libraries leave the blank page of their template in each document that they write.
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

    /// Requests a picture of the document, or the picture inside it.
    private func drawOutside(
        _ document: Int32,
        _ request: RequestMessage,
        inside: borrowing Descriptor,
        _ exchange: Exchange
    ) throws(PreviewError) -> HelperReply {
        let (number, payload) = (inside.number, payload)
        return try exchange.perform(
            request,
            family: family,
            descriptors: [document, number]
        ) {
            // A helper that died may have written to the file.
            unsafe ftruncate(number, 0) == 0
                && pwrite(number, payload, payload.count, 0) == payload.count
        }
    }

    /// Draws the picture inside a document.
    private func drawInside(
        _ inside: borrowing Descriptor,
        of outside: AnswerMessage,
        _ exchange: Exchange
    ) throws(PreviewError) -> HelperReply {
        var request = request
        request.page = 1
        request.payloadSize = 0
        // The contents decide the type; a drawing is read as nothing else.
        request.name = ""
        request.isDrawing = outside.outcome == .embeddedDrawing
        // The picture is as untrusted as the document, and a child of its own reads it.
        guard clinux_seal(inside.number) == 0, let nothing = Descriptor.memory(),
            let picture = Descriptor(reopening: inside.number, flags: O_RDONLY)
        else { throw .systemLimit }
        let drawn = try exchange.perform(
            request,
            // Drawings are drawn by one library, whatever they are in.
            family: request.isDrawing ? .text : .images,
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
        var reply = HelperReply(
            answer: answer,
            image: image.embedded(in: answer.info.type),
            family: drawn.family
        )
        // Office programs leave out the white of the paper.
        if reply.isCopyOfPage { reply.image = reply.image?.laidOnWhite() }
        return reply
    }
}

extension HelperReply {
    /// Whether the picture inside the document shows its first page.
    fileprivate var isCopyOfPage: Bool { type.isOfPages }
}

extension Exchange {
    /// The same exchange, with the remaining time.
    fileprivate func until(_ end: ContinuousClock.Instant) -> Exchange {
        var rest = self
        rest.timeLimit = max(.zero, ContinuousClock.now.duration(to: end))
        return rest
    }
}

extension PreviewError {
    fileprivate static let outputNotUsable = PreviewError(
        .outputFailed,
        "The output cannot be written and read again.",
        chinese: "无法写入并重新读取输出。"
    )

    /// The error for a finished PDF with other pages than were asked for.
    fileprivate static let otherPages = PreviewError(
        .damaged,
        "The finished PDF does not have the pages that were asked for.",
        chinese: "生成的 PDF 缺少所要求的页面。"
    )

    /// Whether a picture inside the document is at fault, so that another picture, or the contents, may do.
    fileprivate var isAboutPicture: Bool {
        switch code {
        case .damaged, .empty, .encrypted, .noPreview, .pageOutOfRange, .pixelLimit, .memoryLimit,
            .crashed, .forbiddenCall, .crashedBefore, .variantUnsupported, .filesMissing:
            true
        default: false
        }
    }
}
