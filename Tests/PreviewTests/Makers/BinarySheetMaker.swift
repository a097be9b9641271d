/// Workbooks of Excel in binary records for tests.
enum BinarySheetMaker {
    /// A workbook with a shared text, a number in percent, a truth, and an error.
    static func workbook(text: String, number: Double) -> [UInt8] {
        let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let package = "http://schemas.openxmlformats.org/package/2006/relationships"
        func links(_ target: String, _ kind: String) -> String {
            "<Relationships xmlns=\"\(package)\"><Relationship Id=\"rId1\" "
                + "Type=\"\(relations)/\(kind)\" Target=\"\(target)\"/></Relationships>"
        }
        let book = record(156, numbers(0, 1) + wide("rId1") + wide("Plan"))
        let texts = record(19, [0] + wide(text))
        let looks =
            record(617, numbers(2)) + record(47, [UInt8](repeating: 0, count: 16))
            + record(47, [0, 0, 9, 0] + [UInt8](repeating: 0, count: 12)) + record(618, [])
        let cells =
            record(0, numbers(0) + [UInt8](repeating: 0, count: 13))
            + record(7, numbers(0, 0, 0)) + record(5, numbers(1, 1) + bytes(of: number))
            + record(4, numbers(2, 0) + [1]) + record(3, numbers(3, 0) + [7])
            + record(6, numbers(4, 0) + wide("here"))
        let type = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
        return ZipMaker([
            .init(
                "[Content_Types].xml",
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                    + "<Override PartName=\"/xl/workbook.bin\" ContentType=\"\(type)\"/></Types>"
            ),
            .init("_rels/.rels", links("xl/workbook.bin", "officeDocument")),
            .init("xl/_rels/workbook.bin.rels", links("worksheets/sheet1.bin", "worksheet")),
            entry("xl/workbook.bin", book), entry("xl/sharedStrings.bin", texts),
            entry("xl/styles.bin", looks), entry("xl/worksheets/sheet1.bin", cells),
        ]).bytes
    }

    private static func entry(_ name: String, _ contents: [UInt8]) -> ZipMaker.Entry {
        var entry = ZipMaker.Entry(name)
        entry.contents = contents
        return entry
    }

    private static func record(_ code: Int, _ body: [UInt8]) -> [UInt8] {
        let codes = code < 128 ? [UInt8(code)] : [UInt8(code & 127 | 128), UInt8(code >> 7)]
        return codes + [UInt8(body.count)] + body
    }

    private static func numbers(_ numbers: Int...) -> [UInt8] {
        var maker = BytesMaker()
        for number in numbers { maker.add32(number) }
        return maker.bytes
    }

    private static func wide(_ text: String) -> [UInt8] { numbers(text.utf16.count) + .wide(text) }

    private static func bytes(of number: Double) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) }
    }
}
