/// Small office documents: the parts that matter, and those without which nothing opens them.
enum OfficeMaker {
    static let wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    static let sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    static let slidesType =
        "application/vnd.openxmlformats-officedocument.presentationml.presentation"

    private static let relations =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    /// A workbook: what stands in `worksheet` of each sheet.
    static func workbook(
        _ sheets: KeyValuePairs<String, String>,
        styles: String = "",
        parts: [(name: String, text: String)] = []
    ) -> [UInt8] {
        var entries = start("xl/workbook.xml", "spreadsheetml.sheet")
        let numbers = 1...max(1, sheets.count)
        let names = zip(numbers, sheets).map {
            "<sheet name=\"\($1.key)\" sheetId=\"\($0)\" r:id=\"r\($0)\"/>"
        }
        entries.append(
            .init(
                "xl/workbook.xml",
                "<workbook xmlns:r=\"\(relations)\"><sheets>\(names.joined())</sheets></workbook>"
            )
        )
        entries.append(
            .init(
                "xl/_rels/workbook.xml.rels",
                links(numbers.map { ("r\($0)", "worksheet", "worksheets/sheet\($0).xml") })
            )
        )
        for (number, sheet) in zip(numbers, sheets) {
            entries.append(
                .init(
                    "xl/worksheets/sheet\(number).xml",
                    "<worksheet xmlns:r=\"\(relations)\">\(sheet.value)</worksheet>"
                )
            )
        }
        if !styles.isEmpty {
            entries.append(.init("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"))
        }
        entries += parts.map { .init("xl/\($0.name)", $0.text) }
        return ZipMaker(entries).bytes
    }

    /// A row of a workbook whose cells have texts.
    static func row(_ number: Int, _ cells: KeyValuePairs<String, String>) -> String {
        let cells = cells.map {
            "<c r=\"\($0.key)\(number)\" t=\"inlineStr\"><is><t>\($0.value)</t></is></c>"
        }
        return "<row r=\"\(number)\">\(cells.joined())</row>"
    }

    /// A document of Word: what stands in its body, and other parts by their kinds and names.
    static func letter(
        _ body: String,
        _ parts: [(id: String, kind: String, name: String, contents: [UInt8])] = []
    ) -> [UInt8] {
        var entries = start("word/document.xml", "wordprocessingml.document")
        entries.append(
            .init(
                "word/document.xml",
                "<w:document xmlns:w=\"w\" xmlns:r=\"\(relations)\"><w:body>\(body)</w:body></w:document>"
            )
        )
        entries.append(
            .init("word/_rels/document.xml.rels", links(parts.map { ($0.id, $0.kind, $0.name) }))
        )
        for part in parts {
            var entry = ZipMaker.Entry("word/\(part.name)")
            entry.contents = part.contents
            entries.append(entry)
        }
        return ZipMaker(entries).bytes
    }

    /// An OpenDocument of a kind such as "text": its body, its automatic styles, and its master pages.
    static func open(
        _ kind: String,
        _ body: String,
        styles: String = "",
        pages: String = ""
    ) -> [UInt8] {
        ZipMaker([
            .init("mimetype", "application/vnd.oasis.opendocument.\(kind)"),
            .init(
                "content.xml",
                "<o:document-content xmlns:o=\"o\"><o:automatic-styles>\(styles)</o:automatic-styles>"
                    + "<o:body><o:\(kind)>\(body)</o:\(kind)></o:body></o:document-content>"
            ),
            .init("styles.xml", "<o:document-styles xmlns:o=\"o\">\(pages)</o:document-styles>"),
        ]).bytes
    }

    /// The relationships of a part.
    static func links(_ links: [(id: String, kind: String, target: String)]) -> String {
        let lines = links.map {
            "<Relationship Id=\"\($0.id)\" Type=\"\(relations)/\($0.kind)\" Target=\"\($0.target)\"/>"
        }
        return "<Relationships>\(lines.joined())</Relationships>"
    }

    private static func start(_ part: String, _ kind: String) -> [ZipMaker.Entry] {
        [
            .init(
                "[Content_Types].xml",
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override "
                    + "PartName=\"/\(part)\" ContentType=\"application/vnd.openxmlformats-officedocument"
                    + ".\(kind).main+xml\"/></Types>"
            ),
            .init("_rels/.rels", links([("a", "officeDocument", part)])),
        ]
    }
}
