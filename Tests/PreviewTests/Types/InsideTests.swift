import Foundation
import PreviewModel
import Testing

@testable import DocumentRendering
@testable import QuickPreview

struct `Embedded pictures` {
    private static let red: [UInt8] = [255, 0, 0]
    private static let green: [UInt8] = [0, 255, 0]

    private static func entry(_ name: String, _ bytes: [UInt8]) -> ZipMaker.Entry {
        var entry = ZipMaker.Entry(name)
        entry.contents = bytes
        return entry
    }

    private static func drawing(_ body: String) -> String {
        """
        <?xml version="1.0"?>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            width="40" height="60">\(body)</svg>
        """
    }

    /// A book whose cover is a drawing.
    private static func book(_ drawing: String, _ more: [ZipMaker.Entry] = []) -> [UInt8] {
        let container = """
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
            <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
            </rootfiles></container>
            """
        let package = """
            <package xmlns="http://www.idpf.org/2007/opf"><manifest>
            <item id="c" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>
            </manifest></package>
            """
        return ZipMaker(
            [
                .init("mimetype", "application/epub+zip"),
                .init("META-INF/container.xml", container), .init("OPS/book.opf", package),
                .init("OPS/cover.svg", drawing),
            ] + more
        ).bytes
    }

    @Test func `a drawing is rendered at the requested size, with its text`() async throws {
        let letters = Self.drawing(
            """
            <rect width="40" height="60" fill="#f00"/><text x="2" y="50" font-size="40" \
            font-family="sans-serif">M</text>
            """
        )
        try await withFixtures { fixtures in
            let path = try fixtures.write(Self.book(letters), as: "book.epub")
            let without = Self.drawing("<rect width='40' height='60' fill='#f00'/>")
            let plain = try fixtures.write(Self.book(without), as: "plain.epub")
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, path, size: 300)
                #expect(image.size == "200x300")
                #expect(image.isEmbedded && image.type == "application/epub+zip")
                #expect(image.colour(0.5, 0.1) == "red")
                // No letters without fonts: they are why a drawing has walls of its own.
                let bare = try await thumbnail(previewer, plain, size: 300)
                let ink = zip(image.pixels, bare.pixels).count { $0 != $1 }
                #expect(ink > 2_000, "\(ink) values of letters")
                #expect(try await info(previewer, path).carriesPicture)
            }
        }
    }

    @Test func `a drawing that only frames a picture of its package is replaced by it`()
        async throws
    {
        let picture = Self.entry("OPS/art/a.png", try Comics.plain(Self.green))
        let frame = Self.drawing("<g><image width='40' height='60' xlink:href='art/a.png'/></g>")
        let collage = Self.drawing(
            "<rect width='40' height='60' fill='#f00'/><image width='4' height='4' href='art/a.png'/>"
        )
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (drawing, colour) in [(frame, "green"), (collage, "red")] {
                    let path = try fixtures.write(Self.book(drawing, [picture]), as: "book.epub")
                    let image = try await thumbnail(previewer, path)
                    #expect(image.colour(0.5, 0.5) == colour)
                }
            }
        }
    }

    @Test func `a picture that cannot be drawn is replaced by the next, or by the text`()
        async throws
    {
        // Begins as a picture, and is none.
        let broken = try Comics.plain(Self.red).prefix(40)
        let text = [
            ZipMaker.Entry("mimetype", "application/vnd.oasis.opendocument.text"),
            .init(
                "content.xml",
                """
                <office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>
                <text:p>Dear reader</text:p></office:text></office:body></office:document-content>
                """
            ), Self.entry("Thumbnails/thumbnail.png", Array(broken)),
        ]
        let work = [
            ZipMaker.Entry("Index/Document.iwa", "x"),
            Self.entry("preview.jpg", Array(broken)),
            Self.entry("preview-web.jpg", try Comics.plain(Self.green)),
        ]
        try await withFixtures { fixtures in
            let letter = try fixtures.write(ZipMaker(text).bytes, as: "letter.odt")
            let pages = try fixtures.write(ZipMaker(work).bytes, as: "a.pages")
            let alone = try fixtures.write(ZipMaker(Array(work.prefix(2))).bytes, as: "b.pages")
            try await withPreviewer { previewer in
                let page = try await thumbnail(previewer, letter, size: 256)
                #expect(!page.isEmbedded && page.ink() > 0)
                #expect(
                    try await thumbnail(previewer, pages, size: 500).colour(0.5, 0.5) == "green"
                )
                await #expect { try await thumbnail(previewer, alone) } throws: {
                    ($0 as? PreviewError)?.code == .damaged
                }
            }
        }
    }

    /// A document of Pages as a folder with these files.
    private static func package(
        _ fixtures: Fixtures,
        _ name: String,
        _ files: [(String, [UInt8])]
    ) throws -> String {
        let folder = fixtures.folder.appendingPathComponent(name)
        for (path, bytes) in [("Index.zip", [])] + files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: file)
        }
        return folder.path
    }

    private static func picture(
        _ previewer: Previewer,
        _ folder: String,
        size: Int = 256
    ) async throws -> PreviewImage {
        try await withFile(folder, flags: O_RDONLY | O_DIRECTORY) {
            try await previewer.thumbnail(ofFolder: $0, name: folder, size: size)
        }
    }

    @Test func `a package folder shows the picture that suits the size`() async throws {
        try await withFixtures { fixtures in
            let files = try [
                ("QuickLook/Thumbnail.jpg", Comics.plain(Self.red)),
                ("preview.jpg", Comics.plain(Self.green)),
            ]
            let both = try Self.package(fixtures, "both.pages", files)
            let broken = try Self.package(
                fixtures,
                "broken.pages",
                [files[0], ("preview.jpg", Array(files[1].1.prefix(40)))]
            )
            try await withPreviewer { previewer in
                for (size, colour) in [(300, "red"), (310, "red"), (311, "green")] {
                    let image = try await Self.picture(previewer, both, size: size)
                    #expect(image.colour(0.5, 0.5) == colour, "\(size)")
                    #expect(image.isEmbedded && image.type == "application/vnd.apple.pages")
                }
                let image = try await Self.picture(previewer, broken, size: 600)
                #expect(image.colour(0.5, 0.5) == "red")
            }
            for (folder, carries) in [(both, true), (fixtures.folder.path, false)] {
                let info = try await withFile(folder, flags: O_RDONLY | O_DIRECTORY) {
                    DocumentInfo(folder: $0, name: folder)
                }
                #expect(info?.carriesPicture == carries)
            }
        }
    }

    @Test func `no link leads out of a package folder`() async throws {
        try await withFixtures { fixtures in
            let secret = try fixtures.write(Comics.plain(Self.red), as: "secret.png")
            let direct = try Self.package(fixtures, "direct.pages", [])
            try FileManager.default.createSymbolicLink(
                atPath: direct + "/preview.jpg",
                withDestinationPath: secret
            )
            let outside = try Self.package(
                fixtures,
                "outside",
                [("Thumbnail.jpg", Comics.plain(Self.red))]
            )
            let around = try Self.package(fixtures, "around.pages", [])
            try FileManager.default.createSymbolicLink(
                atPath: around + "/QuickLook",
                withDestinationPath: outside
            )
            try await withPreviewer { previewer in
                for folder in [direct, around] {
                    let listing = try await Self.picture(previewer, folder)
                    #expect(!listing.isEmbedded && listing.colour(0.9, 0.9) == "white")
                }
            }
        }
    }
}
