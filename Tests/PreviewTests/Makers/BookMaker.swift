/// Books for tests.
enum BookMaker {
    /// A FictionBook with a title, an author, a chapter, a table, and a picture as its cover.
    static func fiction(cover: String = "", encoding: String = "UTF-8") -> String {
        let page = cover.isEmpty ? "" : "<coverpage><image l:href=\"#c.jpg\"/></coverpage>"
        let binary =
            cover.isEmpty
            ? "" : "<binary id=\"c.jpg\" content-type=\"image/jpeg\">\(cover)</binary>"
        return """
            <?xml version="1.0" encoding="\(encoding)"?>
            <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
            <description><title-info><genre>sea</genre><author><first-name>Anna</first-name>
            <last-name>Petrova</last-name></author><book-title>Приливы</book-title>
            <annotation><p>About the sea.</p></annotation>\(page)<lang>ru</lang></title-info></description>
            <body><section><title><p>Первая глава</p></title><p>The <strong>tide</strong> comes
            in.</p><poem><stanza><v>Low and high</v></stanza></poem>
            <table><tr><th>Hour</th><td>six</td></tr></table></section></body>\(binary)</FictionBook>
            """
    }

    /// A book of Mobipocket, with its text as it is, and a cover.
    static func mobi(title: String, html: String, cover: [UInt8]) -> [UInt8] {
        let text = Array(html.utf8)
        var exth: [UInt8] = Array("EXTH".utf8)
        exth += big32(24) + big32(1) + big32(201) + big32(12) + big32(0)
        // The header of Mobipocket, of which most fields say that there is nothing.
        var head = [UInt8](repeating: 0, count: 232)
        func set(_ place: Int, _ number: Int) {
            head.replaceSubrange((place - 16)..<(place - 12), with: big32(number))
        }
        head.replaceSubrange(0..<4, with: Array("MOBI".utf8))
        for place in stride(from: 40, to: 80, by: 4) { set(place, 0xFFFF_FFFF) }
        let fields = [
            20: 232, 24: 2, 28: 65_001, 32: 1, 36: 6, 80: 2, 84: 16 + 232 + exth.count,
            88: title.utf8.count, 92: 9, 104: 6, 108: 2, 128: 0x40, 192: 0x1_0002, 244: 0xFFFF_FFFF,
        ]
        for (place, number) in fields { set(place, number) }
        let start = [0, 1, 0, 0] + big32(text.count) + [0, 1, 0x10, 0, 0, 0, 0, 0]
        let records = [start + head + exth + Array(title.utf8) + [0, 0, 0, 0], text, cover]
        return database(records)
    }

    private static func database(_ records: [[UInt8]]) -> [UInt8] {
        var bytes = Array("book".utf8) + [UInt8](repeating: 0, count: 56) + Array("BOOKMOBI".utf8)
        bytes += big32(records.count) + big32(0) + [0, UInt8(records.count)]
        var place = bytes.count + records.count * 8 + 2
        for (index, record) in records.enumerated() {
            bytes += big32(place) + big32(index * 2)
            place += record.count
        }
        return bytes + [0, 0] + records.flatMap { $0 }
    }

    private static func big32(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(number >> ($0 * 8) & 255) }
    }
}
