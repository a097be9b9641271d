import PreviewHelper
import PreviewModel

/// A document in XPS or OpenXPS (ECMA-388), whose pages become drawings.
struct XPSDocument {
    let package: OfficePackage
    /// The parts of the pages, in order.
    let pages: [String]

    /// The largest page that is read, in bytes.
    private static let pageLimit = 32 << 20

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        let package = try OfficePackage(descriptor)
        self.package = package
        var documents: [String] = []
        let main = try package.mainPart("fixedrepresentation") ?? "FixedDocSeq.fdseq"
        let folder = PackagePath.folder(of: main)
        try package.scan(main) { event in
            if case .begin("DocumentReference", let attributes) = event,
                let source = attributes["Source"]
            {
                documents.append(package.archive.name(of: source, in: folder))
            }
            return documents.count < 1_000
        }
        var pages: [String] = []
        for document in documents {
            let folder = PackagePath.folder(of: document)
            try package.scan(document) { event in
                if case .begin("PageContent", let attributes) = event,
                    let source = attributes["Source"]
                {
                    pages.append(package.archive.name(of: source, in: folder))
                }
                return pages.count <= DocumentInfo.pagesLimit
            }
        }
        guard !pages.isEmpty else { throw DocumentProblemError(.damaged(why: .init(.noPages))) }
        guard pages.count <= DocumentInfo.pagesLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooManyPages, "\(DocumentInfo.pagesLimit)"))
            )
        }
        self.pages = pages
    }

    /// The drawing of a page (1-based).
    func page(_ number: Int) throws -> DrawnPage {
        guard pages.indices.contains(number - 1) else {
            throw TextDocument.NoSuchPage(count: pages.count)
        }
        let part = pages[number - 1]
        let why: DocumentReason.Code = number == 1 ? .firstPage : .onePage
        guard let entry = package.archive[part],
            let bytes = try? package.archive.read(entry, limit: Self.pageLimit)
        else { throw DocumentProblemError(.damaged(why: .init(why))) }
        let drawing = XPSDrawing(package, folder: PackagePath.folder(of: part))
        try XMLScanner.scan(bytes, isWhole: true) { drawing.take($0) }
        guard let page = drawing.page else {
            throw DocumentProblemError(.damaged(why: .init(.noSize)))
        }
        return page
    }

    /// Reports the pages as slides, each with its drawing, until the sink returns false.
    func read(into sink: (Block) -> Bool) throws(DocumentProblemError) {
        for number
            in 1...min(pages.count, ReadingExtent.limit(PageSetter.pagesLimit, whole: 10_001))
        {
            let page: DrawnPage
            do {
                page = try self.page(number)
            } catch let error as DocumentProblemError {
                throw error
            } catch {
                throw DocumentProblemError(.damaged(why: .init(.onePage)))
            }
            guard sink(page.slide(on: paper)) else { return }
        }
    }

    /// Paper of the shape of the first page, whose longer side is that of A4.
    var paper: Paper {
        // Without a page that can be read, the error is reported when it is asked for.
        let page = try? page(1)
        return page?.paper ?? .a4
    }
}
