import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import QuickPreview

/// Books without covers, and comics that name theirs.
struct `Covers and first pages` {
    private static func book(_ chapter: String, cover: [UInt8]? = nil) -> [UInt8] {
        var picture = ZipMaker.Entry("O/cover.png")
        picture.contents = cover ?? []
        let item =
            cover == nil
            ? ""
            : "<item id=\"p\" href=\"cover.png\" media-type=\"image/png\" properties=\"cover-image\"/>"
        return ZipMaker([
            .init("mimetype", "application/epub+zip"),
            .init(
                "META-INF/container.xml",
                "<container><rootfile full-path=\"O/b.opf\"/></container>"
            ),
            .init(
                "O/b.opf",
                "<package><metadata><dc:title xmlns:dc=\"d\">The Test Book</dc:title></metadata><manifest>\(item)<item id=\"c\" "
                    + "href=\"c1.xhtml\"/></manifest><spine><itemref idref=\"c\"/></spine></package>"
            ),
            .init("O/c1.xhtml", chapter), picture,
        ]).bytes
    }

    @Test func `a book with a dot for a cover shows its first page`() async throws {
        let page = "<html><body><h1>Chapter 1</h1></body></html>"
        for (edge, isCover) in [(1, false), (60, true)] {
            let cover = try Fixtures.quarters(width: edge, height: edge).png()
            try await withFixtures { fixtures in
                let book = try fixtures.write(Self.book(page, cover: cover), as: "a.epub")
                try await withPreviewer { previewer in
                    try await withFile(book) { file in
                        let image = try await previewer.thumbnail(
                            of: file,
                            name: "a.epub",
                            size: 300
                        )
                        #expect((image.width == image.height) == isCover)
                    }
                }
            }
        }
    }

    @Test func `a book without a cover shows its first page, and has its title`() async throws {
        try await withFixtures { fixtures in
            let page = "<html><body><h1>Chapter 1</h1><p>It was a dark night.</p></body></html>"
            let book = try fixtures.write(Self.book(page), as: "a.epub")
            let empty = try fixtures.write(Self.book("<html><body></body></html>"), as: "b.epub")
            try await withPreviewer { previewer in
                try await withFile(book) { file in
                    #expect(
                        try await previewer.info(of: file, name: "a.epub").title == "The Test Book"
                    )
                    let image = try await previewer.thumbnail(of: file, name: "a.epub", size: 300)
                    #expect(image.height > image.width && image.ink() > 0.001)
                }
                try await withFile(empty) { file in
                    let error = await #expect(throws: PreviewError.self) {
                        try await previewer.thumbnail(of: file, name: "b.epub", size: 300)
                    }
                    #expect(error?.code == .empty)
                }
            }
        }
    }

    @Test func `pages are in the order of their names without endings`() {
        let pages = ["Team-7-02.png", "Team-7.png", "Team-7-01.png", "Team-10.png"]
        let order = ["Team-7.png", "Team-7-01.png", "Team-7-02.png", "Team-10.png"]
        #expect(PackagePictures.inOrder(pages) == order)
        #expect(PackagePictures.inOrder(["a/2.png", "a/1.b/3.png"]) == ["a/1.b/3.png", "a/2.png"])
    }

    @Test(arguments: [
        ("1", ["p2.png", "p1.png", "p3.png"]), ("7", ["p1.png", "p2.png", "p3.png"]),
    ])
    func `the cover is the page that the comic names`(page: String, order: [String]) throws {
        let comic = ZipMaker([
            .init(
                "ComicInfo.xml",
                "<ComicInfo><Pages><Page Image=\"0\" Type=\"Advertisement\"/><Page Image=\"\(page)\" "
                    + "Type=\"FrontCover\"/></Pages></ComicInfo>"
            ),
            .init("p1.png", "1"), .init("p3.png", "3"), .init("p2.png", "2"),
        ]).bytes
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("comic-\(UUID().uuidString)").path
        try Data(comic).write(to: URL(fileURLWithPath: path))
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        unsafe unlink(path)
        defer { close(file) }
        let front = ComicInformation.frontCover(in: try ZipArchive.open(file))
        #expect(front == Int(page))
        let pages = ["p3.png", "p2.png", "p1.png"]
        #expect(PackagePictures.inOrder(pages, front: front) == order)
        #expect(PackagePictures.covers(of: pages, front: front).first == order.first)
    }
}
