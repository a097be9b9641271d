import CPango
import PageRendering
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// The pages of a document as a PDF.
extension DocumentWork {
    /// Writes the pages that the request's layout describes, and notes what is left out.
    func makePages(_ info: DocumentInfo, type: FileType) -> AnswerMessage {
        var info = info
        let omissions = Omissions()
        let outcome = ReadingExtent.$omissions.withValue(omissions) {
            makePages(&info, type: type)
        }
        var answer = AnswerMessage(outcome, info: info)
        answer.isTruncated = omissions.exist
        answer.leftOut = omissions.missing
        answer.leftOut.letters = Self.unknownLetters
        return answer
    }

    /// The letters on the pages that no font has.
    private static var unknownLetters: [Unicode.Scalar] {
        var letters: UnsafePointer<UInt32>?
        let count = unsafe cpango_unknown_letters(&letters)
        return unsafe UnsafeBufferPointer(start: letters, count: count)
            .compactMap { Unicode.Scalar($0) }.sorted()
    }

    private func makePages(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let layout = PageLayout(decoding: bytes)
        else { return .pageOutOfRange }
        do {
            return try write(layout, &info, type: type)
        } catch let error as DocumentProblemError {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
            return .problem
        } catch let error as SheetFailure {
            return outcome(of: error, &info)
        } catch is TextDocument.NothingToShow {
            return .nothingToShow
        } catch DrawingFailure.memory {
            return .memoryLimit
        } catch DrawingFailure.output {
            return .outputFailed
        } catch {
            info.problem = .damaged(why: .init(.pageNotDrawn))
            return .problem
        }
    }

    private func write(
        _ layout: PageLayout,
        _ info: inout DocumentInfo,
        type: FileType
    ) throws -> AnswerMessage.Outcome {
        let output = ChildDescriptor.output
        switch type.family(for: .makePages) {
        case .pdf? where type == .compressedPDF:
            try CompressedPDF.unpack(into: output)
            try PDFDocument.open(output).describe(&info)
        case .pdf?:
            let document = try PDFDocument.open(ChildDescriptor.document)
            document.describe(&info)
            let printable = PrintableDocument(descriptor: ChildDescriptor.document, output: output)
            var same = DocumentInfo(type: type)
            if try !printable.write(describing: &same) {
                try Output(descriptor: output).copy(ChildDescriptor.document)
            }
        case .images?, .rareImages?:
            // What a camera puts beside its raw data is a whole picture.
            if type.isCameraFile, try writeInside(layout, &info, type: type) == .done {
                return .done
            }
            let image = try ImageDocument(ChildDescriptor.document, type: type, in: family)
            image.header.describe(&info)
            let sheets = layout.sheets(count: image.header.pageCount)
            try finish(image, type: type, sheets)
        case .text? where type.isDrawing:
            info.pages = try DrawingDocument(ChildDescriptor.document).makePages(layout, output)
        case .text? where type == .book:
            let book = try BookText(ChildDescriptor.document)
            info.title = book.title
            info.pages = try book.makePages(layout, into: output)
        case .text? where type.isComic:
            return try writeComic(layout, &info, type: type)
        case .text? where TextFormat(type) == .structured(.djvu):
            try write(try DjVuDocument(ChildDescriptor.document), layout, &info)
        case .text?:
            let document = try TextDocument(
                ChildDescriptor.document,
                type: type,
                name: request.name
            )
            info.title = try document.title()
            do {
                info.pages = try reading(document, info) {
                    // What is written once cannot be taken back here.
                    try $0.check()
                    return try $0.makePages(layout, into: output)
                }
            } catch is TextDocument.NothingToShow {
                return try writeInside(layout, &info, type: type)
            }
        case .video?:
            guard let video = try VideoDocument(ChildDescriptor.document) else {
                return try writeInside(layout, &info, type: type)
            }
            video.describe(&info)
            try write([.pixels(try video.draw(pixels: 4096))], layout, &info)
        // Of a program, the picture inside is not its pages.
        case .postscript? where family != .postscript: return .noPreview
        case .postscript?:
            let document = try wholePostScript(type)
            document.describe(&info)
            try document.makePages(layout, into: output)
        case .plain?, .pdfium?, .sheets?, nil: return try writeInside(layout, &info, type: type)
        }
        return .done
    }

    /// Opens a PostScript document, all of it, whether compressed or not.
    private func wholePostScript(_ type: FileType) throws -> PostScriptDocument {
        guard type.isCompressedPostScript else {
            return try PostScriptDocument(ChildDescriptor.document, type: type)
        }
        guard let file = FilePart(whole: ChildDescriptor.document) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        let scratch = ChildDescriptor.scratch
        _ = try CompressedDocument(file: file, output: scratch).unpack()
        return try PostScriptDocument(scratch, type: type)
    }

    /// Writes the picture inside a document, where this helper can read it.
    private func writeInside(
        _ layout: PageLayout,
        _ info: inout DocumentInfo,
        type: FileType
    ) throws -> AnswerMessage.Outcome {
        for tried in 0..<Int(RequestMessage.picturesLimit) {
            guard
                let file = try EmbeddedPicture.find(
                    in: ChildDescriptor.document,
                    type: type,
                    pixels: 4096,
                    tried: tried
                )
            else { break }
            guard let picture = PicturePages.Picture(file: file, pixelLimit: request.pixelLimit)
            else { continue }
            try write([picture], layout, &info)
            return .done
        }
        return type.family == .text ? .nothingToShow : .noPreview
    }

    /// Writes a page for each picture of a comic.
    private func writeComic(
        _ layout: PageLayout,
        _ info: inout DocumentInfo,
        type: FileType
    ) throws -> AnswerMessage.Outcome {
        guard let count = try ComicPages.count(in: ChildDescriptor.document, type: type), count > 0
        else { return try writeInside(layout, &info, type: type) }
        guard count <= layout.pagesLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooManyPages, "\(layout.pagesLimit)"))
            )
        }
        let pages = try PicturePages()
        for page in 1...count {
            guard
                let file = try ComicPages.page(page, in: ChildDescriptor.document, type: type),
                let picture = PicturePages.Picture(file: file, pixelLimit: request.pixelLimit)
            else { throw DocumentProblemError(.damaged(why: .init(.imagePage))) }
            try pages.add(picture)
        }
        info.pages = count
        try finish(layout.sheets(count: count), pages.source, isPicture: true)
        return .done
    }

    /// Writes scanned pages, each decoded when it is its turn.
    private func write(
        _ document: DjVuDocument,
        _ layout: PageLayout,
        _ info: inout DocumentInfo
    ) throws {
        guard document.pages <= layout.pagesLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooManyPages, "\(layout.pagesLimit)"))
            )
        }
        let pages = try PicturePages()
        try document.forEachPrintedPage { try pages.add(.pixels($0)) }
        info.pages = document.pages
        try finish(layout.sheets(count: document.pages), pages.source, isPicture: true)
    }

    private func write(
        _ pictures: [PicturePages.Picture],
        _ layout: PageLayout,
        _ info: inout DocumentInfo
    ) throws {
        let pages = try PicturePages()
        for picture in pictures { try pages.add(picture) }
        info.pages = pictures.count
        try finish(layout.sheets(count: pictures.count), pages.source, isPicture: true)
    }
}

extension PageLayout {
    /// The margins around pictures where the layout leaves them out, in points: a quarter of an inch.
    private static let pictureMargin = 18.0

    /// Sheets for pictures, each as large as the margins allow and turned to suit.
    func sheets(count: Int) -> SheetLayout {
        // A picture is turned to suit, whatever the paper is.
        let margins = margins(usual: Self.pictureMargin, isWide: true)
        let sheet = SheetLayout.Sheet(
            width: width,
            length: length,
            top: margins.top,
            right: margins.right,
            bottom: margins.bottom,
            left: margins.left
        )
        return SheetLayout(
            faces: (1...max(1, count)).map { [$0] },
            sheet: sheet,
            scaling: .fit,
            orientation: orientation
        )
    }
}
