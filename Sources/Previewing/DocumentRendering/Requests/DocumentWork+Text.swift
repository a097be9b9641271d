import PageRendering
import PreviewHelper
import PreviewModel

/// The text of pages.
extension DocumentWork {
    /// Writes the text of the pages that the request names, one after the other, until the output is large enough; of a text
    /// file, its lines.
    func readText(_ info: inout DocumentInfo, type: FileType) -> AnswerMessage.Outcome {
        guard type.family == .pdf else { return writeLines(type) }
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let message = TextMessage(decoding: bytes)
        else { return .pageOutOfRange }
        do {
            let document = try PDFDocument.open(ChildDescriptor.document)
            let words = PDFText(ChildDescriptor.document)
            let count = document.pageCount
            info.pages = count
            guard message.last <= count else { return .pageOutOfRange }
            let output = Output(descriptor: ChildDescriptor.output)
            var size = 0
            for page in message.first...message.last {
                // A page that cannot be loaded has no text, as it has no picture.
                let read = document.text(
                    ofPage: page,
                    from: words,
                    hasPositions: message.hasPositions
                )
                let record = (read ?? Self.emptyPage(page)).encoded()
                if size > 0, size + record.count > message.byteLimit { break }
                try output.write(record)
                size += record.count
            }
            return .done
        } catch let error as DocumentProblemError {
            info.problem = error.problem
            info.encrypted = error.problem == .encrypted
            return .problem
        } catch {
            return .outputFailed
        }
    }

    /// Writes the lines of a text file.
    private func writeLines(_ type: FileType) -> AnswerMessage.Outcome {
        guard type.family == .text, !type.isDrawing,
            let lines = try? TextDocument(
                ChildDescriptor.document,
                type: type,
                name: request.name
            ).lines(), !lines.isEmpty
        else { return .noPreview }
        let output = Output(descriptor: ChildDescriptor.output)
        return (try? output.write(Array(lines.utf8))) == nil ? .outputFailed : .done
    }

    private static func emptyPage(_ page: Int) -> PageText {
        PageText(page: page, width: PageLayout.a4.width, height: PageLayout.a4.length, text: "")
    }
}
