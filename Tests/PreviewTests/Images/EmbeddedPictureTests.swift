import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import QuickPreview

struct `Pictures inside documents` {
    private static let thumbnailType =
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"

    /// A picture of a colour, as PNG.
    private static func picture(
        _ colour: [UInt8],
        _ width: Int = 40,
        _ height: Int = 20
    ) throws
        -> [UInt8]
    {
        try Comics.plain(colour, width: width, height: height)
    }

    private static let red: [UInt8] = [255, 0, 0]
    private static let green: [UInt8] = [0, 255, 0]
    private static let blue: [UInt8] = [0, 0, 255]

    private static func entry(_ name: String, _ bytes: [UInt8]) -> ZipMaker.Entry {
        var entry = ZipMaker.Entry(name)
        entry.contents = bytes
        return entry
    }

    /// Draws a package of these entries.
    private static func draw(
        _ entries: [ZipMaker.Entry],
        as name: String,
        page: Int = 1,
        size: Int = 64
    ) async throws -> PreviewImage {
        var drawn: PreviewImage?
        try await withFixtures { fixtures in
            let path = try fixtures.write(ZipMaker(entries).bytes, as: name)
            try await withPreviewer { previewer in
                drawn = try await thumbnail(previewer, path, page: page, size: size)
            }
        }
        return try #require(drawn)
    }

    @Test func `an Office document shows the picture that its relationships name`() async throws {
        let relations = """
            <?xml version="1.0"?><Relationships xmlns="http://x/relationships">
            <Relationship Id="a" Type="http://x/officeDocument" Target="word/document.xml"/>
            <Relationship Id="b" Type="\(Self.thumbnailType)" Target="/docProps/th%75mb.png"/>
            </Relationships>
            """
        let image = try await Self.draw(
            [
                .init("[Content_Types].xml", "<Types/>"), .init("_rels/.rels", relations),
                Self.entry("word/media/image1.png", try Self.picture(Self.green)),
                Self.entry("docProps/thumb.png", try Self.picture(Self.red)),
                .init("word/document.xml", "<document/>"),
            ],
            as: "letter.docx"
        )
        #expect(image.colour(0.5, 0.5) == "red")
        #expect(image.size == "40x20")
        #expect(image.isEmbedded)
    }

    @Test func `a metafile, or a missing part, is not a picture`() async throws {
        let relations = """
            <Relationships><Relationship Type="\(Self.thumbnailType)" Target="t.emf"/></Relationships>
            """
        let package: [ZipMaker.Entry] = [
            .init("_rels/.rels", relations), .init("t.emf", "\u{1}\0\0\0 EMF"),
        ]
        let listed = try await Self.draw(package, as: "a.zip")
        #expect(!listed.isEmbedded)
        let open: [ZipMaker.Entry] = [
            .init("mimetype", "application/vnd.oasis.opendocument.text"),
            .init("content.xml", "<a/>"),
            Self.entry("Thumbnails/thumbnail.png", try Self.picture(Self.blue)),
        ]
        #expect(try await Self.draw(open, as: "a.odt").colour(0.5, 0.5) == "blue")
        do {
            _ = try await Self.draw(open, as: "a.odt", page: 2)
            Issue.record("page 2 was drawn")
        } catch let error as PreviewError {
            #expect(error.code == .pageOutOfRange)
        }
    }

    /// An OpenDocument text with a picture of itself inside.
    private static func text(_ words: String, _ picture: [UInt8]) -> [ZipMaker.Entry] {
        [
            .init("mimetype", "application/vnd.oasis.opendocument.text"),
            .init(
                "content.xml",
                """
                <office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>
                <text:p>\(words)</text:p></office:text></office:body></office:document-content>
                """
            ), entry("Thumbnails/thumbnail.png", picture),
        ]
    }

    private static func oneColour(_ colour: [UInt8]) throws -> [UInt8] {
        let pixels = Array(repeating: colour, count: 64 * 64).flatMap { $0 }
        return try PreviewImage(width: 64, height: 64, pixels: pixels, type: "").png()
    }

    @Test func `a blank page that a template left is replaced by the contents`() async throws {
        for colour: [UInt8] in [[255, 255, 255, 255], [0, 0, 0, 0], [9, 99, 199, 255]] {
            let page = try Self.oneColour(colour)
            let image = try await Self.draw(Self.text("Dear reader", page), as: "a.odt")
            #expect(!image.isEmbedded && image.ink() > 0, "\(colour)")
            // What cannot be drawn otherwise has no picture then.
            await #expect {
                try await Self.draw(
                    [.init("Index/Document.iwa", "x"), Self.entry("preview.jpg", page)],
                    as: "a.pages"
                )
            } throws: {
                ($0 as? PreviewError)?.code == .noPreview
            }
        }
        // The page of a comic is what it is.
        let comic = [Self.entry("1.png", try Self.oneColour([255, 255, 255, 255]))]
        #expect(try await Self.draw(comic, as: "a.cbz").isEmbedded)
    }

    @Test func `a small picture of a page is replaced by the page itself`() async throws {
        let picture = try Self.picture(Self.blue, 48, 64)
        let text = Self.text("Dear reader", picture)
        #expect(try await Self.draw(text, as: "a.odt", size: 64).colour(0.5, 0.5) == "blue")
        let large = try await Self.draw(text, as: "a.odt", size: 65)
        #expect(!large.isEmbedded && large.size == "46x65")
        // Without words there would be nothing to see.
        let bare = try await Self.draw(Self.text("", picture), as: "a.odt", size: 256)
        #expect(bare.isEmbedded && bare.size == "48x64")
    }

    @Test func `a transparent picture of a page is composed over white`()
        async throws
    {
        var pixels = Array(repeating: [0, 0, 0, 0] as [UInt8], count: 64 * 64).flatMap { $0 }
        for index in 0..<64 * 4 * 8 { pixels[index] = index % 4 == 3 ? 255 : 0 }
        let page = try PreviewImage(width: 64, height: 64, pixels: pixels, type: "").png()
        let image = try await Self.draw(Self.text("x", page), as: "a.odt")
        #expect(image.isEmbedded && image.isOpaque)
        #expect(image.colour(0.5, 0.05) == "black" && image.colour(0.5, 0.5) == "white")
        // Of a drawing the ground belongs to the picture.
        let drawing = [
            ZipMaker.Entry("mimetype", "image/openraster"), Self.entry("mergedimage.png", page),
        ]
        #expect(try await !Self.draw(drawing, as: "a.ora").isOpaque)
    }

    @Test func `an iWork document shows the picture that suits the size`() async throws {
        let folder = "Project.key/"
        let entries = [
            Self.entry(folder + "preview-micro.jpg", try Self.picture(Self.red, 53, 41)),
            Self.entry(folder + "preview.jpg", try Self.picture(Self.green, 720, 552)),
            Self.entry(folder + "preview-web.jpg", try Self.picture(Self.blue, 225, 173)),
            Self.entry(folder + "Data/deep/preview.jpg", try Self.picture([0, 0, 0], 9, 9)),
            Self.entry("__MACOSX/preview.jpg", try Self.picture([0, 0, 0], 9, 9)),
            .init(folder + "Index/Document.iwa", "x"),
        ]
        for (size, colour) in [(32, "red"), (128, "blue"), (256, "green"), (2000, "green")] {
            let image = try await Self.draw(entries, as: "Project.key", size: size)
            #expect(image.colour(0.5, 0.5) == colour, "\(size)")
        }
        let sheet = PDFMaker(pages: [.init(colour: "1 0 1")]).text
        let pages = entries + [.init("QuickLook/Preview.pdf", sheet)]
        let large = try await Self.draw(pages, as: "Project.key", size: 1000)
        #expect(large.colour(0.5, 0.5) == "magenta")
        #expect(max(large.width, large.height) == 1000)
    }

    @Test func `a damaged picture is replaced by the next`() async throws {
        var damaged = Self.entry("preview.jpg", try Self.picture(Self.green))
        damaged.checksum = 1
        let small = Self.entry("preview-micro.jpg", try Self.picture(Self.red))
        let image = try await Self.draw(
            [damaged, small, .init("Index/Document.iwa", "x")],
            as: "a.pages"
        )
        #expect(image.colour(0.5, 0.5) == "red")
    }

    private static func book(_ package: String, _ more: [ZipMaker.Entry]) -> [ZipMaker.Entry] {
        let container = """
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
            <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
            </rootfiles></container>
            """
        return [
            .init("mimetype", "application/epub+zip"), .init("META-INF/container.xml", container),
            .init("OPS/book.opf", "<package xmlns='x' xmlns:opf='y'>\(package)</package>"),
        ] + more
    }

    @Test func `a book shows the cover that its package names`() async throws {
        let pictures = [
            Self.entry("OPS/img/a b.png", try Self.picture(Self.red)),
            Self.entry("OPS/img/first.png", try Self.picture(Self.green)),
            Self.entry("images/shared.png", try Self.picture(Self.blue)),
            .init(
                "OPS/cover.xhtml",
                "<html><svg><image xlink:href='../images/shared.png'/></svg></html>"
            ),
        ]
        let items = """
            <opf:item id='f' href='img/first.png' media-type='image/png'/>
            <opf:item id='c' href='cover.xhtml' media-type='application/xhtml+xml'/>
            """
        let red =
            "<item id='r' href='img/a%20b.png' media-type='image/png' properties='x cover-image'/>"
        let byMeta =
            "<meta name='cover' content='r'/><item id='r' href='img/a%20b.png' media-type='image/png'/>"
        let byGuide = "<guide><reference type='cover' href='cover.xhtml#top'/></guide>"
        let bySpine = "<spine><itemref idref='c'/></spine>"
        let cases = [
            (items + red, "red"), (items + byMeta, "red"), (items + byGuide, "blue"),
            (items + bySpine, "blue"),
            ("<item id='f' href='img/first.png' media-type='image/png'/>", "green"),
        ]
        for (package, colour) in cases {
            let image = try await Self.draw(Self.book(package, pictures), as: "book.epub")
            #expect(image.colour(0.5, 0.5) == colour, "\(package)")
        }
    }

    @Test func `the XML of a package is bounded`() {
        let lol = (1...12).map {
            "<!ENTITY l\($0) '&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);'>"
        }
        let bomb = "<!DOCTYPE a [<!ENTITY l0 'lol'>\(lol.joined())]><a b='&l12;'/>"
        #expect(XMLElements.read(Array(bomb.utf8)).isEmpty)
        let many = "<a>" + String(repeating: "<b/>", count: 30_000) + "</a>"
        #expect(XMLElements.read(Array(many.utf8)).count == 20_000)
        #expect(XMLElements.read(Array("<x:a p:q='&#233;'><b>".utf8)).map(\.name) == ["a", "b"])
        #expect(XMLElements.read(Array("<x:a p:q='&#233;'/>".utf8)).first?.attributes == ["q": "é"])
    }

    @Test(arguments: [
        ("a.xml", "OPS/", "OPS/a.xml"), ("../b/./c.png", "OPS/text/", "OPS/b/c.png"),
        ("/docProps/t.jpeg", "word/", "docProps/t.jpeg"),
        ("../../../etc/passwd", "a/", "etc/passwd"),
        ("a%2Fb%zz.png#x?y", "", "a/b%zz.png"),
    ])
    func `a reference stays inside its package`(
        _ reference: String,
        _ folder: String,
        _ name: String
    ) {
        #expect(PackagePath.resolve(reference, in: folder) == name)
    }

    /// A FLAC file without sound that has these pictures: the kind of each and its bytes.
    private static func sound(_ pictures: [(kind: UInt8, bytes: [UInt8])]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) }
        }
        func block(_ kind: UInt8, _ body: [UInt8], isLast: Bool) -> [UInt8] {
            [kind | (isLast ? 0x80 : 0)] + number(body.count).dropFirst() + body
        }
        var bytes = Array("fLaC".utf8)
        // 44,100 Hz, two channels, 16 bits.
        let stream: [UInt8] = [16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
        bytes += block(0, stream + Array(repeating: 0, count: 20), isLast: false)
        let comment = Array("TITLE=Song".utf8)
        let tags = [0, 0, 0, 0, 1, 0, 0, 0, UInt8(comment.count), 0, 0, 0] + comment
        bytes += block(4, tags, isLast: pictures.isEmpty)
        for (index, picture) in pictures.enumerated() {
            let type = Array("image/png".utf8)
            let body =
                number(Int(picture.kind)) + number(type.count) + type + number(0)
                + Array(repeating: 0, count: 16) + number(picture.bytes.count) + picture.bytes
            bytes += block(6, body, isLast: index == pictures.count - 1)
        }
        return bytes
    }

    @Test func `a sound file shows its front cover, and has a title`() async throws {
        try await withFixtures { fixtures in
            let pictures: [(kind: UInt8, bytes: [UInt8])] = [
                (4, try Self.picture(Self.red)), (3, try Self.picture(Self.green)),
            ]
            let path = try fixtures.write(Self.sound(pictures), as: "song.flac")
            let back = try fixtures.write(Self.sound([pictures[0]]), as: "back.flac")
            let bare = try fixtures.write(Self.sound([]), as: "bare.flac")
            let junk = try fixtures.write(
                Self.sound([(3, Array("no picture".utf8))]),
                as: "junk.flac"
            )
            try await withPreviewer { previewer in
                let front = try await thumbnail(previewer, path)
                #expect(front.colour(0.5, 0.5) == "green" && front.isEmbedded)
                #expect(front.type == "audio/flac")
                #expect(try await thumbnail(previewer, back).colour(0.5, 0.5) == "red")
                for path in [bare, junk] {
                    do {
                        _ = try await thumbnail(previewer, path)
                        Issue.record("a picture of \(path)")
                    } catch let error as PreviewError {
                        #expect(error.code == .noPreview)
                    }
                }
                let info = try await withFile(path) {
                    try await previewer.info(of: $0, name: "song.flac")
                }
                #expect(info.title == "Song")
            }
        }
    }

    @Test func `pages of comics are in natural order`() {
        let pages = ["b/page 10.jpg", "b/page 2.jpg", "b/page 1.jpg", "b/Page 02.jpg"]
        #expect(PackagePictures.covers(of: pages).first == "b/page 1.jpg")
        #expect(PackagePictures.covers(of: pages + ["z/Cover-a.png"]).first == "z/Cover-a.png")
        #expect(!PackagePictures.isComicPage("__MACOSX/b/._page 1.jpg"))
        #expect(!PackagePictures.isComicPage("b/info.xml"))
    }
}
