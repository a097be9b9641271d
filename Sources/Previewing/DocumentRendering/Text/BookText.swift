import PreviewHelper
import PreviewModel

/// The chapters of a book (EPUB 3.3), in the order of its spine, as text.
struct BookText {
    private let package: OfficePackage
    private let folder: String
    private let chapters: [String]
    /// The title of the book.
    let title: String?

    private static let tableLimit = 4 << 20
    private static let chapterLimit = 32 << 20
    private static let margin = 54.0

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        package = try OfficePackage(descriptor)
        let archive = package.archive
        func elements(_ name: String) -> [XMLElements.Element] {
            // A part that cannot be read has no elements.
            archive[name].flatMap { try? archive.read($0, limit: Self.tableLimit) }
                .map(XMLElements.read) ?? []
        }
        guard
            let main = elements("META-INF/container.xml").first(where: { $0.name == "rootfile" })?
                .attributes["full-path"]
        else { throw DocumentProblemError(.damaged(why: .init(.partList))) }
        let folder = PackagePath.folder(of: main)
        let parts = elements(main)
        var names: [String: String] = [:]
        for part in parts where part.name == "item" {
            guard let id = part.attributes["id"], let place = part.attributes["href"] else {
                continue
            }
            names[id] = archive.name(of: place, in: folder)
        }
        chapters = parts.filter { $0.name == "itemref" }
            .compactMap { $0.attributes["idref"].flatMap { names[$0] } }
        guard chapters.contains(where: { archive[$0] != nil }) else {
            throw DocumentProblemError(.damaged(why: .init(.noBody)))
        }
        self.folder = folder
        title = Self.title(package, main)
    }

    private static func title(_ package: OfficePackage, _ main: String) -> String? {
        var (title, inTitle) = ("", false)
        // A book without a readable title just has none.
        try? package.scan(main) { event in
            switch event {
            case .begin("title", _): inTitle = true
            case .end("title"): return false
            case .text(let text): if inTitle, title.utf8.count < 1_000 { title += text }
            default: break
            }
            return true
        }
        title = title.singleLine
        return title.isEmpty ? nil : title
    }

    /// Writes all chapters, each on new pages, and returns the number of pages.
    func makePages(_ layout: PageLayout, into output: Int32) throws -> Int {
        try ReadingExtent.$current.withValue(.whole) {
            let size = layout.textPageSize(isWide: false)
            let frame = PageFrame(layout, size, usual: Self.margin, fontSize: layout.fontSize)
            let pages = PageFile(
                output: output,
                size: size,
                title: title ?? "",
                lengths: layout.lengths
            )
            return try pages.write(
                frame.paper,
                limit: layout.pagesLimit,
                at: frame.place,
                factor: frame.factor,
                mustShow: true,
                tell: tell
            )
        }
    }

    /// Draws a page as the pages of texts are drawn.
    func draw(page: Int, pixels: Int) throws -> Picture {
        let paper = TextPicture.paper(page: page, pixels: pixels)
        return try TextPicture.draw(
            page: page,
            pixels: pixels,
            paper: paper,
            mustShow: true,
            tell: tell
        )
    }

    private func tell(_ sink: @escaping (Block) -> Bool) throws {
        for chapter in chapters {
            guard let entry = package.archive[chapter] else {
                ReadingExtent.noteOmission()
                continue
            }
            let bytes: [UInt8]
            do throws(ZipArchive.Failure) {
                bytes = try package.archive.read(entry, limit: Self.chapterLimit)
            } catch {
                throw OfficePackage.problem(error)
            }
            guard let text = TextDecoding.decode(bytes, isWhole: true) else {
                ReadingExtent.noteOmission()
                continue
            }
            guard sink(.pageBreak) else { return }
            var wantsMore = true
            let folder = PackagePath.folder(of: chapter)
            let takes: (Block) -> Bool = { block in
                wantsMore = sink(block)
                return wantsMore
            }
            HTMLText.read(text, picture: { picture($0, in: folder) }, into: takes)
            guard wantsMore else { return }
        }
    }

    /// A picture of the book in the size that its pixels have on the screen.
    private func picture(_ address: String, in folder: String) -> InlinePicture? {
        if let picture = InlinePicture.inside(address) { return picture }
        let name = package.archive.name(of: address, in: folder)
        guard let entry = package.archive[name] else { return nil }
        do throws(ZipArchive.Failure) {
            let bytes = try package.archive.read(entry, limit: SizeLimit.embeddedPicture)
            return InlinePicture(decoding: bytes)
        } catch {
            if error == .tooLarge { ReadingExtent.noteOmission() }
            return nil
        }
    }
}
