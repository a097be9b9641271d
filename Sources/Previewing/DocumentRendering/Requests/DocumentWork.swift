import Glibc
import PageRendering
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// One request to a helper that has libraries for documents.
struct DocumentWork {
    let family: RendererFamily
    let request: RequestMessage

    func answer(on type: FileType, _ info: DocumentInfo) -> (AnswerMessage, Picture?) {
        var info = info
        switch request.operation {
        case .info where request.page == 0: return (AnswerMessage(.done, info: info), nil)
        case .info: return (AnswerMessage(describe(&info, type: type), info: info), nil)
        case .thumbnail: return draw(&info, type: type)
        case .prepareSheets: return (AnswerMessage(prepare(&info, type: type), info: info), nil)
        case .unlock: return (AnswerMessage(unlock(&info, type: type), info: info), nil)
        case .makePrintable:
            return (AnswerMessage(makePrintable(&info, type: type), info: info), nil)
        case .makeRaster: return (makeRaster(&info, type: type), nil)
        case .makeTexts: return (AnswerMessage(makeTexts(), info: info), nil)
        case .makePages: return (makePages(info, type: type), nil)
        case .joinPages: return (AnswerMessage(joinPages(&info, type: type), info: info), nil)
        case .text: return (AnswerMessage(readText(&info, type: type), info: info), nil)
        case .decode: return (AnswerMessage(decode(&info, type: type), info: info), nil)
        default: _exit(2)
        }
    }

    func describe(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        do throws(DocumentProblemError) {
            // A book without chapters may still have a title and a cover.
            if type == .book, family == .text {
                info.title = (try? BookText(ChildDescriptor.document))?.title
            }
            switch type.family {
            case .pdf? where type == .compressedPDF: try CompressedPDF.open().describe(&info)
            case .pdf?: try PDFDocument.open(ChildDescriptor.document).describe(&info)
            case .images?, .rareImages?:
                let photo = type.isCameraFile ? PhotoPictures(ChildDescriptor.document) : nil
                if photo?.describe(&info) != true {
                    try ImageDocument(ChildDescriptor.document, type: type, in: family).header
                        .describe(&info)
                }
            case .text? where type.isDrawing:
                try DrawingDocument(ChildDescriptor.document).describe(&info)
            case .text?:
                try TextDocument(ChildDescriptor.document, type: type, name: request.name)
                    .describe(&info)
            case .video?: try VideoDocument(ChildDescriptor.document)?.describe(&info)
            // In every family, read the comments of the program without running it.
            case .postscript? where type.isCompressedPostScript: break
            case .postscript?:
                try PostScriptDocument(ChildDescriptor.document, type: type).describe(&info)
            case .plain?, .pdfium?, .sheets?, nil: break
            }
            if type.isSound, info.width == nil {
                info.title = SoundFile(ChildDescriptor.document)?.title
            }
            if TextDocument.showsPictureInside(type) || (type.isSound && info.width == nil) {
                info.carriesPicture = try EmbeddedPicture.exists(
                    in: ChildDescriptor.document,
                    type: type
                )
            }
            if type.isComic {
                info.pages = try ComicPages.count(in: ChildDescriptor.document, type: type)
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
            if type == .book, family == .text { return try drawBook(&info) }
            switch type.family {
            case .pdf?:
                guard
                    let drawn =
                        type == .compressedPDF
                        ? try CompressedPDF.open().draw(request, &info)
                        : try PDFDocument.draw(try plainDocument(), request, &info)
                else { return (AnswerMessage(.pageOutOfRange, info: info), nil) }
                picture = drawn
            case .images?, .rareImages?:
                if type.isCameraFile, page == 1 {
                    let answer = try takeOut(info, type: type)
                    if answer.outcome != .noPreview { return (answer, nil) }
                }
                let image = try ImageDocument(ChildDescriptor.document, type: type, in: family)
                image.header.describe(&info)
                guard !image.exceeds(pixelLimit: request.pixelLimit, at: request.pixels) else {
                    throw DocumentProblemError(image.tooManyPixels(limit: request.pixelLimit))
                }
                guard (1...image.header.pageCount).contains(page) else {
                    return (AnswerMessage(.pageOutOfRange, info: info), nil)
                }
                do throws(DrawingFailure) {
                    picture = try image.draw(page: page, pixels: request.pixels)
                } catch {
                    // Only decoding shows some codings that no library here reads.
                    guard error == .damaged,
                        let variant = ImageVariant.name(ChildDescriptor.document, type)
                    else { throw error }
                    throw DocumentProblemError(.unsupportedVariant(why: .init(.variant, variant)))
                }
            case .text? where type.isDrawing:
                guard page == 1 else { return (AnswerMessage(.pageOutOfRange, info: info), nil) }
                let drawing = try DrawingDocument(ChildDescriptor.document)
                try drawing.describe(&info)
                picture = try drawing.draw(pixels: Int(request.pixels))
            case .text?:
                return try drawText(&info, type: type)
            case .video?:
                // Show the cover of audio files in a video container.
                guard let video = try VideoDocument(ChildDescriptor.document) else {
                    return (try takeOut(info, type: type), nil)
                }
                guard page == 1 else { return (AnswerMessage(.pageOutOfRange, info: info), nil) }
                video.describe(&info)
                picture = try video.draw(pixels: request.pixels)
            // In the other helper, the request is for the embedded preview.
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
            case .plain?, .pdfium?, .sheets?, nil: return (try takeOut(info, type: type), nil)
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
            info.problem = .damaged(why: .init(.pageNotDrawn))
            return (AnswerMessage(.problem, info: info), nil)
        }
    }

    private func postScript(_ type: FileType) throws(DocumentProblemError) -> PostScriptDocument {
        guard type.isCompressedPostScript else {
            return try PostScriptDocument(ChildDescriptor.document, type: type)
        }
        return try PostScriptDocument(
            compressed: ChildDescriptor.document,
            type: type,
            into: ChildDescriptor.output
        )
    }

    /// Draws the request's payload, or a picture that already exists.
    func drawPayload() -> (AnswerMessage, Picture?) {
        var info = DocumentInfo(type: .unknown)
        let picture: Picture
        do {
            if request.operation.usesThumbnail {
                let quick = QuickPicture(
                    document: ChildDescriptor.document,
                    beside: ChildDescriptor.output
                )
                picture = try quick.draw(request)
            } else {
                guard
                    let bytes = FilePart.sealed(
                        ChildDescriptor.output,
                        count: Int(request.payloadSize)
                    )
                else {
                    return (AnswerMessage(.problem, info: info), nil)
                }
                picture = try PayloadPicture.draw(bytes, request, icon: ChildDescriptor.document)
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

    /// Returns the document without its encryption, if the memory file contains a password.
    ///
    /// By libqpdf: poppler 22.12 tries a password as Latin-1 and then as UTF-8, and finds the
    /// document read to its end the second time, or crashes.
    private func plainDocument() throws(DocumentProblemError) -> Int32 {
        guard request.payloadSize > 0 else { return ChildDescriptor.document }
        var password = [UInt8](repeating: 0, count: min(Int(request.payloadSize), 127))
        let count = unsafe pread(ChildDescriptor.output, &password, password.count, 0)
        guard count == password.count else { throw DocumentProblemError(.encrypted) }
        // The PDF overwrites the whole password, since no PDF is as short.
        do throws(SheetFailure) {
            try SheetSource(ChildDescriptor.document, password: password).writePlain(
                ChildDescriptor.output
            )
            return ChildDescriptor.output
        } catch .encrypted {
            throw DocumentProblemError(.encrypted)
        } catch {
            // Poppler may read documents that libqpdf rejects, or report what is wrong with them.
            return ChildDescriptor.document
        }
    }
}
