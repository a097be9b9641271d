import Foundation
import ProofKit
import QuickPreview
import Testing

@testable import DocumentRendering

/// The pictures that a text holds itself, on pages that are written: web pages, Markdown, mail, and books.
struct `Pictures of texts` {
    /// A picture of 80 x 40 pixels: red, green; blue, white.
    private static func quarters() throws -> [UInt8] {
        try Fixtures.quarters(width: 80, height: 40).png()
    }

    private static func address(_ bytes: [UInt8], _ type: String = "image/png") -> String {
        "data:\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    /// The colors of a page at places in points, from the top left of A4.
    private func colours(
        _ pdf: String,
        at places: [(x: Double, y: Double)]
    ) async throws -> [String] {
        var colours: [String] = []
        try await withPreviewer { previewer async throws in
            let page = try await withFile(pdf) { file in
                try await previewer.thumbnail(of: file, name: "a.pdf", size: 1_024)
            }
            colours = places.map { page.colour($0.x / 595.28, $0.y / 841.89) }
        }
        return colours
    }

    /// The pictures in a PDF, as `pdfimages` lists them, by their numbers of columns: width, height, kind of data.
    private func pictures(_ pdf: String) throws -> [[Substring]] {
        try execute("pdfimages", ["-list", pdf]).output.split(separator: "\n").dropFirst(2)
            .map { $0.split(separator: " ") }
    }

    private func made(
        _ bytes: some Collection<UInt8>,
        _ name: String,
        _ body: (String, DocumentPages) async throws -> Void
    ) async throws {
        try await withFixtures { fixtures async throws in
            let copy = fixtures.path("copy.pdf")
            var pages: DocumentPages?
            try await withPages(of: bytes, as: name) { pdf, result throws in
                try FileManager.default.copyItem(atPath: pdf, toPath: copy)
                pages = result
            }
            try await body(copy, #require(pages))
        }
    }

    @Test(arguments: [
        ("", 60.0, 30.0), ("width=400", 300, 150), ("height='80px'", 120, 60),
        ("width=100 height=100", 75, 75), ("style='color: red; width: 50%'", 243.6, 121.8),
        ("width=2000", 487.3, 243.6), ("width=-3 height=x", 60, 30),
    ])
    func `have their own size at 96 pixels per inch, or that of the page`(
        attributes: String,
        width: Double,
        height: Double
    ) async throws {
        let html = "<img src='\(Self.address(try Self.quarters()))' \(attributes)>"
        try await made(html.utf8, "a.html") { pdf, pages async throws in
            #expect(pages.count == 1 && !pages.isTruncated)
            // Both sides of the edges, in the margins of 54 points.
            let (middle, end) = (54 + height / 2, 54 + height)
            let places = [
                (56.0, 56.0), (54 + width * 0.75, 56), (56, middle + 3), (56, end - 2),
                (56, end + 3), (54 + width - 3, 56), (54 + width + 3, 56),
            ]
            #expect(
                try await colours(pdf, at: places)
                    == ["red", "green", "blue", "blue", "white", "green", "white"]
            )
        }
    }

    @Test(arguments: [false, true])
    func `of RTF have the size that it gives, below their words`(isBinary: Bool) async throws {
        let picture = try Self.quarters()
        let data =
            isBinary
            ? Array("\\bin\(picture.count) ".utf8) + picture
            : Array(picture.map { String(format: "%02x", $0) }.joined(separator: "\n").utf8)
        // Word writes a picture twice, for programs that know those of Windows only. What is in a header is not shown.
        let rtf =
            Array("{\\rtf1 words {\\*\\shppict{\\pict{\\*\\blipuid 00ff}".utf8)
            + Array("\\pngblip\\picwgoal2400\\pichgoal1200\\picscalex50\\picscaley50 ".utf8)
            + data
            + Array("}}{\\nonshppict{\\pict\\wmetafile8\\picwgoal999\\pichgoal999 0102}}".utf8)
            + Array("more\\par last {\\header{\\pict\\pngblip 89504e47}}\\par}".utf8)
        var words: [Block] = []
        try RichText.read(rtf) { block in
            words.append(block)
            return true
        }
        let shown = words.compactMap { block -> InlinePicture? in
            if case .picture(let picture) = block { picture } else { nil }
        }
        #expect(words.count == 3 && shown.count == 1)
        #expect(shown.first?.width == 60 && shown.first?.height == 30)
        #expect(shown.first?.file().map { $0 == picture } == true)
        let texts = words.compactMap { block -> String? in
            if case .text(let paragraph) = block { paragraph.text.string } else { nil }
        }
        #expect(texts == ["words more", "last "])
    }

    @Test func `of RTF in formats that are not shown leave room`() throws {
        let rtf = "{\\rtf1 {\\pict\\wmetafile8\\picwgoal2000\\pichgoal1000 0102}\\par}"
        var room: [InlinePicture] = []
        try RichText.read(Array(rtf.utf8)) { block in
            if case .picture(let picture) = block { room.append(picture) }
            return true
        }
        #expect(room.count == 1 && room.first?.width == 100 && room.first?.file() == nil)
    }

    @Test(arguments: ["a.gif", "a.gif[interlace]", "a.webp[lossless]", "a.webp[Q=90]"])
    func `are GIF and WebP, too, also on the pages of comics`(_ output: String) async throws {
        var bytes: [UInt8] = []
        try await withFixtures { fixtures async throws in
            let source = try fixtures.write(Self.quarters(), as: "quarters.png")
            try run("vips", "copy", source, fixtures.path(output))
            let name = output.prefix { $0 != "[" }
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixtures.path(String(name)))))
        }
        let html = "<img src='\(Self.address(bytes, "image/x"))'>"
        try await made(html.utf8, "a.html") { pdf, pages async throws in
            #expect(pages.count == 1 && !pages.isTruncated)
            let places = [(69.0, 61.0), (99, 61), (69, 76), (99, 76), (120, 90)]
            #expect(
                try await colours(pdf, at: places) == ["red", "green", "blue", "white", "white"]
            )
        }
        let entries = (1...3).map { number in
            var page = ZipMaker.Entry("\(number)." + (output.hasPrefix("a.gif") ? "gif" : "webp"))
            page.contents = bytes
            return page
        }
        try await made(ZipMaker(entries).bytes, "a.cbz") { pdf, pages async throws in
            #expect(pages.count == 3)
            let found = try pictures(pdf)
            #expect(found.count == 3 && found.allSatisfy { $0[3...4] == ["80", "40"] })
        }
        // Of what is cut off, there is a part, or its words.
        for count in [13, 20, bytes.count / 2, bytes.count - 3] {
            let html =
                "<img alt=words src='\(Self.address(Array(bytes.prefix(count)), "image/x"))'>"
            try await made(html.utf8, "a.html") { _, pages async throws in
                #expect(pages.count == 1)
            }
        }
    }

    @Test func `keep the data of JPEG files, upright, and once however often they stand there`()
        async throws
    {
        for orientation in 1...8 as ClosedRange<UInt8> {
            try await withFixtures { fixtures async throws in
                let file = try fixtures.jpeg(orientation: orientation)
                let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
                let picture = "<img src='\(Self.address(bytes, "image/jpeg"))'>"
                try await made((picture + "<p>words" + picture).utf8, "a.html") {
                    pdf,
                    _ async throws in
                    let list = try pictures(pdf)
                    #expect(list.count == 2 && list.allSatisfy { $0[3...4] == ["80", "40"] })
                    #expect(
                        list.allSatisfy { $0[8] == "jpeg" } && Set(list.map { $0[10] }).count == 1
                    )
                    let (across, down) = orientation < 5 ? (60.0, 30.0) : (30, 60)
                    let places = [
                        (54 + across * 0.25, 54 + down * 0.25),
                        (54 + across * 0.75, 54 + down * 0.25),
                        (54 + across * 0.25, 54 + down * 0.75),
                        (54 + across * 0.75, 54 + down * 0.75),
                    ]
                    // As another reader of pictures turns it.
                    var upright: [String] = []
                    try await withPreviewer { previewer async throws in
                        let image = try await thumbnail(previewer, file, size: 80)
                        upright = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
                            .map { image.colour($0.0, $0.1) }
                    }
                    #expect(try await colours(pdf, at: places) == upright)
                }
            }
        }
    }

    @Test func `have the pixels of PNG files`() async throws {
        let bytes = try Self.quarters()
        try await made("![a](\(Self.address(bytes)))".utf8, "a.md") { pdf, _ async throws in
            try await withFixtures { fixtures async throws in
                try run("pdfimages", pdf, fixtures.path("out"))
                let ppm = try Data(contentsOf: URL(fileURLWithPath: fixtures.path("out-000.ppm")))
                let pixels = Fixtures.quarters(width: 80, height: 40).pixels
                let colours = pixels.indices.filter { $0 % 4 < 3 }.map { pixels[$0] }
                #expect(ppm.suffix(80 * 40 * 3).elementsEqual(colours))
            }
        }
    }

    @Test(arguments: [
        ("a.html", "<p>one <img src='SRC' alt='in its place'> two"),
        ("a.md", "one ![in its place](SRC) two\n"),
        ("b.md", "<p align=center>one <img src='SRC' alt='in its place'> two</p>\n"),
        ("c.md", "one <img src='SRC' alt='in its place'> two\n"),
    ])
    func `are their words where they lie elsewhere or cannot be read`(
        name: String,
        text: String
    ) async throws {
        for source in [
            "http://127.0.0.1:1/a.png", "a.png", "file:///etc/passwd", "//x/a.png", "cid:a@b",
            "data:image/bmp;base64,Qk0=", "data:image/png;base64,",
        ] {
            let text = text.replacingOccurrences(of: "SRC", with: source)
            try await made(text.utf8, name) { pdf, pages async throws in
                #expect(try writtenWords(pdf) == ["one", "in", "its", "place", "two"], "\(source)")
                #expect(try pictures(pdf).isEmpty && pages.count == 1)
            }
        }
    }

    @Test func `are said to be left out where they have too many pixels`() async throws {
        var bytes = try Self.quarters()
        // A width and a height of 20,000 in the header, with the checksum of that.
        for place in [16, 20] {
            bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0x4E, 0x20])
        }
        let sum = ZipMaker.checksum(Array(bytes[12..<29]))
        bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(sum >> (24 - 8 * $0) & 0xFF) })
        let html = "<p>one<img src='\(Self.address(bytes))' alt='the plan'><p>two"
        try await made(html.utf8, "a.html") { pdf, pages async throws in
            #expect(pages.isTruncated)
            #expect(try writtenWords(pdf) == ["one", "the", "plan", "two"])
        }
    }

    @Test func `are drawn where they are drawings, as lines`() async throws {
        let svg = """
            <svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>\
            <image href='file:///etc/passwd' width='9' height='9'/>\
            <rect width='100' height='50' fill='#0000ff'/></svg>
            """
        let code = try #require(svg.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let html = "<img src='data:image/svg+xml,\(code)'>"
        try await made(html.utf8, "a.html") { pdf, _ async throws in
            #expect(try pictures(pdf).isEmpty)
            let places = [(56.0, 56.0), (127, 89), (131, 60), (60, 94)]
            #expect(try await colours(pdf, at: places) == ["blue", "blue", "white", "white"])
        }
    }

    @Test func `lead where the link around them leads`() async throws {
        let html =
            "<a href='https://example.org/a'><img src='\(Self.address(try Self.quarters()))'></a>"
        try await made(html.utf8, "a.html") { pdf, _ async throws in
            #expect(try execute("pdfinfo", ["-url", pdf]).output.contains("https://example.org/a"))
            #expect(try execute("qpdf", ["--check", pdf]).code == 0)
        }
    }

    @Test func `of mail are those that its page names, and those to be shown below`() async throws {
        let code = Data(try Self.quarters()).base64EncodedString(options: .lineLength76Characters)
        func part(_ fields: String, _ body: String) -> String { "--b\n\(fields)\n\n\(body)\n" }
        let picture = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n"
        let parts = [
            part("Content-Type: text/plain", "only words"),
            part(
                "Content-Type: text/html",
                """
                <p>page</p><img src="cid:on%65@x" width="400"><img src="cid:two@x" alt="missing">
                """
            ), part(picture + "Content-ID: <one@x>", code),
            part(picture + "Content-Disposition: attachment; filename=sent.png", code),
            part(picture + "Content-Disposition: inline; filename=shown.png", code),
            part("Content-Type: text/plain", "footer"),
        ]
        let head = "Subject: Hello\nContent-Type: multipart/mixed; boundary=b\n\n"
        try await made((head + parts.joined() + "--b--\n").utf8, "a.eml") { pdf, _ async throws in
            let words = try writtenWords(pdf)
            #expect(words.contains("page") && words.contains("missing") && words.contains("footer"))
            #expect(!words.contains("only"), "The words and the page are the same message.")
            #expect(words.contains { $0.hasPrefix("sent.png") } && !words.contains("image/png"))
            // A clip before the names of files may be a picture, too.
            #expect(try pictures(pdf).count { $0[3...4] == ["80", "40"] } == 2)
        }
        // Without pictures, the words are the message.
        let plain = parts[..<2].joined()
        try await made((head + plain + "--b--\n").utf8, "b.eml") { pdf, _ async throws in
            #expect(try writtenWords(pdf).contains("only"))
        }
    }

    /// The address of a saved page, that of its picture, and the one in the page.
    @Test(arguments: [
        ("https://a.example/b/c.html", "https://a.example/d.png", "https://a.example/d.png", true),
        ("https://a.example/b/c.html?x=/", "https://a.example/b/d.png", "d.png", true),
        ("https://a.example/b/c.html", "https://a.example/d.png?s=1", "../d.png?s=1#top", true),
        ("https://a.example/b/c.html", "https://a.example/d.png?s=1", "../d.png?s=1", true),
        ("https://a.example", "https://a.example/d.png", "/x/.././d.png", true),
        ("https://a.example/b/", "https://z.example/d.png", "//z.example/d.png", true),
        ("file:///C:/1/a.htm", "file:///C:/1/a_files/d.png", "a_files/d.png", true),
        ("https://a.example/", "files/d.png", "files/d.png", true),
        ("", "files/d.png", "files/d.png", true), ("", "files/d.png", "files/e.png", false),
        ("https://a.example/b/c.html", "https://a.example/d.png", "d.png", false),
    ])
    func `of saved web pages are found by their addresses`(
        page: String,
        location: String,
        address: String,
        isShown: Bool
    ) async throws {
        let code = Data(try Self.quarters()).base64EncodedString()
        let base = page.isEmpty ? "" : "Content-Location: \(page)\n"
        let parts =
            "--b\n\(base)Content-Type: text/html\n\n<img src='\(address)' alt=words>\n"
            + "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n"
            + "Content-Location: \(location)\n\n\(code)\n--b--\n"
        let head =
            "Subject: Hello\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n"
        try await made((head + parts).utf8, "a.mht") { pdf, _ async throws in
            #expect(try pictures(pdf).contains { $0[3...4] == ["80", "40"] } == isShown)
            #expect(try writtenWords(pdf).contains("words") != isShown)
        }
    }

    @Test func `of books are those of its files, covers too`() async throws {
        let opf = """
            <package><manifest><item id="a" href="a.xhtml"/></manifest>\
            <spine><itemref idref="a"/></spine></package>
            """
        let chapter = """
            <html><body><svg><image xlink:href="../i/a%20b.png" width="9" height="3"/></svg>
            <p>words</p><img src="../i/none.png" alt="gone"/></body></html>
            """
        var picture = ZipMaker.Entry("i/a b.png")
        picture.contents = try Self.quarters()
        let book = ZipMaker([
            .init("mimetype", "application/epub+zip"),
            .init(
                "META-INF/container.xml",
                "<container><rootfiles><rootfile full-path=\"o/a.opf\"/></rootfiles></container>"
            ), .init("o/a.opf", opf), .init("o/a.xhtml", chapter), picture,
        ])
        try await made(book.bytes, "a.epub") { pdf, _ async throws in
            #expect(try writtenWords(pdf) == ["words", "gone"])
            #expect(try pictures(pdf).map { Array($0[3...4]) } == [["80", "40"]])
            let places = [(56.0, 56.0), (110, 80)]
            #expect(try await colours(pdf, at: places) == ["red", "white"])
        }
    }
}
