package import ProofKit

/// Mutates documents as corruption and attackers do.
package enum Mutation {
    /// Numbers at which parsers often fail.
    private static let numbers = [
        "0", "-1", "1", "255", "65535", "65536", "2147483647", "-2147483648", "4294967295",
        "9999999999999999999", "1e308", "0.0000001",
    ]

    /// Words of PDF and PostScript that mean something where they should not stand.
    private static let words = [
        "obj", "endobj", "stream", "endstream", "/Kids", "/Parent", "/Length", "/Filter",
        "/FlateDecode", "/JBIG2Decode", "/JPXDecode", "/DCTDecode", "/Count", "/Type", "<<", ">>",
        "[", "]", "1 0 R", "3 0 R", "/Font", "/XObject", "/Pattern", "/Shading", "/SMask",
        "/Encrypt", "/ObjStm", "/XRef", "/Prev", "startxref", " currentfile ", " exec ", " loop ",
        " def ", " setpagedevice ", " showpage ", " save ", " restore ", " stopped ", " makefont ",
        " image ", "{", "}", "%%BoundingBox: ",
    ]

    /// A document with one to eight changes.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - other: Another one, from which pieces come.
    ///   - generator: What is changed, and how.
    /// - Returns: The changed document; never empty where the document is not.
    package static func apply(
        to bytes: [UInt8],
        and other: [UInt8],
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
            change(&bytes, other, &generator)
        }
        return bytes
    }

    private static func change(
        _ bytes: inout [UInt8],
        _ other: [UInt8],
        _ generator: inout SeededGenerator
    ) {
        let at = place(in: bytes, &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes[at] = UInt8.random(in: .min ... .max, using: &generator)
        case 3:
            let value = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            let end = min(bytes.count, at + [1, 2, 4, 8][Int.random(in: 0..<4, using: &generator)])
            for index in at..<end { bytes[index] = UInt8(value) }
        case 4: bytes.removeSubrange(at..<min(bytes.count, at + length(&generator)))
        case 5: if at > 0 { bytes.removeSubrange(at...) }
        case 6:
            // A piece twice, or very often.
            let piece = Array(bytes[at..<min(bytes.count, at + length(&generator))])
            let times = Int.random(in: 0..<16, using: &generator) == 0 ? 500 : 1
            for _ in 0..<times { bytes.insert(contentsOf: piece, at: at) }
        case 7 where !other.isEmpty:
            let from = Int.random(in: 0..<other.count, using: &generator)
            let piece = other[from..<min(other.count, from + length(&generator))]
            bytes.replaceSubrange(at..<min(bytes.count, at + piece.count), with: piece)
        case 8: replaceNumber(&bytes, from: at, &generator)
        default:
            let word = words.randomElement(using: &generator) ?? ""
            bytes.replaceSubrange(at..<min(bytes.count, at + word.utf8.count), with: word.utf8)
        }
        // Nothing grows without end by being doubled.
        if bytes.count > 4 << 20 { bytes.removeSubrange((4 << 20)...) }
    }

    /// Anywhere, but more often near the beginning and the end, where headers and tables stand.
    private static func place(in bytes: [UInt8], _ generator: inout SeededGenerator) -> Int {
        let near = min(bytes.count, 512)
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: Int.random(in: 0..<near, using: &generator)
        case 1: bytes.count - near + Int.random(in: 0..<near, using: &generator)
        default: Int.random(in: 0..<bytes.count, using: &generator)
        }
    }

    private static func length(_ generator: inout SeededGenerator) -> Int {
        1 << Int.random(in: 0..<12, using: &generator)
    }

    /// Puts another number where the next one in figures stands.
    private static func replaceNumber(
        _ bytes: inout [UInt8],
        from: Int,
        _ generator: inout SeededGenerator
    ) {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        guard let start = bytes[from...].prefix(2048).firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = numbers.randomElement(using: &generator) ?? "0"
        bytes.replaceSubrange(start..<end, with: number.utf8)
    }
}
