import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

struct `Pages of office documents` {
    private static let word =
        "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
        + "xmlns:r=\"\(relations)\" xmlns:wp=\"x:wp\" xmlns:a=\"x:a\""
    private static let relations =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let sheet = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""

    /// The parts of a package whose main part lies there.
    private func package(
        _ main: String,
        type: String,
        relations: [(id: String, target: String)] = [],
        parts: [(String, [UInt8])]
    ) -> [UInt8] {
        func list(_ relations: [(String, String, String)]) -> [UInt8] {
            let all = relations.map {
                "<Relationship Id=\"\($0.0)\" Type=\"\(Self.relations)/\($0.1)\" Target=\"\($0.2)\"/>"
            }
            return Array("<Relationships>\(all.joined())</Relationships>".utf8)
        }
        let types =
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
            + "<Override PartName=\"/\(main)\" ContentType=\"application/vnd.openxmlformats-"
            + "officedocument.\(type).main+xml\"/></Types>"
        let (folder, file) = (main.split(separator: "/")[0], main.split(separator: "/")[1])
        let all: [(String, [UInt8])] =
            [
                ("[Content_Types].xml", Array(types.utf8)),
                ("_rels/.rels", list([("r1", "officeDocument", main)])),
                ("\(folder)/_rels/\(file).rels", list(relations.map { ($0.id, "x", $0.target) })),
            ] + parts
        return ZipMaker(
            all.map { part in
                var entry = ZipMaker.Entry(part.0)
                entry.contents = part.1
                return entry
            }
        ).bytes
    }

    private func document(
        _ body: String,
        relations: [(id: String, target: String)] = [],
        parts: [(String, [UInt8])] = []
    ) -> [UInt8] {
        let text = "<w:document \(Self.word)><w:body>\(body)</w:body></w:document>"
        return package(
            "word/document.xml",
            type: "wordprocessingml.document",
            relations: relations,
            parts: [("word/document.xml", Array(text.utf8))] + parts
        )
    }

    private func workbook(
        _ sheets: [(name: String, cells: String)],
        styles: String = "",
        properties: String = ""
    ) -> [UInt8] {
        let list = sheets.enumerated().map {
            "<sheet name=\"\($1.name)\" sheetId=\"\($0 + 1)\" r:id=\"s\($0)\"/>"
        }
        let book =
            "<workbook \(Self.sheet) xmlns:r=\"\(Self.relations)\">\(properties)"
            + "<sheets>\(list.joined())</sheets></workbook>"
        let parts = sheets.enumerated().map { index, sheet in
            (
                "xl/sheet\(index).xml",
                Array("<worksheet \(Self.sheet)>\(sheet.cells)</worksheet>".utf8)
            )
        }
        return package(
            "xl/workbook.xml",
            type: "spreadsheetml.sheet",
            relations: sheets.indices.map { (id: "s\($0)", target: "sheet\($0).xml") },
            parts: [
                ("xl/workbook.xml", Array(book.utf8)),
                ("xl/styles.xml", Array("<styleSheet \(Self.sheet)>\(styles)</styleSheet>".utf8)),
            ] + parts
        )
    }

    private func slides(_ count: Int, paragraphs: Int) -> [UInt8] {
        let names =
            "xmlns:p=\"x:p\" xmlns:a=\"x:a\" xmlns:r=\"\(Self.relations)\""
        let line = "<a:p><a:r><a:t>Words that are long enough for most of a line</a:t></a:r></a:p>"
        let slide =
            "<p:sld \(names)><p:sp><p:txBody>\(String(repeating: line, count: paragraphs))"
            + "</p:txBody></p:sp></p:sld>"
        let list = (0..<count).map { "<p:sldId r:id=\"s\($0)\"/>" }.joined()
        let main = "<p:presentation \(names)><p:sldIdLst>\(list)</p:sldIdLst></p:presentation>"
        return package(
            "ppt/presentation.xml",
            type: "presentationml.presentation",
            relations: (0..<count).map { (id: "s\($0)", target: "slide\($0).xml") },
            parts: [("ppt/presentation.xml", Array(main.utf8))]
                + (0..<count).map { ("ppt/slide\($0).xml", Array(slide.utf8)) }
        )
    }

    private func paragraph(_ text: String, _ properties: String = "") -> String {
        "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
    }

    /// What a reader tells, in this process.
    private func blocks(
        _ bytes: [UInt8],
        _ read: (OfficePackage, @escaping (Block) -> Bool) throws -> Void
    ) async throws -> [Block] {
        var blocks: [Block] = []
        try await withFixtures { fixtures in
            try await withFile(fixtures.write(bytes, as: "a.zip")) { file in
                try read(OfficePackage(file)) { block in
                    blocks.append(block)
                    return true
                }
            }
        }
        return blocks
    }

    /// The words of paragraphs, with what stands before them, and of cells.
    private func words(_ blocks: [Block]) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .text(let paragraph):
                [(paragraph.marker.map { $0 + " " } ?? "") + paragraph.text.string]
            case .table(let table): table.rows.map { $0.map(\.text.string).joined(separator: "|") }
            case .pageBreak: ["---"]
            case .picture: ["picture"]
            case .running(let header, let footer):
                ["header"] + words(header) + ["footer"] + words(footer)
            case .slide(let frames): frames.flatMap { words($0.blocks) } + ["==="]
            case .rule: ["rule"]
            }
        }
    }

    private func facts(_ bytes: [UInt8], _ name: String) async throws -> (Int?, Int) {
        var result: (Int?, Int) = (nil, 0)
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { previewer in
                let pages = try await info(previewer, path).pages
                var shown = 0
                while shown < 20,
                    (try? await thumbnail(previewer, path, page: shown + 1, size: 48)) != nil
                {
                    shown += 1
                }
                result = (pages, shown)
            }
        }
        return result
    }

    @Test func `are counted in the facts as they can be shown`() async throws {
        let lines = (1...150).map { "Line \($0)\n" }.joined()
        let prose = String(repeating: paragraph(String(repeating: "Words ", count: 80)), count: 30)
        let rows = (1...90).map { "<row r=\"\($0)\"><c><v>\($0)</v></c></row>" }.joined()
        let book = workbook([
            ("A", "<sheetData>\(rows)</sheetData>"), ("Empty", "<sheetData/>"),
            ("B", "<sheetData><row><c><v>1</v></c></row></sheetData>"),
        ])
        for (bytes, name) in [
            (Array(lines.utf8), "a.log"), (Array(lines.utf8), "a.txt"), (document(prose), "a.docx"),
            (book, "a.xlsx"), (slides(3, paragraphs: 90), "a.pptx"),
            (
                Array("{\"a\":[\(String(repeating: "{\"b\":1,\"c\":[{}]},", count: 60))0]}".utf8),
                "a.json"
            ),
        ] {
            let (pages, shown) = try await facts(bytes, name)
            #expect(pages == shown && shown > 1, "\(name): \(pages ?? -1) told, \(shown) shown")
        }
    }

    @Test func `are not counted if that would take long`() async throws {
        let long = String(repeating: "A line of text.\n", count: 100_000)
        try await withFixtures { fixtures in
            let path = try fixtures.write(long, as: "a.txt")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.pages == nil)
            }
        }
    }

    @Test func `of presentations show a whole slide each`() async throws {
        let few = try await image(slides(1, paragraphs: 4), "a.pptx")
        let many = try await image(slides(1, paragraphs: 60), "a.pptx")
        #expect(many.ink() > few.ink())
        #expect(many.ink(down: 0.92...1) == 0, "within the margin")
    }

    private func image(_ bytes: [UInt8], _ name: String, page: Int = 1) async throws -> PreviewImage
    {
        var image: PreviewImage?
        try await withFixtures { fixtures in
            let path = try fixtures.write(bytes, as: name)
            try await withPreviewer { image = try await thumbnail($0, path, page: page, size: 700) }
        }
        return try #require(image)
    }

    @Test func `of spreadsheets have the sheet names, and format cells`() async throws {
        let styles =
            "<numFmts><numFmt numFmtId=\"164\" formatCode=\"d mmm yyyy\"/></numFmts>"
            + "<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId=\"0\"/>"
            + "<xf numFmtId=\"164\"/><xf numFmtId=\"9\"/><xf numFmtId=\"4\" fontId=\"1\"/></cellXfs>"
        let cells =
            "<sheetData><row r=\"1\"><c r=\"A1\" s=\"1\"><v>45351</v></c><c r=\"B1\" s=\"2\"><v>0.25</v></c>"
            + "<c r=\"C1\" s=\"3\"><v>1234.5</v></c></row></sheetData>"
        let other =
            "<sheetData><row r=\"1\"><c t=\"inlineStr\"><is><t>x</t></is></c></row></sheetData>"
        let book = workbook([("One", cells), ("Two", other)], styles: styles)
        let told = try await blocks(book) { try Spreadsheet.read($0, into: $1) }
        #expect(words(told) == ["One", "29 Feb 2024|25%|1,234.50", "---", "Two", "x"])
        guard case .table(let table)? = told.dropFirst().first else {
            Issue.record("no table")
            return
        }
        #expect(table.rows[0][2].text.runs.map(\.look) == [.bold])
        let old = workbook(
            [("One", cells)],
            styles: styles,
            properties: "<workbookPr date1904=\"1\"/>"
        )
        let later = try await blocks(old) { try Spreadsheet.read($0, into: $1) }
        #expect(words(later).last?.hasPrefix("1 Mar 2028|") == true)
    }

    @Test func `of spreadsheets merge cells, and have the widths of the columns`() async throws {
        let cells =
            "<cols><col min=\"2\" max=\"3\" width=\"20\" customWidth=\"1\"/></cols><sheetData><row r=\"1\">"
            + "<c r=\"A1\"><v>1</v></c><c r=\"C1\"><v>3</v></c><c r=\"D1\"><v>4</v></c></row></sheetData>"
            + "<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells>"
        let told = try await blocks(workbook([("", cells)])) { try Spreadsheet.read($0, into: $1) }
        guard case .table(let table)? = told.first else {
            Issue.record("no table")
            return
        }
        #expect(table.rows[0].map(\.span) == [2, 1, 1])
        #expect(table.widths.keys.sorted() == [1, 2])
    }

    @Test func `of Word documents number list items`() async throws {
        func level(_ place: Int, _ format: String, _ text: String) -> String {
            "<w:lvl w:ilvl=\"\(place)\"><w:start w:val=\"1\"/><w:numFmt w:val=\"\(format)\"/>"
                + "<w:lvlText w:val=\"\(text)\"/></w:lvl>"
        }
        let numbering =
            "<w:numbering \(Self.word)><w:abstractNum w:abstractNumId=\"0\">"
            + level(0, "decimal", "%1.") + level(1, "lowerRoman", "%1.%2)") + "</w:abstractNum>"
            + "<w:abstractNum w:abstractNumId=\"1\">\(level(0, "bullet", "\u{F0B7}"))</w:abstractNum>"
            + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
            + "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>"
            + "<w:num w:numId=\"3\"><w:abstractNumId w:val=\"0\"/><w:lvlOverride w:ilvl=\"0\">"
            + "<w:startOverride w:val=\"7\"/></w:lvlOverride></w:num></w:numbering>"
        func item(_ list: Int, _ place: Int, _ text: String) -> String {
            paragraph(
                text,
                "<w:numPr><w:ilvl w:val=\"\(place)\"/><w:numId w:val=\"\(list)\"/></w:numPr>"
            )
        }
        let items = [
            item(1, 0, "a"), item(1, 1, "b"), item(1, 1, "c"), item(1, 0, "d"), item(1, 1, "e"),
            item(2, 0, "f"), item(3, 0, "g"), item(3, 0, "h"), item(9, 0, "i"),
        ]
        let bytes = document(
            items.joined(),
            parts: [("word/numbering.xml", Array(numbering.utf8))]
        )
        let told = try await blocks(bytes) { try WordDocument.read($0, into: $1) }
        #expect(
            words(told) == [
                "1. a", "1.i) b", "1.ii) c", "2. d", "2.i) e", "\u{2022} f", "7. g", "8. h",
                "\u{2022} i",
            ]
        )
    }

    @Test func `of Word documents have headers, footers, and pictures`() async throws {
        let field =
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>"
            + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>9</w:t></w:r>"
            + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        let header = "<w:hdr \(Self.word)>\(paragraph("Top"))</w:hdr>"
        let footer = "<w:ftr \(Self.word)><w:p><w:r><w:t>Page </w:t></w:r>\(field)</w:p></w:ftr>"
        let drawing =
            "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"2540000\" cy=\"1270000\"/>"
            + "<a:blip r:embed=\"p\"/></wp:inline></w:drawing></w:r></w:p>"
        let section =
            "<w:sectPr><w:headerReference w:type=\"default\" r:id=\"h\"/>"
            + "<w:footerReference w:type=\"default\" r:id=\"f\"/></w:sectPr>"
        let picture = try Fixtures.quarters(width: 40, height: 20).png()
        let bytes = document(
            drawing + "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>" + paragraph("Second")
                + section,
            relations: [("h", "header1.xml"), ("f", "footer1.xml"), ("p", "media/p.png")],
            parts: [
                ("word/header1.xml", Array(header.utf8)), ("word/footer1.xml", Array(footer.utf8)),
                ("word/media/p.png", picture),
            ]
        )
        let told = try await blocks(bytes) { try WordDocument.read($0, into: $1) }
        #expect(
            words(told) == [
                "header", "Top", "footer", "Page \(StyledText.pageNumber)", "picture", "---", "",
                "Second",
            ] || words(told).prefix(5).last == "picture"
        )
        let first = try await image(bytes, "a.docx")
        // The picture is 200 x 100 points, from the left margin on.
        let (across, down) = (104 / 595.28, 80 / 841.89)
        #expect(first.colour(across, down) == "red")
        #expect(first.colour(across + 100 / 595.28, down) == "green")
        let second = try await image(bytes, "a.docx", page: 2)
        #expect(second.ink(down: 0.02...0.06) > 0, "the header")
        #expect(second.ink(down: 0.93...0.98) > 0, "the footer")
        #expect(first.ink(down: 0.93...0.98) != second.ink(down: 0.93...0.98), "its number")
    }

    @Test func `say what is missing if they are blank`() async throws {
        let empty = workbook([("S", "<sheetData/>")])
        for (bytes, name, message) in [
            (empty, "a.xlsx", "The workbook has no cells to show."),
            (slides(1, paragraphs: 0), "a.pptx", "The slides have nothing to show."),
            (document(paragraph(" ")), "a.docx", "The document has nothing to show."),
            (ZipMaker([]).bytes, "a.zip", "The archive is empty."),
        ] {
            let error = await #expect(throws: PreviewError.self) { try await image(bytes, name) }
            #expect(
                error?.code == .empty && error?.message == message,
                "\(name): \(String(describing: error))"
            )
            #expect(error?.reason(in: .english) == "Nothing to show")
        }
    }

    @Test func `of HTML that consists of a drawing show the drawing`() async throws {
        let page =
            "<html><body><svg width=\"80\" height=\"40\"><rect width=\"40\" height=\"40\" fill=\"#f00\"/>"
            + "<rect x=\"40\" width=\"40\" height=\"40\" fill=\"#00f\"/></svg></body></html>"
        let image = try await image(Array(page.utf8), "a.html")
        #expect(image.colour(0.25, 0.5) == "red" && image.colour(0.75, 0.5) == "blue")
    }
}
