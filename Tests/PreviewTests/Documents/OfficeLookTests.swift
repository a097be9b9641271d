import CText
import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import PreviewModel
@testable import QuickPreview

/// What office documents show besides their words: lines, backgrounds, formulas, charts, and where they begin.
struct `Looks of office documents` {
    private static let open = "application/vnd.oasis.opendocument."

    private func tables(in bytes: [UInt8], type: String) throws -> [Table] {
        try blocks(in: bytes, type: type).compactMap {
            if case .table(let table) = $0 { table } else { nil }
        }
    }

    // MARK: Texts

    @Test func `a text box is shown once, and the paragraph around it, too`() throws {
        func box(_ words: String) -> String {
            "<d:frame width=\"5cm\" height=\"5cm\"><d:text-box><t:p>\(words)</t:p></d:text-box></d:frame>"
        }
        let text = OfficeMaker.open(
            "text",
            "<t:p>before \(box("in a box"))after</t:p><t:p>\(box("alone"))</t:p><t:p>last</t:p>"
        )
        let found = try words(in: text, type: Self.open + "text").filter { !$0.isEmpty }
        #expect(found == ["in a box", "before after", "alone", "last"])
    }

    @Test func `what describes a picture is no text, and the title of the document is`() throws {
        let text = OfficeMaker.open(
            "text",
            "<t:p>a<d:frame><d:text-box><t:p>b<t:title>c</t:title></t:p></d:text-box><s:title>no</s:title>"
                + "<s:desc>no</s:desc></d:frame></t:p>"
        )
        #expect(try words(in: text, type: Self.open + "text") == ["bc", "a"])
    }

    @Test func `a comment does not take the paragraph that it is in`() throws {
        let text = OfficeMaker.open(
            "text",
            "<t:p>one <o:annotation><t:p>note</t:p></o:annotation>two</t:p>"
        )
        #expect(try words(in: text, type: Self.open + "text") == ["one two"])
    }

    @Test func `what was deleted, or moved away, is not shown`() throws {
        let letter = OfficeMaker.letter(
            "<w:p><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:del><w:r><w:delText>gone</w:delText></w:r>"
                + "</w:del><w:moveTo><w:r><w:t>kept</w:t></w:r></w:moveTo><w:ins><w:r><w:t> new</w:t></w:r></w:ins></w:p>"
        )
        #expect(try words(in: letter, type: OfficeMaker.wordType) == ["kept new"])
        let text = OfficeMaker.open(
            "text",
            "<t:tracked-changes><t:changed-region><t:deletion><t:p>gone</t:p></t:deletion></t:changed-region>"
                + "</t:tracked-changes><t:p>kept</t:p>"
        )
        #expect(try words(in: text, type: Self.open + "text") == ["kept"])
    }

    @Test(arguments: [
        ("<m:f><m:num>a+b</m:num><m:den>2</m:den></m:f>", "(a+b)/2"),
        ("<m:sSup><m:e>x</m:e><m:sup>2</m:sup></m:sSup>", "x²"),
        ("<m:sSub><m:e>x</m:e><m:sub>i</m:sub></m:sSub>", "x_i"),
        ("<m:rad><m:deg/><m:e>y+1</m:e></m:rad>", "√(y+1)"),
        (
            "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub>i=1</m:sub><m:sup>n</m:sup><m:e>i</m:e></m:nary>",
            "∑_(i=1)ⁿ i"
        ),
        (
            "<m:d><m:dPr><m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/></m:dPr><m:e>0</m:e><m:e>1</m:e></m:d>",
            "[0, 1]"
        ),
        ("<m:r>x=</m:r><m:f><m:num>1</m:num><m:den>3</m:den></m:f>", "x=1/3"),
    ])
    func `a formula is a line that can be read`(parts: String, line: String) throws {
        var parts = parts
        // Letters stand in runs.
        for text in ["a+b", "2", "x=", "x", "i=1", "i", "y+1", "n", "0", "1", "3"] {
            parts = parts.replacing(">\(text)<", with: "><m:t>\(text)</m:t><")
        }
        let letter = OfficeMaker.letter(
            "<w:p><w:r><w:t>It is </w:t></w:r><m:oMath xmlns:m=\"m\">\(parts)</m:oMath><w:r><w:t>.</w:t></w:r></w:p>"
        )
        #expect(try words(in: letter, type: OfficeMaker.wordType) == ["It is \(line)."])
    }

    @Test func `tables have lines where they say so`() throws {
        func table(_ borders: String, _ cell: String = "") -> String {
            "<w:tbl><w:tblPr>\(borders)</w:tblPr><w:tr><w:tc><w:tcPr>\(cell)</w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p>"
                + "</w:tc></w:tr></w:tbl>"
        }
        let styles = """
            <w:styles xmlns:w="w"><w:style w:styleId="Grid"><w:tblPr><w:tblBorders><w:top w:val="single"/></w:tblBorders>
            </w:tblPr></w:style><w:style w:styleId="Mine"><w:basedOn w:val="Grid"/></w:style><w:style w:styleId="Plain"/>
            </w:styles>
            """
        let letter = OfficeMaker.letter(
            table("")
                + table(
                    "<w:tblBorders><w:top w:val=\"nil\"/><w:insideH w:val=\"none\"/></w:tblBorders>"
                )
                + table("<w:tblStyle w:val=\"Plain\"/>")
                + table("<w:tblBorders><w:top w:val=\"single\"/></w:tblBorders>")
                + table("<w:tblStyle w:val=\"Mine\"/>")
                + table("", "<w:tcBorders><w:left w:val=\"double\"/></w:tcBorders>"),
            [("s", "styles", "styles.xml", Array(styles.utf8))]
        )
        let found = try tables(in: letter, type: OfficeMaker.wordType)
        #expect(found.map(\.hasLines) == [false, false, false, true, true, true])
        let text = OfficeMaker.open(
            "text",
            ["a", "b", "c"].map {
                "<b:table><b:table-row><b:table-cell style-name=\"\($0)\"><t:p>x</t:p></b:table-cell></b:table-row></b:table>"
            }.joined(),
            styles:
                "<s:style name=\"b\"><s:table-cell-properties border=\"0.5pt solid #000\" background-color=\"#ffee99\"/>"
                + "</s:style><s:style name=\"c\"><s:table-cell-properties border=\"none\"/></s:style>"
        )
        let cells = try tables(in: text, type: Self.open + "text")
        #expect(cells.map(\.hasLines) == [false, true, false])
        #expect(cells.map { $0.rows[0][0].fill } == [nil, 0xFFEE99, nil])
    }

    @Test func `paragraphs have their background`() throws {
        let letter = OfficeMaker.letter(
            "<w:p><w:pPr><w:shd w:fill=\"DDEEFF\"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:rPr>"
                + "<w:shd w:fill=\"FF0000\"/></w:rPr><w:t>b</w:t></w:r></w:p>"
        )
        let fills = try blocks(in: letter, type: OfficeMaker.wordType).map { block -> UInt32? in
            if case .text(let paragraph) = block { paragraph.fill } else { nil }
        }
        #expect(fills == [0xDDEEFF, nil])
    }

    @Test func `pages are as wide as they say`() async throws {
        func letter(_ width: Int, _ height: Int) -> [UInt8] {
            OfficeMaker.letter(
                "<w:p><w:r><w:t>a</w:t></w:r></w:p><w:sectPr><w:pgSz w:w=\"\(width)\" w:h=\"\(height)\"/></w:sectPr>"
            )
        }
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (bytes, isWide) in [
                    (letter(16_838, 11_906), true), (letter(11_906, 16_838), false),
                ] {
                    try await withFile(fixtures.write(bytes, as: "a.docx")) { file in
                        let image = try await previewer.thumbnail(
                            of: file,
                            name: "a.docx",
                            size: 200
                        )
                        #expect((image.width > image.height) == isWide)
                    }
                }
            }
        }
    }

    @Test func `the first page has its own header`() throws {
        func part(_ words: String) -> [UInt8] {
            Array("<w:hdr xmlns:w=\"w\"><w:p><w:r><w:t>\(words)</w:t></w:r></w:p></w:hdr>".utf8)
        }
        func reference(_ type: String, _ id: String) -> String {
            "<w:headerReference w:type=\"\(type)\" r:id=\"\(id)\"/>"
        }
        for (title, expected) in [("<w:titlePg/>", ["first", "usual"]), ("", ["usual"])] {
            let letter = OfficeMaker.letter(
                "<w:p><w:r><w:t>a</w:t></w:r></w:p><w:sectPr>\(reference("default", "u"))\(reference("first", "f"))"
                    + "\(title)</w:sectPr>",
                [
                    ("u", "header", "header1.xml", part("usual")),
                    ("f", "header", "header2.xml", part("first")),
                ]
            )
            let headers = try blocks(in: letter, type: OfficeMaker.wordType).compactMap {
                block -> String? in
                if case .running(let header, _) = block {
                    header.flatMap(\.words).joined()
                } else {
                    nil
                }
            }
            #expect(headers == expected)
        }
    }

    @Test func `a document in a single file is as one in a package`() throws {
        let styles = "<s:style name=\"b\"><s:text-properties font-weight=\"bold\"/></s:style>"
        let body =
            "<t:p style-name=\"b\">one</t:p><t:p>two<d:frame width=\"2cm\" height=\"1cm\"><d:image>"
        let flat =
            "<?xml version=\"1.0\"?><office:document mimetype=\"\(Self.open)text\"><o:meta><dc:title>Title</dc:title></o:meta>"
            + "<o:automatic-styles>\(styles)</o:automatic-styles><o:body><o:text>\(body)<o:binary-data>cGlj\ndHVyZQ=="
            + "</o:binary-data></d:image></d:frame></t:p></o:text></o:body></office:document>"
        let type = Self.open + "text-flat-xml"
        let found = try blocks(in: Array(flat.utf8), type: type)
        #expect(found.flatMap(\.words) == ["one", "two"])
        guard case .text(let first)? = found.first, case .picture(let picture)? = found.last else {
            Issue.record("\(found)")
            return
        }
        #expect(first.style.look.contains(.bold))
        #expect(picture.file().map { String(decoding: $0, as: UTF8.self) } == "picture")
        #expect(abs(picture.width - 56.7) < 0.1)
        #expect(throws: DocumentProblemError.self) {
            try blocks(in: Array("<office:document-x>".utf8), type: type)
        }
    }

    // MARK: Sheets

    @Test func `a sheet begins at its first cell`() throws {
        let book = OfficeMaker.workbook([
            "S":
                "<cols><col min=\"52\" max=\"52\" width=\"20\" customWidth=\"1\"/></cols><sheetData>"
                + OfficeMaker.row(3, ["AZ": "far", "BA": "right"])
                + OfficeMaker.row(5, ["BA": "below"]) + "</sheetData>"
        ])
        let empty = "<b:table-cell number-columns-repeated=\"51\"/>"
        func cell(_ words: String) -> String { "<b:table-cell><t:p>\(words)</t:p></b:table-cell>" }
        let open = OfficeMaker.open(
            "spreadsheet",
            "<b:table name=\"S\"><b:table-row number-rows-repeated=\"2\"><b:table-cell number-columns-repeated=\"1024\"/>"
                + "</b:table-row><b:table-row>\(empty)\(cell("far"))\(cell("right"))</b:table-row><b:table-row>"
                + "<b:table-cell/></b:table-row><b:table-row>\(empty)<b:table-cell/>\(cell("below"))</b:table-row></b:table>"
        )
        for (bytes, type) in [(book, OfficeMaker.sheetType), (open, Self.open + "spreadsheet")] {
            let table = try #require(try tables(in: bytes, type: type).first)
            #expect(table.firstColumn == 51 && table.firstRow == 2)
            let texts = table.rows.map { $0.map(\.text.string) }
            #expect(texts == [["far", "right"], [], ["", "below"]])
            if type == OfficeMaker.sheetType { #expect(table.widths == [0: 113]) }
        }
        #expect(TableSetter.letters(51) == "AZ")
    }

    @Test func `pictures and charts of a sheet follow its cells`() throws {
        let chart = """
            <c:chart xmlns:c="c"><c:title><a:t xmlns:a="a">Sales &amp; more</a:t></c:title><c:barChart><c:barDir val="col"/>
            <c:ser><c:tx><c:strRef><c:f>S!$B$1</c:f><c:strCache><c:pt idx="0"><c:v>Ann</c:v></c:pt></c:strCache></c:strRef></c:tx>
            <c:cat><c:strRef><c:f>S!$A$2:$A$3</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>'S'!$B$2:$B$3</c:f></c:numRef></c:val>
            </c:ser></c:barChart></c:chart>
            """
        var zip: [UInt8] = []
        zip = OfficeMaker.workbook(
            [
                "S": "<sheetData>" + OfficeMaker.row(1, ["B": "Ann"])
                    + OfficeMaker.row(2, ["A": "Jan", "B": "5"])
                    + OfficeMaker.row(3, ["A": "Feb", "B": "-2"])
                    + "</sheetData><drawing r:id=\"d\"/>"
            ],
            parts: [
                (
                    "worksheets/_rels/sheet1.xml.rels",
                    OfficeMaker.links([("d", "drawing", "../drawings/d.xml")])
                ),
                (
                    "drawings/d.xml",
                    "<x:wsDr xmlns:x=\"x\" xmlns:r=\"r\"><x:oneCellAnchor><x:ext cx=\"1270000\" cy=\"635000\"/><x:pic>"
                        + "<x:blip r:embed=\"p\"/></x:pic></x:oneCellAnchor><x:twoCellAnchor><x:graphicFrame><c:chart "
                        + "xmlns:c=\"c\" r:id=\"c\"/></x:graphicFrame></x:twoCellAnchor></x:wsDr>"
                ),
                (
                    "drawings/_rels/d.xml.rels",
                    OfficeMaker.links([
                        ("p", "image", "../media/a.png"), ("c", "chart", "../charts/c.xml"),
                    ])
                ),
                ("media/a.png", "picture"), ("charts/c.xml", chart),
            ]
        )
        let pictures = try blocks(in: zip, type: OfficeMaker.sheetType).compactMap {
            block -> InlinePicture? in
            if case .picture(let picture) = block { picture } else { nil }
        }
        #expect(pictures.map(\.width) == [100, 420] && pictures.map(\.height) == [50, 250])
        #expect(pictures.first?.file().map { String(decoding: $0, as: UTF8.self) } == "picture")
        let drawing = String(decoding: pictures.last?.file() ?? [], as: UTF8.self)
        for words in ["Sales &amp; more", ">Ann<", ">Jan<", ">Feb<", ">-2<", ">5<"] {
            #expect(drawing.contains(words), "\(words)")
        }
        // A bar up from 0 and one down: five of seven parts, and two.
        let heights = drawing.matches(of: /height='([0-9.]+)'[ ]fill='#4472C4'/).compactMap {
            Double($0.1)
        }
        .filter { $0 > 10 }
        #expect(heights.count == 2 && abs(heights[0] / heights[1] - 2.5) < 0.01)
    }

    // MARK: Pages

    @Test(arguments: ["wide", "long"])
    func `tables have the same pages in facts, pictures, and print`(kind: String) async throws {
        let lines =
            kind == "wide"
            ? (1...60).map { row in (1...20).map { "cell \(row) \($0)" }.joined(separator: ",") }
            : (1...9).map { "\($0)," + String(repeating: "some long words ", count: 60) }
        try await withFixtures { fixtures in
            let path = try fixtures.write(lines.joined(separator: "\n"), as: "a.csv")
            try await withPreviewer { previewer in
                try await withFile(path) { file in
                    let facts = try await previewer.info(of: file, name: "a.csv")
                    let pages = try await withFile(fixtures.path("a.pdf"), flags: O_RDWR | O_CREAT)
                    {
                        try await previewer.makePages(
                            of: file,
                            name: "a.csv",
                            layout: .a4,
                            into: $0
                        ).count
                    }
                    #expect(pages > 1 && facts.pages == pages)
                    let last = try await previewer.thumbnail(
                        of: file,
                        name: "a.csv",
                        page: pages,
                        size: 200
                    )
                    #expect(last.ink() > 0)
                    let error = await #expect(throws: PreviewError.self) {
                        try await previewer.thumbnail(
                            of: file,
                            name: "a.csv",
                            page: pages + 1,
                            size: 200
                        )
                    }
                    #expect(error?.code == .pageOutOfRange)
                }
            }
        }
    }
}

/// The blocks that the reader of a file reports.
func blocks(in bytes: [UInt8], type: String) throws -> [Block] {
    try #require(ctext_start() == 0)
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("blocks-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    defer { close(descriptor) }
    var blocks: [Block] = []
    try TextDocument(descriptor, type: FileType(rawValue: type)).emitBlocks(limit: 128 << 10) {
        blocks.append($0)
        return true
    }
    // Files inside are read while the document is open.
    return blocks.map { block in
        guard case .picture(var picture) = block else { return block }
        let bytes = picture.file()
        picture.file = { bytes }
        return .picture(picture)
    }
}
