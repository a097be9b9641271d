import Glibc
import PreviewModel
import QuickPreview

/// The work for one request that came over the socket.
struct SocketWork: Sendable {
    /// An answer with the file that travels with it.
    struct Answer: Sendable {
        var answer: ResidentAnswer
        var file: ResidentFile?
    }

    let request: ResidentRequest
    /// The files that came with the request.
    let files: [ResidentFile]
    let previewer: Previewer
    /// Sends an answer to the client.
    let send: @Sendable (Answer) -> Void

    /// The largest payload of a step, in bytes.
    private static let payloadLimit = 8 << 20

    /// Whether the files fit the request: neither too few, nor others than the client may use itself.
    static func accepts(_ request: ResidentRequest, _ files: [ResidentFile]) -> Bool {
        guard request.operation == .step else { return files.count == 1 }
        guard let step = RequestMessage(decoding: request.step), step.operation.isForResident,
            step.pixels <= ResidentRequest.edgeLimit
        else { return false }
        let expected = 1 + (step.payloadSize > 0 ? 1 : 0) + (step.operation.writes ? 1 : 0)
        return files.count == expected
    }

    /// Does the work, and sends the answers.
    func run() async {
        do throws(PreviewError) {
            // First: even the question what it is may wait for the computer on which it lies.
            let file = try await files.first?.atHand()
            guard let file, file.isGood(for: .reading) else { throw .notReadable }
            switch request.operation {
            case .info: try await sendInfo(of: file)
            case .thumbnail: try await sendPicture(of: file)
            case .pages: try await sendPages(of: file)
            case .step: try await sendStep(of: file)
            case .text: try await sendText(of: file)
            // The loop handles it.
            case .cancel: break
            }
        } catch {
            send(Answer(answer: failure(error)))
        }
    }

    private func failure(_ error: PreviewError) -> ResidentAnswer {
        var answer = ResidentAnswer(number: request.number)
        answer.error = error
        return answer
    }

    // MARK: Facts

    private func info(of file: ResidentFile) async throws(PreviewError) -> DocumentInfo {
        if let info = DocumentInfo(folder: file.number, name: request.name) { return info }
        return try await previewer.info(
            of: file.number,
            name: request.name,
            password: request.password
        )
    }

    private func sendInfo(of file: ResidentFile) async throws(PreviewError) {
        let info = try await info(of: file)
        var answer = ResidentAnswer(number: request.number)
        answer.message = AnswerMessage(.done, info: info)
        answer.facts = facts(info, of: file)
        send(Answer(answer: answer))
    }

    private func facts(_ info: DocumentInfo, of file: ResidentFile) -> ResidentAnswer.Facts {
        ResidentAnswer.Facts(
            kind: info.kind(in: request.language),
            note: info.note(for: request.name, in: request.language),
            preview: info.preview.quality,
            bytes: file.isFolder ? -1 : Int64(clamping: file.size),
            measuresPixels: info.measuresPixels,
            isFolder: info.isFolder,
            problem: PreviewError(problemOf: info)?.code.rawValue
        )
    }

    // MARK: Pictures

    private func sendPicture(of file: ResidentFile) async throws(PreviewError) {
        let pixels = try Previewer.pixels(Int(request.size), request.scale)
        guard pixels <= ResidentRequest.edgeLimit else { throw .tooManyPixels }
        do throws(PreviewError) {
            if request.options.contains(.threeAnswers) {
                try await sendAnswers(of: file)
            } else {
                try await sendImage(picture(of: file), .rendered, of: file)
            }
        } catch {
            guard request.options.contains(.card), error.isAboutFile else { throw error }
            try await sendCard(of: file, reason: error)
        }
    }

    private func picture(of file: ResidentFile) async throws(PreviewError) -> PreviewImage {
        if file.isFolder {
            return try await previewer.thumbnail(
                ofFolder: file.number,
                name: request.name,
                page: Int(request.page),
                size: Int(request.size),
                scale: request.scale
            )
        }
        return try await previewer.thumbnail(
            of: file.number,
            name: request.name,
            page: Int(request.page),
            size: Int(request.size),
            scale: request.scale,
            password: request.password
        )
    }

    /// Sends the icon, a picture that exists, and the picture that was asked for.
    private func sendAnswers(of file: ResidentFile) async throws(PreviewError) {
        let answers = previewer.answers(
            of: file.number,
            name: request.name,
            // By the system's word: no path of the client is used.
            path: file.path,
            page: Int(request.page),
            size: Int(request.size),
            scale: request.scale,
            password: request.password
        )
        var iterator = answers.makeAsyncIterator()
        while let next = try await iterator.next() {
            let quality: ResidentAnswer.Quality =
                switch next.quality {
                case .icon: .icon
                case .quick: .embedded
                case .best: .rendered
                }
            try sendImage(next.image, quality, of: file, isLast: next.quality == .best)
            if next.quality == .best { return }
        }
        throw PreviewError(.canceled, "The preview was canceled.", chinese: "预览已取消。")
    }

    private func sendCard(
        of file: ResidentFile,
        reason: PreviewError
    ) async throws(PreviewError) {
        // The type may be known although the file cannot be drawn.
        let info = try? await info(of: file)
        let image = try await previewer.card(
            name: request.name,
            type: FileType(rawValue: info?.type ?? FileType.unknown.rawValue),
            bytes: file.isFolder ? nil : Int(clamping: file.size),
            reason: reason,
            language: request.language,
            size: Int(request.size),
            scale: request.scale
        )
        try sendImage(image, .card, of: file, reason: reason)
    }

    private func sendImage(
        _ image: PreviewImage,
        _ quality: ResidentAnswer.Quality,
        of file: ResidentFile,
        isLast: Bool = true,
        reason: PreviewError? = nil
    ) throws(PreviewError) {
        guard let pixels = ResidentFile.sealed(image) else { throw .noMemory }
        var info = DocumentInfo(type: FileType(rawValue: image.type))
        info.carriesPicture = image.isEmbedded
        var answer = ResidentAnswer(number: request.number)
        answer.message = AnswerMessage(
            .done,
            info: info,
            width: UInt32(clamping: image.width),
            height: UInt32(clamping: image.height)
        )
        answer.facts = facts(info, of: file)
        answer.quality = quality
        answer.isEmbedded = image.isEmbedded
        answer.isLast = isLast
        answer.error = reason
        answer.fileSize = pixels.size
        send(Answer(answer: answer, file: pixels))
    }

    // MARK: Pages

    private func sendPages(of file: ResidentFile) async throws(PreviewError) {
        guard let output = ResidentFile(), let plain = ResidentFile() else { throw .noMemory }
        let isDecrypted = try await previewer.decrypt(
            file.number,
            name: request.name,
            password: request.password,
            into: plain.number
        )
        let pages = try await previewer.makePages(
            of: isDecrypted ? plain.number : file.number,
            name: request.name,
            layout: PageLayout(width: request.paperWidth, length: request.paperHeight),
            into: output.number
        )
        guard output.seal() else { throw .noMemory }
        var answer = ResidentAnswer(number: request.number)
        answer.message = AnswerMessage(.done, info: pages.info)
        answer.facts = facts(pages.info, of: file)
        answer.fileSize = output.size
        send(Answer(answer: answer, file: output))
    }

    // MARK: Text

    /// The largest text of one answer, in bytes.
    private static let textLimit = 16 << 20

    private func sendText(of file: ResidentFile) async throws(PreviewError) {
        let (first, last) = (Int(request.page), Int(request.lastPage))
        let text = try await previewer.text(
            of: file.number,
            name: request.name,
            hasPositions: request.options.contains(.positions),
            password: request.password
        ) { count in
            // A page that is not there is refused.
            let end = last == 0 ? max(count, first) : last
            return first >= 1 && first <= end && end <= max(count, first) + 1
                ? Array(first...end) : [count + 1]
        }
        guard let output = ResidentFile() else { throw .noMemory }
        var records: [UInt8] = []
        var next = 0
        var iterator = text.makeAsyncIterator()
        while let page = try await iterator.next() {
            let record = page.encoded()
            if !records.isEmpty, records.count + record.count > Self.textLimit {
                next = page.page
                break
            }
            records += record
        }
        guard output.write(records), output.seal() else { throw .noMemory }
        var answer = ResidentAnswer(number: request.number)
        answer.nextPage = UInt32(clamping: next)
        answer.fileSize = output.size
        send(Answer(answer: answer, file: output))
    }

    // MARK: Steps

    /// Makes a step of a request of a previewer in another process.
    private func sendStep(of file: ResidentFile) async throws(PreviewError) {
        guard let step = RequestMessage(decoding: request.step) else { throw .notReadable }
        var payload: [UInt8] = []
        if step.payloadSize > 0 {
            guard let bytes = files[1].contents(limit: Self.payloadLimit),
                bytes.count == Int(step.payloadSize)
            else { throw .notReadable }
            payload = bytes
        }
        let output = step.operation.writes ? files.last : nil
        guard output?.isGood(for: .writing) ?? true else {
            throw PreviewError(
                .outputFailed,
                "The output cannot be written and read again.",
                chinese: "无法写入并重新读取输出。"
            )
        }
        let writesPages = step.operation == .makePages
        let reply = try await previewer.perform(
            step.operation,
            of: file.number,
            name: step.name,
            payload: payload,
            output: output?.number,
            in: writesPages ? .ofRasters : .ofDocuments,
            // As for the previewer's own pages.
            timeLimit: writesPages ? previewer.pagesTimeLimit : nil
        ) { request in
            // The limits are those of the helper.
            request.page = step.page
            request.pixels = step.pixels
            request.medium = step.medium
        }
        var answer = ResidentAnswer(number: request.number)
        answer.message = reply.answer
        answer.family = reply.family
        var pixels: ResidentFile?
        if let image = reply.image {
            pixels = ResidentFile.sealed(image)
            guard pixels != nil else { throw .noMemory }
            answer.message?.width = UInt32(clamping: image.width)
            answer.message?.height = UInt32(clamping: image.height)
            answer.quality = .rendered
            answer.isEmbedded = image.isEmbedded
        }
        send(Answer(answer: answer, file: pixels))
    }
}

extension DocumentInfo.Preview {
    fileprivate var quality: ResidentAnswer.Quality {
        switch self {
        case .rendered: .rendered
        case .embedded: .embedded
        case .card: .card
        }
    }
}

extension PreviewError {
    fileprivate static let notReadable = PreviewError(
        .unreadable,
        "The document is not a readable regular file or folder.",
        chinese: "该文档不是可读取的普通文件或文件夹。"
    )
    fileprivate static let noMemory = PreviewError(
        .unavailable,
        "The system has no processes, file descriptors, or memory left for a preview.",
        chinese: "系统没有可用于预览的进程、文件描述符或内存。"
    )
    fileprivate static let tooManyPixels = PreviewError(
        .invalidRequest,
        "The helper that programs share draws at most \(ResidentRequest.edgeLimit) pixels on each side.",
        chinese: "共享的预览辅助进程每边最多绘制 \(ResidentRequest.edgeLimit) 像素。"
    )
}
