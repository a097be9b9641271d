import CLinux
import CSandbox
import Glibc
import PreviewModel

/// The forked process that reads one document and ends.
struct Child {
    let family: RendererFamily
    let request: RequestMessage
    let confinement: Confinement
    let renderer: any Renderer

    /// Waits for a request, fulfills it, and ends the process.
    ///
    /// Without a sniffer, the type is that on which name and magic number agree. Until the request arrives, the child has no document and is in the sandbox of the zygote.
    static func wait(
        _ family: RendererFamily,
        _ confinement: Confinement,
        _ renderer: any Renderer,
        _ sniffer: borrowing Sniffer?,
        socket: Int32,
        zygote: pid_t
    ) -> Never {
        // The zygote has one thread, so its children end with that thread.
        _ = clinux_die_with_parent()
        guard getppid() == zygote, dup2(socket, ChildDescriptor.document) >= 0 else {
            end(.starting)
        }
        // Inherited descriptors of the zygote would keep its peers from noticing that it closed
        // them.
        clinux_close_from(UInt32(clamping: ChildDescriptor.document) + 1)
        renderer.touch()
        guard Zygote.threadCount() == 1 else { end(.starting) }
        var bytes = [UInt8](repeating: 0, count: RequestMessage.size)
        var descriptors = [Int32](repeating: -1, count: Int(CLINUX_DESCRIPTORS_MAX))
        var count = 0
        let length = unsafe clinux_receive_message(
            ChildDescriptor.document,
            &bytes,
            bytes.count,
            &descriptors,
            descriptors.count,
            &count
        )
        guard length == bytes.count, let request = RequestMessage(decoding: bytes) else { _exit(0) }
        let child = Child(
            family: family,
            request: request,
            confinement: confinement,
            renderer: renderer
        )
        child.run(sniffer, descriptors: Array(descriptors.prefix(count)))
    }

    /// Fulfills the request and ends the process.
    ///
    /// `descriptors` are those of the request, without the status socket.
    private func run(_ sniffer: borrowing Sniffer?, descriptors: [Int32]) -> Never {
        arrange(descriptors)
        clinux_unblock_signals()
        guard confinement.limit(request) else { Self.end(.limits) }
        guard confinement.confine(request) else { Self.end(.sandbox) }
        Self.say(.reading)
        // The sniffer and the readers of office documents, listings, and covers all need it.
        ZipArchive.shareDirectory(of: ChildDescriptor.document)
        let (answer, picture) = work(sniffer)
        Self.say(.answering)
        reply(answer, picture: picture, isLent: Self.isPictureLent(descriptors))
        _exit(0)
    }

    /// Reports the progress of this process to the zygote.
    private static func say(_ stage: StatusMessage.Stage) {
        csandbox_report_stage(Int32(stage.rawValue))
    }

    /// Ends the process at a stage where the system, not the document, is at fault.
    private static func end(_ stage: StatusMessage.Stage) -> Never {
        say(stage)
        _exit(1)
    }

    /// Moves the descriptors to their places and closes all others.
    private func arrange(_ descriptors: [Int32]) {
        // Copies come first: the target number of a descriptor may be in use by another one of the
        // request.
        let copies = descriptors.map { clinux_duplicate($0, ChildDescriptor.free) }
        for (index, copy) in copies.enumerated() {
            if copy < 0 { errno = -copy }
            guard copy >= 0, dup2(copy, ChildDescriptor.document + Int32(clamping: index)) >= 0
            else {
                Self.end(.descriptors)
            }
        }
        clinux_close_from(
            UInt32(clamping: ChildDescriptor.document) + UInt32(clamping: descriptors.count)
        )
        // The memory file for the pixels, which the sandbox would refuse to create. It takes the
        // first free number.
        guard !request.operation.writes else { return makeScratchFiles() }
        guard !Self.isPictureLent(descriptors) else { return }
        let place = ChildDescriptor.document + Int32(clamping: descriptors.count)
        let file = unsafe clinux_bounded_memory_file("preview", confinement.picture(request))
        if file < 0 { errno = -file }
        guard file == place else { Self.end(.descriptors) }
    }

    /// Whether the last descriptor of a request for a picture is a file for its pixels.
    private static func isPictureLent(_ descriptors: [Int32]) -> Bool {
        ChildDescriptor.document + Int32(clamping: descriptors.count) > ChildDescriptor.picture
    }

    /// Makes the scratch files, which the sandbox would refuse to create; memory is allocated when they are written.
    private func makeScratchFiles() {
        for index in 0..<Int32(clamping: confinement.scratchFiles(request)) {
            let file = unsafe clinux_memory_file("scratch")
            if file < 0 { errno = -file }
            guard file == ChildDescriptor.scratch + index else { Self.end(.descriptors) }
        }
    }

    private func work(_ sniffer: borrowing Sniffer?) -> (AnswerMessage, Picture?) {
        if request.operation.drawsPayload || request.operation.usesThumbnail {
            return renderer.drawPayload(request)
        }
        // There is no document, only texts.
        if request.operation == .makeTexts {
            return renderer.work(request, on: .plainText, DocumentInfo(type: .plainText))
        }
        if request.isDrawing { return drawing() }
        let found = find(by: sniffer)
        var info = DocumentInfo(type: found.type)
        info.isText = found.isText
        let type = info.readAs
        info.typeReport = found.report
        if type == .empty { info.problem = .empty }
        if found.isEncrypted {
            info.encrypted = true
            // The names in an archive can be read without its password.
            if !type.isListed { info.problem = .encrypted }
        }
        guard info.problem == nil else {
            return (AnswerMessage(request.operation == .info ? .done : .problem, info: info), nil)
        }
        let runs = request.operation == .thumbnail || request.operation == .makePages
        if let other = type.family(for: request.operation), other != family,
            family.traits.precedes == nil,
            !request.operation.isForAnyType, other != .postscript || runs, !isSecond(for: type)
        {
            return (AnswerMessage(.otherFamily, info: info), nil)
        }
        return renderer.work(request, on: type, info)
    }

    private func find(by sniffer: borrowing Sniffer?) -> Sniffer.Finding {
        switch sniffer {
        case .some(let sniffer):
            sniffer.find(
                ChildDescriptor.document,
                name: request.name,
                isThorough: request.operation == .info
            )
        case .none: Sniffer.findByAgreement(ChildDescriptor.document, name: request.name)
        }
    }

    /// Reads the document only as a drawing (SVG), regardless of its type.
    private func drawing() -> (AnswerMessage, Picture?) {
        var start: [UInt8] = [0, 0]
        let isCompressed =
            unsafe pread(ChildDescriptor.document, &start, start.count, 0) == start.count
            && start == [0x1F, 0x8B]
        let type: FileType = isCompressed ? .compressedSVG : .svg
        return renderer.work(request, on: type, DocumentInfo(type: type))
    }

    /// Whether this helper is asked because the one for the type could not read the document, or is
    /// missing.
    private func isSecond(for type: FileType) -> Bool {
        guard type.secondFamily(for: request.operation) == family else { return false }
        // The preview image that this family draws is inferior to the output of the PostScript
        // family.
        return type != .eps
            || RendererFamily(guessedFromExtension: request.nameExtension) != family
    }

    /// Sends the answer, and the pixels in a sealed file, unless they are in one that the pool has lent.
    private func reply(_ answer: AnswerMessage, picture: Picture?, isLent: Bool) {
        var files: [Int32] = []
        if let picture {
            guard picture.isInFile || writeAll(picture.pixels, to: ChildDescriptor.picture),
                isLent || clinux_seal(ChildDescriptor.picture) == 0
            else { Self.end(.answering) }
            if !isLent { files.append(ChildDescriptor.picture) }
        }
        let bytes = answer.encoded()
        let failure = unsafe clinux_send_message(
            ChildDescriptor.answer,
            bytes,
            bytes.count,
            files,
            files.count
        )
        if failure != 0 {
            errno = -failure
            Self.end(.answering)
        }
    }

    private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                // At its place: a file that was lent to other children before has their position.
                unsafe pwrite(
                    file,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done,
                    done
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
