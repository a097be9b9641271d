import Foundation
import Testing

@testable import QuickPreview

struct `Text of office documents` {
    private static let word =
        "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
    private static let relations =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    /// The parts of a package whose main part lies there.
    private func package(
        _ main: String,
        type: String,
        parts: [(String, String)]
    ) -> [UInt8] {
        let rels =
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            + "<Relationship Id=\"r1\" Type=\"\(Self.relations)/officeDocument\" Target=\"\(main)\"/>"
            + "</Relationships>"
        let types =
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
            + "<Override PartName=\"/\(main)\" ContentType=\"application/vnd.openxmlformats-"
            + "officedocument.\(type).main+xml\"/></Types>"
        let entries = [("[Content_Types].xml", types), ("_rels/.rels", rels)] + parts
        return ZipMaker(entries.map { ZipMaker.Entry($0.0, $0.1) }).bytes
    }

    private func document(_ body: String, prologue: String = "") -> [UInt8] {
        package(
            "word/document.xml",
            type: "wordprocessingml.document",
            parts: [
                (
                    "word/document.xml",
                    "\(prologue)<w:document \(Self.word)><w:body>\(body)</w:body></w:document>"
                )
            ]
        )
    }

    private func openDocument(_ type: String, _ body: String) -> [UInt8] {
        let name = "urn:oasis:names:tc:opendocument:xmlns"
        let content =
            "<o:document-content xmlns:o=\"\(name):office:1.0\" xmlns:t=\"\(name):text:1.0\" "
            + "xmlns:b=\"\(name):table:1.0\" xmlns:d=\"\(name):drawing:1.0\">"
            + "<o:body>\(body)</o:body></o:document-content>"
        return ZipMaker([
            .init("mimetype", "application/vnd.oasis.opendocument.\(type)"),
            .init("content.xml", content),
        ]).bytes
    }

    private func page(
        _ bytes: [UInt8],
        as name: String,
        page: Int = 1,
        size: Int = 400
    ) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                image = try await thumbnail(previewer, path, page: page, size: size)
            }
        }
        return try #require(image)
    }

    private func failure(_ bytes: [UInt8], as name: String) async throws -> PreviewError.Code? {
        do {
            _ = try await page(bytes, as: name)
            return nil
        } catch let error as PreviewError {
            return error.code
        }
    }

    private func paragraph(_ text: String, _ properties: String = "") -> String {
        "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
    }

    @Test func `of Word has paragraphs, headings, lists, and tables`() async throws {
        let plain = try await page(document(paragraph("Title")), as: "a.docx")
        let heading = try await page(
            document(paragraph("Title", "<w:pStyle w:val=\"Heading1\"/>")),
            as: "a.docx"
        )
        #expect(heading.ink() > 2 * plain.ink())
        let centred = try await page(
            document(paragraph("Title", "<w:jc w:val=\"center\"/>")),
            as: "a.docx"
        )
        #expect(centred.ink(across: 0...0.35) == 0 && centred.ink(across: 0.4...0.6) > 0)
        let list = try await page(
            document(paragraph("Title", "<w:numPr><w:numId w:val=\"1\"/></w:numPr>")),
            as: "a.docx"
        )
        #expect(list.ink() > plain.ink(), "a bullet")
        let cell = "<w:tc>\(paragraph("x"))</w:tc>"
        let table = try await page(
            document(
                "<w:tbl><w:tblPr><w:tblBorders><w:top w:val=\"single\"/></w:tblBorders></w:tblPr>"
                    + "<w:tr>\(cell)\(cell)</w:tr></w:tbl>"
            ),
            as: "a.docx"
        )
        #expect(table.ink() > plain.ink() / 2)
    }

    @Test func `of Word omits deletions, and has text boxes once`() async throws {
        let kept = try await page(document(paragraph("Kept")), as: "a.docx")
        let deleted = document(
            paragraph("Kept")
                + "<w:p><w:del><w:r><w:t>Gone</w:t></w:r></w:del></w:p>"
        )
        #expect(try await page(deleted, as: "a.docx").pixels == kept.pixels)
    }

    @Test func `of OpenDocument looks like that of Word`() async throws {
        let text = openDocument(
            "text",
            "<o:text><t:h t:outline-level=\"1\">Title</t:h><t:p>Words<t:s t:c=\"2\"/>here</t:p></o:text>"
        )
        let word = document(
            paragraph("Title", "<w:pStyle w:val=\"Heading1\"/>") + paragraph("Words  here")
        )
        #expect(try await page(text, as: "a.odt").pixels == page(word, as: "a.docx").pixels)
    }

    @Test func `of spreadsheets is a grid of cells`() async throws {
        let namespace = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
        let sheet = package(
            "xl/workbook.xml",
            type: "spreadsheetml.sheet",
            parts: [
                (
                    "xl/workbook.xml",
                    "<workbook \(namespace) xmlns:r=\"\(Self.relations)\"><sheets>"
                        + "<sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
                ),
                (
                    "xl/_rels/workbook.xml.rels",
                    "<Relationships><Relationship Id=\"r1\" Type=\"x/worksheet\" "
                        + "Target=\"worksheets/sheet1.xml\"/></Relationships>"
                ),
                (
                    "xl/sharedStrings.xml",
                    "<sst \(namespace)><si><t>name</t></si><si><r><t>An</t></r><r><t>n</t></r></si></sst>"
                ),
                (
                    "xl/worksheets/sheet1.xml",
                    "<worksheet \(namespace)><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c>"
                        + "<c r=\"B1\" t=\"inlineStr\"><is><t>age</t></is></c></row>"
                        + "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>1</v></c><c r=\"B2\"><v>31</v></c></row>"
                        + "</sheetData></worksheet>"
                ),
            ]
        )
        func cell(_ text: String, _ type: String = "string") -> String {
            "<b:table-cell o:value-type=\"\(type)\"><t:p>\(text)</t:p></b:table-cell>"
        }
        let open = openDocument(
            "spreadsheet",
            "<o:spreadsheet><b:table b:name=\"S\"><b:table-row>\(cell("name"))\(cell("age"))</b:table-row>"
                + "<b:table-row>\(cell("Ann"))\(cell("31", "float"))</b:table-row></b:table></o:spreadsheet>"
        )
        let image = try await page(sheet, as: "a.xlsx")
        #expect(image.ink() > 0.001)
        #expect(try await page(open, as: "a.ods").pixels == image.pixels)
    }

    @Test func `of presentations has one slide per page, in its proportions`() async throws {
        let namespaces =
            "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" "
            + "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
            + "xmlns:r=\"\(Self.relations)\""
        func slide(_ title: String, _ text: String) -> String {
            func shape(_ kind: String, _ text: String) -> String {
                "<p:sp><p:nvSpPr><p:nvPr><p:ph type=\"\(kind)\"/></p:nvPr></p:nvSpPr><p:txBody>"
                    + "<a:p><a:r><a:t>\(text)</a:t></a:r></a:p></p:txBody></p:sp>"
            }
            return "<p:sld \(namespaces)><p:cSld><p:spTree>\(shape("body", text))"
                + "\(shape("title", title))\(shape("sldNum", "7"))</p:spTree></p:cSld></p:sld>"
        }
        let slides = package(
            "ppt/presentation.xml",
            type: "presentationml.presentation",
            parts: [
                (
                    "ppt/presentation.xml",
                    "<p:presentation \(namespaces)><p:sldIdLst><p:sldId id=\"256\" r:id=\"r2\"/>"
                        + "<p:sldId id=\"257\" r:id=\"r1\"/></p:sldIdLst>"
                        + "<p:sldSz cx=\"16000000\" cy=\"9000000\"/></p:presentation>"
                ),
                (
                    "ppt/_rels/presentation.xml.rels",
                    "<Relationships><Relationship Id=\"r1\" Type=\"x/slide\" Target=\"slides/slide1.xml\"/>"
                        + "<Relationship Id=\"r2\" Type=\"x/slide\" Target=\"/ppt/slides/slide2.xml\"/>"
                        + "</Relationships>"
                ),
                ("ppt/slides/slide1.xml", slide("Last", "")),
                ("ppt/slides/slide2.xml", slide("A long title that comes first", "word")),
            ]
        )
        let first = try await page(slides, as: "a.pptx")
        #expect(first.size == "400x225")
        #expect(first.ink(down: 0...0.3) > 3 * first.ink(down: 0.3...0.6), "the title on top")
        let second = try await page(slides, as: "a.pptx", page: 2)
        #expect(second.ink() > 0 && second.ink() < first.ink() / 2)
        await #expect(throws: PreviewError.self) { try await page(slides, as: "a.pptx", page: 3) }
    }

    @Test func `of RTF is decoded from any encoding`() async throws {
        let rtf = #"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\pard Caf\'e9 \b bold\b0\par}"#
        let unicode = #"{\rtf1\ansi\uc1{\*\generator x;}Caf\u233?\~{\b bold}\par}"#
        let image = try await page(Array(rtf.utf8), as: "a.rtf")
        #expect(image.ink() > 0.0005)
        #expect(try await page(Array(unicode.utf8), as: "a.rtf").pixels == image.pixels)
    }

    @Test func `without a letter gives no picture`() async throws {
        #expect(try await failure(document(paragraph(" ")), as: "a.docx") == .empty)
    }

    @Test func `that is hostile is refused before anything is drawn`() async throws {
        let deep =
            String(repeating: "<w:p>", count: 100_000) + String(repeating: "</w:p>", count: 100_000)
        #expect(try await failure(document(deep), as: "deep.docx") == .damaged)
        let entities = (1...9).map {
            "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">"
        }
        let laughs = "<!DOCTYPE d [<!ENTITY e0 \"ha\">\(entities.joined())]>"
        #expect(
            try await failure(document(paragraph("&e9;"), prologue: laughs), as: "laughs.docx")
                == .damaged
        )
        let outside = "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
        #expect(
            try await failure(document(paragraph("&x;"), prologue: outside), as: "x.docx")
                == .damaged
        )
        #expect(try await failure(document("<w:p><w:broken"), as: "cut.docx") == .damaged)
    }

    @Test(arguments: [
        "<w:r><w:t>x</w:t></w:r>", "<w:r><w:br/></w:r>", "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
    ])
    func `without an end is shown as far as it fits`(piece: String) async throws {
        let begin = "<w:p><w:r><w:t>x</w:t></w:r>"
        let endless = document(begin + String(repeating: piece, count: 30_000) + "</w:p>")
        // A reader that went on to the end would be given up for its time or memory.
        _ = try await page(endless, as: "endless.docx")
    }

    @Test func `that expands without end is refused`() async throws {
        try await withFixtures { fixtures in
            try run("mkdir", "-p", fixtures.path("word"))
            let bomb = fixtures.path("word/document.xml")
            try run("sh", "-c", "head -c 300M /dev/zero > \(bomb)")
            _ = try fixtures.write(document(paragraph("x")), as: "a.docx")
            try run(
                "python3",
                "-c",
                """
                import zipfile
                with zipfile.ZipFile('\(fixtures.path("b.docx"))', 'w', zipfile.ZIP_DEFLATED) as z:
                    old = zipfile.ZipFile('\(fixtures.path("a.docx"))')
                    for n in old.namelist():
                        if n != 'word/document.xml': z.writestr(n, old.read(n))
                    z.write('\(bomb)', 'word/document.xml')
                """
            )
            try await withPreviewer { previewer in
                await #expect(throws: PreviewError.self) {
                    try await thumbnail(previewer, fixtures.path("b.docx"))
                }
            }
        }
    }
}
