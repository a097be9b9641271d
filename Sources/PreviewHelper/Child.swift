import CLinux
import CSandbox
import Glibc
import PreviewModel

/// The forked process that works on one document and then ends.
struct Child {
    /// Where the descriptors of a request lie in the child.
    enum Place {
        static let document: Int32 = 3
        static let answer: Int32 = 4
        /// What is written; for a picture the memory file for one that lies in the document.
        static let output: Int32 = 5
        static let written: Int32 = 6
        /// The pixels, where nothing is written.
        static let picture: Int32 = 6
        static let payload: Int32 = 7
        /// From here on no place is taken.
        static let free: Int32 = 8
    }

    let family: RendererFamily
    let request: RequestMessage
    let confinement: Confinement

    /// Waits for a request, does the work and ends the process.
    ///
    /// Until then it has no document, and stands behind the walls of the zygote.
    static func wait(
        _ family: RendererFamily,
        _ confinement: Confinement,
        kept: PDFDocument?,
        _ sniffer: borrowing Sniffer,
        socket: Int32,
        zygote: pid_t
    ) -> Never {
        // The zygote has one thread, so its end is the end of its children too.
        _ = clinux_die_with_parent()
        guard getppid() == zygote, dup2(socket, Place.document) >= 0 else { _exit(1) }
        // Nothing of the zygote's: whoever holds the other ends would not see them closed.
        clinux_close_from(UInt32(Place.document) + 1)
        Warmth.touch(family, kept)
        guard Zygote.threadCount() == 1 else { _exit(1) }
        var bytes = [UInt8](repeating: 0, count: RequestMessage.size)
        var descriptors = [Int32](repeating: -1, count: Int(CLINUX_DESCRIPTORS_MAX))
        var count = 0
        let length = unsafe clinux_receive_message(
            Place.document,
            &bytes,
            bytes.count,
            &descriptors,
            descriptors.count,
            &count
        )
        guard length == bytes.count, let request = RequestMessage(decoding: bytes) else { _exit(0) }
        Child(family: family, request: request, confinement: confinement).run(
            sniffer,
            descriptors: Array(descriptors.prefix(count))
        )
    }

    /// Does the work and ends the process.
    ///
    /// `descriptors` are those of the request, without the status.
    private func run(_ sniffer: borrowing Sniffer, descriptors: [Int32]) -> Never {
        arrange(descriptors)
        clinux_unblock_signals()
        guard confinement.confine(request) else { _exit(1) }
        let (answer, picture) = work(sniffer)
        reply(answer, picture: picture)
        _exit(0)
    }

    /// Moves the descriptors to their places and closes everything else.
    private func arrange(_ descriptors: [Int32]) {
        // First out of the way, since a place may be taken by another descriptor of the request.
        let copies = descriptors.map { clinux_duplicate($0, Place.free) }
        for (index, copy) in copies.enumerated() {
            guard copy >= 0, dup2(copy, Place.document + Int32(index)) >= 0 else { _exit(1) }
        }
        clinux_close_from(UInt32(Place.document) + UInt32(descriptors.count))
        // The file of the picture: the walls let nobody make one. It takes the first free place.
        guard !request.operation.writes else { return }
        let place = Place.document + Int32(descriptors.count)
        guard unsafe clinux_memory_file("preview") == place else { _exit(1) }
    }

    private func work(_ sniffer: borrowing Sniffer) -> (AnswerMessage, Picture?) {
        #if DEBUG
        if let answer = actForTesting() { return (answer, nil) }
        #endif
        if request.operation.tells || request.operation.isQuick { return drawTold() }
        let found = sniffer.find(
            Place.document,
            name: request.name,
            isThorough: request.operation == .info
        )
        let type = found.type
        var info = DocumentInfo(type: type)
        info.typeReport = found.report
        if type == .empty { info.problem = .empty }
        if found.isEncrypted {
            info.encrypted = true
            info.problem = .encrypted
        }
        if family == .plain, info.problem == nil, let drawn = drawPlain(&info, type: type) {
            return drawn
        }
        if let other = type.family, other != family, info.problem == nil,
            other != .postscript || request.operation == .thumbnail, !isSecond(for: type)
        {
            return (AnswerMessage(.otherFamily, info: info), nil)
        }
        switch request.operation {
        case .info: return (AnswerMessage(describe(&info, type: type), info: info), nil)
        case .thumbnail: return draw(&info, type: type)
        case .prepareSheets: return (AnswerMessage(prepare(&info, type: type), info: info), nil)
        case .unlock: return (AnswerMessage(unlock(&info, type: type), info: info), nil)
        #if DEBUG
        default: _exit(2)
        #else
        case .card, .listing, .kept, .glance: _exit(2)
        #endif
        }
    }

    /// Whether this helper is asked because the type's own could not read the document, or could not be had.
    private func isSecond(for type: FileType) -> Bool {
        guard type.secondFamily == family else { return false }
        // What it takes out of a picture of PostScript is less than what its own helper makes of it.
        return type != .eps
            || RendererFamily(guessedFromExtension: request.nameExtension) != family
    }

    private func describe(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard info.problem == nil else { return .done }
        do throws(DocumentProblemError) {
            switch type.family {
            case .documents?: try PDFDocument.open(Place.document).describe(&info)
            case .images?, .codecs?:
                let photo = type.isCameraFile ? PhotoPictures(Place.document) : nil
                if photo?.describe(&info) != true {
                    try ImageDocument(Place.document, type: type, in: family).describe(&info)
                }
            case .text?: try TextDocument(Place.document, type: type).describe(&info)
            case .video?: try VideoDocument(Place.document)?.describe(&info)
            // Whichever family this is: its comments are read, and nothing is run.
            case .postscript? where type.isCompressedPostScript: break
            case .postscript?: try PostScriptDocument(Place.document, type: type).describe(&info)
            case .plain?, nil: break
            }
            if type.isSound, info.width == nil { info.title = SoundFile(Place.document)?.title }
            if TextDocument.showsPictureInside(type) || (type.isSound && info.width == nil) {
                info.carriesPicture = try EmbeddedPicture.exists(in: Place.document, type: type)
            }
        } catch {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
        }
        return .done
    }

    private func draw(_ info: inout DocumentInfo, type: FileType) -> (AnswerMessage, Picture?) {
        do {
            guard info.problem == nil else { return (AnswerMessage(.problem, info: info), nil) }
            let picture: Picture
            let page = Int(request.page)
            switch type.family {
            case .documents?:
                let document = try PDFDocument.open(try plainDocument())
                let count = document.pageCount
                guard count > 0 else {
                    throw DocumentProblemError(.damaged(why: "It has no pages."))
                }
                info.pages = count
                guard (1...count).contains(page) else {
                    return (AnswerMessage(.pageOutOfRange, info: info), nil)
                }
                picture = try document.draw(
                    page: page,
                    pixels: Int(request.pixels),
                    medium: request.medium
                )
            case .images?, .codecs?:
                if type.isCameraFile, page == 1 {
                    let answer = try takeOut(info, type: type)
                    if answer.outcome != .noPreview { return (answer, nil) }
                }
                let image = try ImageDocument(Place.document, type: type, in: family)
                image.describe(&info)
                guard !image.exceeds(pixelLimit: request.pixelLimit, at: request.pixels) else {
                    throw DocumentProblemError(.tooLarge(why: "The image has too many pixels."))
                }
                guard (1...image.pageCount).contains(page) else {
                    return (AnswerMessage(.pageOutOfRange, info: info), nil)
                }
                picture = try image.draw(page: page, pixels: request.pixels)
            case .text?:
                let document = try TextDocument(
                    Place.document,
                    type: type,
                    name: request.name
                )
                // A picture that an office has made of its document is better than a page of its words.
                if TextDocument.showsPictureInside(type), page == 1 {
                    let answer = try takeOut(info, type: type)
                    if answer.outcome != .noPreview { return (answer, nil) }
                }
                picture = try document.draw(page: page, pixels: Int(request.pixels))
            case .video?:
                // Of sound alone in such a container the cover is shown.
                guard let video = try VideoDocument(Place.document) else {
                    return (try takeOut(info, type: type), nil)
                }
                guard page == 1 else { return (AnswerMessage(.pageOutOfRange, info: info), nil) }
                video.describe(&info)
                picture = try video.draw(pixels: request.pixels)
            // Of the other helper it is what the document brings along that is wanted.
            case .postscript? where family != .postscript:
                return (try takeOut(info, type: type), nil)
            case .postscript?:
                let document = try postScript(type)
                document.describe(&info)
                picture = try document.draw(
                    page: page,
                    pixels: Int(request.pixels),
                    pixelLimit: request.pixelLimit
                )
            case .plain?, nil: return (try takeOut(info, type: type), nil)
            }
            let answer = AnswerMessage(
                .done,
                info: info,
                width: UInt32(picture.width),
                height: UInt32(picture.height)
            )
            return (answer, picture)
        } catch let error as DocumentProblemError {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
            return (AnswerMessage(.problem, info: info), nil)
        } catch let error as TextDocument.NoSuchPage {
            info.pages = error.count
            return (AnswerMessage(.pageOutOfRange, info: info), nil)
        } catch is TextDocument.NothingToShow {
            return (AnswerMessage(.noPreview, info: info), nil)
        } catch DrawingFailure.memory {
            return (AnswerMessage(.memoryLimit, info: info), nil)
        } catch {
            info.problem = .damaged(why: "The page cannot be drawn.")
            return (AnswerMessage(.problem, info: info), nil)
        }
    }

    private func postScript(_ type: FileType) throws(DocumentProblemError) -> PostScriptDocument {
        guard type.isCompressedPostScript else {
            return try PostScriptDocument(Place.document, type: type)
        }
        return try PostScriptDocument(
            compressed: Place.document,
            type: type,
            into: Place.output
        )
    }

    /// Draws what the request tells in a file of its own, or a picture that is at hand.
    private func drawTold() -> (AnswerMessage, Picture?) {
        var info = DocumentInfo(type: .unknown)
        let picture: Picture
        do {
            if request.operation.isQuick {
                let quick = QuickPicture(document: Place.document, beside: Place.output)
                picture = try quick.draw(request)
            } else {
                guard let bytes = Payload.read(Place.output, count: Int(request.payloadSize)) else {
                    return (AnswerMessage(.problem, info: info), nil)
                }
                picture = try ToldPicture.draw(bytes, request, icon: Place.document)
            }
        } catch let error as TextDocument.NoSuchPage {
            info.pages = error.count
            return (AnswerMessage(.pageOutOfRange, info: info), nil)
        } catch is TextDocument.NothingToShow {
            return (AnswerMessage(.noPreview, info: info), nil)
        } catch {
            return (AnswerMessage(.problem, info: info), nil)
        }
        let answer = AnswerMessage(
            .done,
            info: info,
            width: UInt32(picture.width),
            height: UInt32(picture.height)
        )
        return (answer, picture)
    }

    /// The document without its encryption, where a password came along in the memory file.
    ///
    /// By libqpdf: poppler 22.12 tries a password as Latin-1 and then as UTF-8, and finds the document read
    /// to its end the second time, or crashes.
    private func plainDocument() throws(DocumentProblemError) -> Int32 {
        guard request.payloadSize > 0 else { return Place.document }
        var password = [UInt8](repeating: 0, count: min(Int(request.payloadSize), 127))
        let count = unsafe pread(Place.output, &password, password.count, 0)
        guard count == password.count else { throw DocumentProblemError(.encrypted) }
        // What is written over the password is longer: no PDF is as short.
        do throws(SheetFailure) {
            try SheetSource(Place.document, password: password).writePlain(Place.output)
            return Place.output
        } catch .encrypted {
            throw DocumentProblemError(.encrypted)
        } catch {
            // Poppler may read what libqpdf does not, or can say what is wrong with it.
            return Place.document
        }
    }

    /// Takes out the picture that the document carries inside.
    private func takeOut(
        _ info: DocumentInfo,
        type: FileType
    ) throws(DocumentProblemError) -> AnswerMessage {
        guard request.picturesTried < RequestMessage.picturesLimit,
            let picture = try EmbeddedPicture.find(
                in: Place.document,
                type: type,
                pixels: Int(request.pixels),
                tried: Int(request.picturesTried)
            )
        else { return AnswerMessage(.noPreview, info: info) }
        // It shows the document's first page, or all of it.
        guard request.page == 1 else { return AnswerMessage(.pageOutOfRange, info: info) }
        let count = unsafe pwrite(Place.output, picture, picture.count, 0)
        guard count == picture.count else { return AnswerMessage(.outputFailed, info: info) }
        let isDrawing = EmbeddedPicture.isDrawing(picture)
        return AnswerMessage(isDrawing ? .embeddedDrawing : .embedded, info: info)
    }

    /// Sends the answer, and the pixels in a file that nobody can change any more.
    private func reply(_ answer: AnswerMessage, picture: Picture?) {
        var files: [Int32] = []
        if let picture {
            guard writeAll(picture.pixels, to: Place.picture), clinux_seal(Place.picture) == 0
            else {
                _exit(1)
            }
            files.append(Place.picture)
        }
        let bytes = answer.encoded()
        let failure = unsafe clinux_send_message(
            Place.answer,
            bytes,
            bytes.count,
            files,
            files.count
        )
        if failure != 0 { _exit(1) }
    }

    private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(file, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    #if DEBUG
    /// Does what a bad document makes a library do.
    private func actForTesting() -> AnswerMessage? {
        switch request.operation {
        case .crashForTesting: raise(SIGSEGV)
        case .hangForTesting: while true { poll(nil, 0, -1) }
        case .spinForTesting: while true {}
        case .swallowForTesting:
            var hoard: [[UInt8]] = []
            while true { hoard.append([UInt8](repeating: 1, count: 64 << 20)) }
        case .actForTesting:
            let act = csandbox_act(rawValue: request.page)
            var info = DocumentInfo(type: .unknown)
            info.title = "\(unsafe csandbox_try(act, request.pixels, request.name))"
            return AnswerMessage(.done, info: info)
        default: break
        }
        return nil
    }
    #endif
}
