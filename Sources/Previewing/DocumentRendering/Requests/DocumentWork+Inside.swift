import Glibc
import PreviewHelper
import PreviewModel

extension DocumentWork {
    /// Draws a page of a document that this project lays out, or extracts its embedded preview.
    func drawText(
        _ info: inout DocumentInfo,
        type: FileType
    ) throws -> (AnswerMessage, Picture?) {
        let document = try TextDocument(ChildDescriptor.document, type: type, name: request.name)
        let page = Int(request.page)
        if type.isComic {
            let answer = try takeOut(info, type: type)
            if answer.outcome != .noPreview { return (answer, nil) }
        }
        if page == 1, request.picturesTried == 0, let cover = document.structured?.cover {
            return (answer(with: cover, info), nil)
        }
        // A preview made by the office program shows more than a page of plain text, unless it
        // would have to be enlarged.
        let isWanted = page == 1 && !type.isComic && TextDocument.showsPictureInside(type)
        let inside = isWanted ? try findInside(type) : nil
        if let inside, !isTooSmall(inside) { return (answer(with: inside, info), nil) }
        do {
            let picture = try reading(document, info) {
                try $0.draw(page: page, pixels: Int(request.pixels))
            }
            return (AnswerMessage(.done, info: info, picture), picture)
        } catch {
            // A small preview is better than nothing, and so is a drawing in a page without text.
            if let inside { return (answer(with: inside, info), nil) }
            guard error is TextDocument.NothingToShow, request.picturesTried == 0,
                let drawing = document.drawing
            else { throw error }
            return (answer(with: drawing, info), nil)
        }
    }

    /// Draws the cover of a book; where it has none, its first page, and any later one.
    func drawBook(_ info: inout DocumentInfo) throws -> (AnswerMessage, Picture?) {
        if request.page == 1 {
            let answer = try takeOut(info, type: .book)
            if answer.outcome != .noPreview { return (answer, nil) }
        }
        let picture = try BookText(ChildDescriptor.document).draw(
            page: Int(request.page),
            pixels: Int(request.pixels)
        )
        return (AnswerMessage(.done, info: info, picture), picture)
    }

    /// Reads a document by the reader of its type; where that finds it damaged or blank, and its bytes are text, as text.
    func reading<Result>(
        _ document: TextDocument,
        _ info: DocumentInfo,
        _ read: (TextDocument) throws -> Result
    ) throws -> Result {
        do {
            return try read(document)
        } catch {
            guard let text = document.asText(after: error, info) else { throw error }
            return try read(text)
        }
    }

    /// Extracts the embedded preview of the document, or the requested page of a comic.
    func takeOut(_ info: DocumentInfo, type: FileType) throws -> AnswerMessage {
        if type.isComic, request.page > 1 {
            guard request.picturesTried == 0,
                let picture = try ComicPages.page(
                    Int(request.page),
                    in: ChildDescriptor.document,
                    type: type
                )
            else { return AnswerMessage(.noPreview, info: info) }
            return answer(with: picture, info)
        }
        guard let picture = try findInside(type) else {
            return AnswerMessage(.noPreview, info: info)
        }
        // The preview shows the document's first page, or all of it.
        guard request.page == 1 else { return AnswerMessage(.pageOutOfRange, info: info) }
        return answer(with: picture, info)
    }

    private func findInside(_ type: FileType) throws(DocumentProblemError) -> [UInt8]? {
        guard request.picturesTried < RequestMessage.picturesLimit else { return nil }
        return try EmbeddedPicture.find(
            in: ChildDescriptor.document,
            type: type,
            pixels: Int(request.pixels),
            tried: Int(request.picturesTried)
        )
    }

    private func isTooSmall(_ picture: [UInt8]) -> Bool {
        EmbeddedPictureSize.longerSide(of: picture).map { $0 < Int(request.pixels) } ?? false
    }

    /// Returns an answer with an embedded picture.
    private func answer(with picture: [UInt8], _ info: DocumentInfo) -> AnswerMessage {
        let count = unsafe pwrite(ChildDescriptor.output, picture, picture.count, 0)
        guard count == picture.count else { return AnswerMessage(.outputFailed, info: info) }
        let isDrawing = EmbeddedPicture.isDrawing(picture)
        return AnswerMessage(isDrawing ? .embeddedDrawing : .embedded, info: info)
    }
}
