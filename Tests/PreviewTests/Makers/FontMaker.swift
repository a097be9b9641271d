import Foundation

/// Fonts for tests: one letter, A, which is a square of 800 units in an em of 1,000.
enum FontMaker {
    /// A font with more tables: by their names, of four letters.
    static func font(_ tables: [String: [UInt8]]) -> [UInt8] {
        var all = usual.merging(tables) { $1 }
        all["head"] = head
        let names = all.keys.sorted()
        var directory = big32(0x1_0000) + big16(names.count, 16, 0, 0)
        var place = 12 + names.count * 16
        var body: [UInt8] = []
        for name in names {
            let table = all[name] ?? []
            directory += Array(name.utf8) + big32(0) + big32(place) + big32(table.count)
            let padded = table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
            body += padded
            place += padded.count
        }
        return directory + body
    }

    /// A square whose color goes from red on the left to blue on the right, by paints.
    static var painted: [UInt8] {
        let line = [0] + big16(2, 0, 0, 0x4000, 0x4000, 1, 0x4000)
        // A glyph, which is filled with a gradient, of which the color line follows.
        let gradient = [4] + big24(16) + big16(100, 0, 900, 0, 100, 100)
        let glyph = [10] + big24(6) + big16(1)
        let list = big32(1) + big16(1) + big32(10)
        let header = big16(1, 0) + big32(0) + big32(0) + big16(0) + big32(34)
        let table = header + [UInt8](repeating: 0, count: 16) + list + glyph + gradient + line
        let palette = big16(0, 2, 1, 2) + big32(14) + big16(0) + [0, 0, 255, 255, 255, 0, 0, 255]
        return font(["COLR": table, "CPAL": palette])
    }

    /// A square whose upper half is green, by a drawing.
    static var drawn: [UInt8] {
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg'><g id='glyph1'>"
            + "<path d='M100 -900h800v400h-800z' fill='#00ff00'/></g></svg>"
        let list = big16(1) + big16(1, 1) + big32(14) + big32(text.utf8.count)
        return font(["SVG ": big16(0) + big32(10) + big32(0) + list + Array(text.utf8)])
    }

    private static let usual: [String: [UInt8]] = [
        "hhea": big32(0x1_0000)
            + big16(900, -100, 0, 1_000, 0, 0, 1_000, 1, 0, 0, 0, 0, 0, 0, 0, 2),
        "maxp": big32(0x1_0000) + big16(2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        "hmtx": big16(1_000, 0, 1_000, 100),
        "cmap": big16(0, 1, 3, 1) + big32(12)
            + big16(4, 32, 0, 4, 4, 1, 0, 0x41, -1, 0, 0x41, -1, 1 - 0x41, 1, 0, 0),
        "loca": big16(0, 0, 17),
        "glyf": big16(1, 100, 100, 900, 900, 3, 0) + [1, 1, 1, 1]
            + big16(100, 0, 800, 0, 100, 800, 0, -800),
        "post": big32(0x3_0000) + [UInt8](repeating: 0, count: 28),
        "name": big16(0, 0, 6),
    ]

    private static var head: [UInt8] {
        big32(0x1_0000) + big32(0) + big32(0) + big32(0x5F0F_3CF5) + big16(0, 1_000)
            + [UInt8](repeating: 0, count: 16) + big16(100, 100, 900, 900, 0, 8, 2, 0, 0)
    }

    private static func big16(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    }

    private static func big24(_ number: Int) -> [UInt8] { Array(big32(number).dropFirst()) }

    private static func big32(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(number >> ($0 * 8) & 255) }
    }
}
