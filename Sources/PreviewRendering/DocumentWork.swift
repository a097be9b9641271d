import Glibc
import PreviewHelper
import PreviewModel

/// One request to a helper that has libraries for documents.
struct DocumentWork {
    let family: RendererFamily
    let request: RequestMessage

    func answer(on type: FileType, _ info: DocumentInfo) -> (AnswerMessage, Picture?) {
        var info = info
        switch request.operation {
        case .info: return (AnswerMessage(describe(&info, type: type), info: info), nil)
        case .thumbnail: return draw(&info, type: type)
        case .prepareSheets: return (AnswerMessage(prepare(&info, type: type), info: info), nil)
        case .unlock: return (AnswerMessage(unlock(&info, type: type), info: info), nil)
        default: _exit(2)
        }
    }

    func describe(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        do throws(DocumentProblemError) {
            switch type.family {
            case .documents?: try PDFDocument.open(Place.document).describe(&info)
            case .images?, .codecs?:
                let photo = type.isCameraFile ? PhotoPictures(Place.document) : nil
                if photo?.describe(&info) != true {
                    try ImageDocument(Place.document, type: type, in: family).header.describe(&info)
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
            if type.isComic {
                info.pages = try ComicPages.count(in: Place.document, type: type)
            }
        } catch {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
        }
        return .done
    }

    func draw(_ info: inout DocumentInfo, type: FileType) -> (AnswerMessage, Picture?) {
        do {
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
                image.header.describe(&info)
                guard !image.exceeds(pixelLimit: request.pixelLimit, at: request.pixels) else {
                    throw DocumentProblemError(image.tooManyPixels(limit: request.pixelLimit))
                }
                guard (1...image.header.pageCount).contains(page) else {
                    return (AnswerMessage(.pageOutOfRange, info: info), nil)
                }
                picture = try image.draw(page: page, pixels: request.pixels)
            case .text?:
                return try drawText(&info, type: type)
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
            return (AnswerMessage(.done, info: info, picture), picture)
        } catch let error as DocumentProblemError {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
            return (AnswerMessage(.problem, info: info), nil)
        } catch let error as TextDocument.NoSuchPage {
            info.pages = error.count
            return (AnswerMessage(.pageOutOfRange, info: info), nil)
        } catch is TextDocument.NothingToShow {
            return (AnswerMessage(.nothingToShow, info: info), nil)
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
    func drawTold() -> (AnswerMessage, Picture?) {
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
        return (AnswerMessage(.done, info: info, picture), picture)
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
}
