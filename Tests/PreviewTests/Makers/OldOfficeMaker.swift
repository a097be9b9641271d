import Foundation

/// Small documents of Office 97.
enum OldOfficeMaker {
    /// A document of Word with a text, in which "\r" ends a paragraph, in two pieces: of bytes, and of UTF-16.
    static func word(_ narrow: String, _ wide: String, isEncrypted: Bool = false) -> [UInt8] {
        var main = BytesMaker()
        main.add16(0xA5EC, 0xC1, 0, 0, 0, isEncrypted ? 0x100 : 0)
        main.fill(to: 0x400)
        main.set32(narrow.count + wide.utf16.count, at: 0x4C)
        main.add(narrow)
        main.fill(to: 0x480)
        main.add(.wide(wide))
        var table = BytesMaker([2])
        table.add32(28, 0, narrow.count, narrow.count + wide.utf16.count)
        table.add16(0)
        table.add32(0x400 * 2 | 0x4000_0000)
        table.add16(0, 0)
        table.add32(0x480)
        table.add16(0)
        main.set32(0, at: 0x1A2)
        main.set32(table.bytes.count, at: 0x1A6)
        var file = CompoundFileMaker()
        file.streams = [("WordDocument", main.bytes), ("0Table", table.bytes)]
        return file.bytes
    }

    /// A workbook of Excel with a sheet that has a text, a formula's text, and two numbers.
    static func sheet(_ text: String, _ number: Double, isEncrypted: Bool = false) -> [UInt8] {
        var main = BytesMaker()
        record(0x809, [0, 6, 5, 0, 0, 0, 0, 0], to: &main)
        if isEncrypted { record(0x2F, [0, 0, 0, 0], to: &main) }
        let place = main.bytes.count + 4
        record(0x85, [0, 0, 0, 0, 0, 0, 4, 0] + Array("Plan".utf8), to: &main)
        // The text continues in another record, in wide letters.
        let half = text.utf16.count / 2
        var strings = BytesMaker()
        strings.add32(1, 1)
        strings.add16(text.utf16.count)
        strings.add([0] + Array(text.utf8.prefix(half)))
        record(0xFC, strings.bytes, to: &main)
        record(0x3C, [1] + .wide(String(text.dropFirst(half))), to: &main)
        record(0x0A, [], to: &main)
        main.set32(main.bytes.count, at: place)
        record(0x809, [0, 6, 16, 0, 0, 0, 0, 0], to: &main)
        record(0xFD, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: &main)
        let bits = number.bitPattern
        let double = (0..<8).map { UInt8(bits >> ($0 * 8) & 255) }
        record(0x203, [0, 0, 1, 0, 0, 0] + double, to: &main)
        // 12.34 as hundredths of an integer.
        record(0x27E, [1, 0, 1, 0, 0, 0, 0x4B, 0x13, 0, 0], to: &main)
        record(0x06, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0], to: &main)
        record(0x207, [2, 0, 0] + Array("Ja".utf8), to: &main)
        record(0x0A, [], to: &main)
        var file = CompoundFileMaker()
        file.streams = [("Workbook", main.bytes)]
        return file.bytes
    }

    private static func record(_ code: Int, _ body: [UInt8], to file: inout BytesMaker) {
        file.add16(code, body.count)
        file.add(body)
    }

    /// A presentation of PowerPoint with a slide that has a title in its place.
    static func slides(_ title: String, isEncrypted: Bool = false) -> [UInt8] {
        let anchor = slide(0xF010, [100, 0, 200, 0, 0x88, 0x13, 0, 4].map(UInt8.init))
        let words =
            slide(3999, [0, 0, 0, 0]) + slide(4000, .wide(title))
        let shape = slide(0xF004, anchor + slide(0xF00D, words), isContainer: true)
        let group = slide(0xF003, slide(0xF004, [], isContainer: true) + shape, isContainer: true)
        let drawing = slide(1036, slide(0xF002, group, isContainer: true), isContainer: true)
        let page = slide(1006, drawing, isContainer: true)
        var list = BytesMaker()
        list.add32(2, 0, 0, 256, 0)
        let document = slide(
            1000,
            slide(4080, slide(1011, list.bytes), isContainer: true),
            isContainer: true
        )
        var main = BytesMaker(document + page)
        let directory = main.bytes.count
        var entries = BytesMaker()
        entries.add32(1 | 2 << 20, 0, document.count)
        main.add(slide(6002, entries.bytes))
        let edit = main.bytes.count
        var atom = BytesMaker()
        atom.add32(0, 0, 0, directory, 1, 3, 0)
        main.add(slide(4085, atom.bytes))
        var user = BytesMaker([0, 0, 0xF6, 0x0F])
        user.add32(20, 20, isEncrypted ? 0xF3D1_C4DF : 0xE391_C05F, edit)
        user.fill(to: 28)
        var file = CompoundFileMaker()
        file.streams = [("PowerPoint Document", main.bytes), ("Current User", user.bytes)]
        return file.bytes
    }

    private static func slide(_ type: Int, _ body: [UInt8], isContainer: Bool = false) -> [UInt8] {
        var record = BytesMaker()
        record.add16(isContainer ? 15 : 0, type)
        record.add32(body.count)
        return record.bytes + body
    }
}
