import PlainRendering
package import PreviewHelper
package import PreviewModel

/// Does for PDFs and JPEG files that are printed what needs libqpdf and libjpeg alone; passes what is out of the ordinary on to
/// the helper that has poppler or libvips, too.
package struct SheetRenderer: Renderer {
    /// The most pages of a document whose contents are read.
    private static let pagesLimit = 2000

    package init() {}

    package var folders: [String] { [] }

    package func addUserFonts() {}

    package func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        var info = info
        let outcome: AnswerMessage.Outcome =
            switch request.operation {
            case .prepareSheets where type == .pdf || type == .jpeg: prepare(request, type, &info)
            case .decode where type == .jpeg: describe(&info) ? .done : .otherFamily
            case _ where type != .pdf: .otherFamily
            case .makePrintable: isPrintable(&info) ? .unchanged : .otherFamily
            case .info: count(&info) ? .done : .otherFamily
            default: .otherFamily
            }
        return (AnswerMessage(outcome, info: info), nil)
    }

    /// Writes the finished PDF that the request's layout describes.
    private func prepare(
        _ request: RequestMessage,
        _ type: FileType,
        _ info: inout DocumentInfo
    ) -> AnswerMessage.Outcome {
        guard let bytes = FilePart.sealed(ChildDescriptor.payload, count: Int(request.payloadSize)),
            let layout = SheetLayout(decoding: bytes)
        else { return .pageOutOfRange }
        do throws(SheetFailure) {
            let source: SheetSource
            if type == .jpeg {
                guard let file = JPEGFile(ChildDescriptor.document) else { return .otherFamily }
                file.header.describe(&info)
                source = try SheetSource()
                try file.add(to: source, resolution: layout.resolution)
            } else {
                source = try SheetSource(ChildDescriptor.document)
                info.pages = source.pageCount
            }
            try SheetWriter(layout: layout, output: ChildDescriptor.output)
                .write(source, isPicture: type == .jpeg)
            return .done
        } catch {
            switch error {
            case .outcome(let outcome): return outcome
            // The other helper says what is wrong.
            case .damaged, .tooLarge, .encrypted: return .otherFamily
            }
        }
    }

    /// Adds the facts of a JPEG file that is placed on sheets as it is; returns whether they are certain.
    private func describe(_ info: inout DocumentInfo) -> Bool {
        guard let file = JPEGFile(ChildDescriptor.document) else { return false }
        file.header.describe(&info)
        return true
    }

    /// Counts the pages of a finished PDF.
    private func count(_ info: inout DocumentInfo) -> Bool {
        guard let source = try? SheetSource(ChildDescriptor.document), source.isCertain else {
            return false
        }
        info.pages = source.pageCount
        return true
    }

    /// Adds the facts of a PDF that prints as it is displayed; returns whether it is certain that it does.
    private func isPrintable(_ info: inout DocumentInfo) -> Bool {
        guard let source = try? SheetSource(ChildDescriptor.document), source.isCertain,
            (1...Self.pagesLimit).contains(source.pageCount),
            let title = source.certainTitle?.singleLine,
            source.unprintedPages.isEmpty, source.repairPages() == 0, source.readsContents
        else { return false }
        let sizes = (1...min(source.pageCount, DocumentInfo.pageSizesLimit))
            .map { source.size($0) }
        // Also after the contents have been read.
        guard source.isCertain, sizes.allSatisfy(\.isPossible) else { return false }
        info.pages = source.pageCount
        info.pageSizes = sizes
        info.width = sizes.first?.width
        info.height = sizes.first?.height
        info.title = title.isEmpty ? nil : title
        return true
    }
}
