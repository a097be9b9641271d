/// Small packages of programs.
enum PackageMaker {
    /// A package of Debian, whose parts are tar archives without compression.
    static var debian: [UInt8] {
        let control = """
            Package: tool
            Version: 1.0
            Architecture: all
            Maintainer: Ann <ann@example.org>
            Description: A small tool
             It does
             one thing.

            """
        let parts: [(String, [UInt8])] = [
            ("debian-binary", Array("2.0\n".utf8)),
            ("control.tar", tar("./control", Array(control.utf8))),
            ("data.tar", tar("./usr/share/doc/tool.txt", Array("Hello\n".utf8))),
        ]
        var bytes = Array("!<arch>\n".utf8)
        for (name, contents) in parts {
            bytes += field(name, 16) + field("0", 12) + field("0", 6) + field("0", 6)
            bytes += field("100644", 8) + field("\(contents.count)", 10) + [0x60, 0x0A] + contents
            if contents.count % 2 == 1 { bytes.append(0x0A) }
        }
        return bytes
    }

    private static func field(_ text: String, _ size: Int, filler: UInt8 = 0x20) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: filler, count: size - text.utf8.count)
    }

    /// An archive of a file (ustar).
    private static func tar(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        var header = field(name, 100, filler: 0) + field("0000644", 8, filler: 0)
        header += field("0000000", 8, filler: 0) + field("0000000", 8, filler: 0)
        let size = String(contents.count, radix: 8)
        header += field(String(repeating: "0", count: 11 - size.count) + size, 12, filler: 0)
        header += field("00000000000", 12, filler: 0) + field("", 8) + Array("0".utf8)
        header += field("", 100, filler: 0) + Array("ustar".utf8) + [0, 0x30, 0x30]
        header += [UInt8](repeating: 0, count: 512 - header.count)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        let check = String(repeating: "0", count: 6 - sum.count) + sum
        header.replaceSubrange(148..<156, with: Array(check.utf8) + [0, 0x20])
        let rest = (512 - contents.count % 512) % 512
        return header + contents + [UInt8](repeating: 0, count: rest + 1024)
    }

    /// A package of RPM without contents.
    static var redHat: [UInt8] {
        var lead: [UInt8] = [0xED, 0xAB, 0xEE, 0xDB, 3, 0]
        lead += [UInt8](repeating: 0, count: 96 - lead.count)
        let signature = header([])
        let values: [(UInt32, UInt32, UInt32, [UInt8])] = [
            (1000, 6, 1, text("tool")), (1001, 6, 1, text("1.0")), (1002, 6, 1, text("2")),
            (1004, 9, 1, text("A small tool")), (1014, 6, 1, text("MIT")),
            (1022, 6, 1, text("noarch")), (1116, 4, 1, [0, 0, 0, 0]),
            (1117, 8, 1, text("tool.txt")), (1118, 8, 1, text("/usr/share/doc/")),
        ]
        return lead + signature + header(values)
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    private static func header(_ values: [(UInt32, UInt32, UInt32, [UInt8])]) -> [UInt8] {
        var (index, store): ([UInt8], [UInt8]) = ([], [])
        for (tag, kind, count, bytes) in values {
            if kind == 4 { while store.count % 4 != 0 { store.append(0) } }
            index += big(tag) + big(kind) + big(UInt32(store.count)) + big(count)
            store += bytes
        }
        return [0x8E, 0xAD, 0xE8, 1, 0, 0, 0, 0] + big(UInt32(values.count))
            + big(UInt32(store.count)) + index + store
    }

    /// The headers of an AppImage, with those of its file system.
    static var appImage: [UInt8] {
        var file = BytesMaker([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0x41, 0x49, 2, 0, 0, 0, 0, 0])
        file.add16(2, 62)
        file.add32(1)
        file.fill(to: 64)
        // No table of sections: the file system follows the header.
        file.bytes[40] = 64
        file.add("hsqs")
        file.add32(12, 1_700_000_000, 131_072, 0)
        file.add16(1, 17)
        file.fill(to: 256)
        return file.bytes
    }
}
