import Foundation
import ProofKit

/// A file that its format allows, or nearly, and that no program would write: columns right of all others, lengths that
/// overflow, records out of order.
struct OddFile {
    let name: String
    let bytes: [UInt8]

    private static let kinds: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] =
        packages + drawings + samples + pictures + texts

    /// The number of kinds.
    static var kindCount: Int { kinds.count }

    /// The file of a number; the kinds take turns.
    init(_ number: Int) {
        var values = OddValues(seed: UInt64(number))
        let kind = Self.kinds[number % Self.kinds.count]
        name = "\(number).\(kind.name)"
        bytes = kind.make(&values)
    }

    // MARK: Packages

    private static let packages: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] = [
        ("xlsx", sheet), ("xlsx", sheet), ("docx", letter), ("docx", letter), ("pptx", talk),
        ("odt", { open("text", &$0) }), ("ods", { open("spreadsheet", &$0) }),
        ("ods", { open("spreadsheet", &$0) }), ("odp", { open("presentation", &$0) }),
        ("oxps", fixedPages), ("zip", archive), ("epub", book),
    ]

    private static let relations =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    private static func links(_ links: [(id: String, kind: String, target: String)]) -> String {
        let lines = links.map {
            "<Relationship Id='\($0.id)' Type='\(relations)/\($0.kind)' Target='\($0.target)'/>"
        }
        return "<Relationships>\(lines.joined())</Relationships>"
    }

    private static func types(_ part: String, _ kind: String) -> ZipMaker.Entry {
        .init(
            "[Content_Types].xml",
            "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Override PartName='/\(part)' "
                + "ContentType='application/vnd.openxmlformats-officedocument.\(kind).main+xml'/></Types>"
        )
    }

    private static func sheet(_ values: inout OddValues) -> [UInt8] {
        let book = OddGrammar.workbook.write(&values)
        return ZipMaker([
            types("xl/workbook.xml", "spreadsheetml.sheet"),
            .init("_rels/.rels", links([("a", "officeDocument", "xl/workbook.xml")])),
            .init("xl/workbook.xml", book),
            .init(
                "xl/_rels/workbook.xml.rels",
                links([("r1", "worksheet", "worksheets/sheet1.xml")])
            ),
            .init("xl/worksheets/sheet1.xml", OddGrammar.sheet.write(&values)),
            .init(
                "xl/worksheets/_rels/sheet1.xml.rels",
                links([("d", "drawing", "../drawings/d.xml")])
            ),
            .init("xl/drawings/d.xml", OddGrammar.sheetDrawing.write(&values)),
            .init(
                "xl/drawings/_rels/d.xml.rels",
                links([("p", "image", "../a.png"), ("c", "chart", "../c.xml")])
            ),
            .init("xl/c.xml", OddGrammar.chart.write(&values)),
            picture("xl/a.png", &values),
            .init("xl/sharedStrings.xml", OddGrammar.sharedTexts.write(&values)),
            .init("xl/styles.xml", OddGrammar.sheetStyles.write(&values)),
        ]).bytes
    }

    private static func letter(_ values: inout OddValues) -> [UInt8] {
        ZipMaker([
            types("word/document.xml", "wordprocessingml.document"),
            .init("_rels/.rels", links([("a", "officeDocument", "word/document.xml")])),
            .init("word/document.xml", OddGrammar.letter.write(&values)),
            .init(
                "word/_rels/document.xml.rels",
                links([
                    ("r3", "image", "a.png"), ("r4", "header", "head.xml"),
                    ("s", "styles", "styles.xml"),
                    ("n", "numbering", "numbering.xml"),
                ])
            ),
            .init("word/head.xml", OddGrammar.letter.write(&values)),
            .init("word/styles.xml", OddGrammar.letterStyles.write(&values)),
            .init("word/numbering.xml", OddGrammar.numbering.write(&values)),
            picture("word/a.png", &values),
        ]).bytes
    }

    private static func talk(_ values: inout OddValues) -> [UInt8] {
        ZipMaker([
            types("ppt/presentation.xml", "presentationml.presentation"),
            .init("_rels/.rels", links([("a", "officeDocument", "ppt/presentation.xml")])),
            .init("ppt/presentation.xml", OddGrammar.talk.write(&values)),
            .init("ppt/_rels/presentation.xml.rels", links([("r1", "slide", "slides/slide1.xml")])),
            .init("ppt/slides/slide1.xml", OddGrammar.slide.write(&values)),
            .init(
                "ppt/slides/_rels/slide1.xml.rels",
                links([("r3", "image", "a.png"), ("l", "slideLayout", "../layout.xml")])
            ),
            .init("ppt/layout.xml", OddGrammar.slide.write(&values)),
            picture("ppt/slides/a.png", &values),
        ]).bytes
    }

    private static func open(_ kind: String, _ values: inout OddValues) -> [UInt8] {
        let content = OddGrammar.openDocument.write(&values)
            .replacing("<office:text>", with: "<office:\(kind)>")
            .replacing("</office:text>", with: "</office:\(kind)>")
        return ZipMaker([
            .init("mimetype", "application/vnd.oasis.opendocument.\(kind)"),
            .init("content.xml", content),
            .init("styles.xml", OddGrammar.openDocument.write(&values)),
            picture("Pictures/a.png", &values),
        ]).bytes
    }

    private static func fixedPages(_ values: inout OddValues) -> [UInt8] {
        let namespace = "xmlns='http://schemas.microsoft.com/xps/2005/06'"
        return ZipMaker([
            .init(
                "[Content_Types].xml",
                "<Types><Default Extension='fdseq' ContentType='application/vnd.ms-package.xps-fixeddocumentsequence+xml'/></Types>"
            ),
            .init(
                "_rels/.rels",
                "<Relationships><Relationship Id='a' Target='/All.fdseq' "
                    + "Type='http://schemas.microsoft.com/xps/2005/06/fixedrepresentation'/></Relationships>"
            ),
            .init(
                "All.fdseq",
                "<FixedDocumentSequence \(namespace)><DocumentReference Source='One.fdoc'/></FixedDocumentSequence>"
            ),
            .init(
                "One.fdoc",
                "<FixedDocument \(namespace)><PageContent Source='1.fpage'/></FixedDocument>"
            ),
            .init("1.fpage", OddGrammar.fixedPage.write(&values)),
            picture("a.png", &values),
        ]).bytes
    }

    private static func archive(_ values: inout OddValues) -> [UInt8] {
        var zip = ZipMaker()
        for _ in 0..<Int.random(in: 0...5, using: &values.dice) {
            var entry = ZipMaker.Entry(values.word() + "/" + values.word(), values.word())
            entry.extra = (0..<Int.random(in: 0...20, using: &values.dice)).map { _ in
                values.pick([0, 1, 0x75, 0x70, 255, 4, 9])
            }
            entry.flags = values.pick([0, 8, 0x800, 1])
            entry.method = values.pick([0, 0, 8, 99])
            if values.chance(5) { entry.size = values.pick([0, .max, 1 << 31]) }
            if values.chance(5) { entry.offset = values.pick([0, .max, 1 << 31]) }
            zip.entries.append(entry)
        }
        if values.chance(4) { zip.count = values.pick([0, 1, .max]) }
        if values.chance(4) { zip.directorySize = values.pick([0, 1, .max]) }
        if values.chance(4) { zip.directoryOffset = values.pick([0, 1, .max]) }
        return zip.bytes
    }

    private static func book(_ values: inout OddValues) -> [UInt8] {
        let contents = """
            <package><metadata><dc:title>\(values.number())</dc:title><meta name="cover" content="c"/></metadata>
            <manifest><item id="c" href="a.png" media-type="image/png"/>
            <item id="p" href="\(values.pick(["p.xhtml", "../p.xhtml", "%70.xhtml", ""]))"/></manifest>
            <spine><itemref idref="p"/><itemref idref="\(values.pick(["p", "q", ""]))"/></spine></package>
            """
        return ZipMaker([
            .init("mimetype", "application/epub+zip"),
            .init("META-INF/container.xml", "<container><rootfile full-path='b.opf'/></container>"),
            .init("b.opf", contents), .init("p.xhtml", values.change(webPage)),
            picture("a.png", &values),
        ]).bytes
    }

    private static func picture(_ name: String, _ values: inout OddValues) -> ZipMaker.Entry {
        var entry = ZipMaker.Entry(name)
        entry.contents = values.chance(2) ? SmallPNG.bytes : Array(values.word().utf8)
        return entry
    }

    private static let drawings: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] = [
        ("gpx", { Array(OddGrammar.track.write(&$0).utf8) }),
        ("kml", { Array(OddGrammar.places.write(&$0).utf8) }),
    ]
}

/// A PNG of one pixel.
enum SmallPNG {
    static let bytes = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data()
    )
}
