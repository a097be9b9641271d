/// The order of the bytes of a text in UTF-16 that has no byte order mark.
///
/// Any two bytes may be a character of UTF-16, so this asks for more than valid characters: nearly all of them of the
/// scripts that people write in, in words or lines, and none that occurs in no text. Numbers of 16 bits, as in sounds and
/// tables, have zeros and other control characters; compressed data have unassigned characters; pairs of ASCII letters, read
/// as Chinese, have both bytes among the printable ones.
package enum WideText: Equatable, Sendable {
    /// The lower byte of each character comes first.
    case littleEndian
    /// The upper byte comes first.
    case bigEndian

    /// The bytes that are examined.
    package static let limit = 8192
    /// The fewest characters of a text in Latin letters, and in others.
    private static let fewest = (latin: 4, other: 12)

    /// Finds the order of the first bytes of a file; `nil` where they are not such a text.
    package init?(_ bytes: [UInt8]) {
        let bytes = bytes.prefix(Self.limit)
        guard bytes.count >= 2 * Self.fewest.latin else { return nil }
        let isLittle = Self.isText(bytes) { UInt16($1) << 8 | UInt16($0) }
        let isBig = Self.isText(bytes) { UInt16($0) << 8 | UInt16($1) }
        switch (isLittle, isBig) {
        case (true, false): self = .littleEndian
        case (false, true): self = .bigEndian
        // Of a text, the other order is none.
        default: return nil
        }
    }

    /// The name of the encoding.
    package var encoding: String {
        switch self {
        case .littleEndian: "UTF-16LE"
        case .bigEndian: "UTF-16BE"
        }
    }

    private static func isText(
        _ bytes: ArraySlice<UInt8>,
        unit: (UInt8, UInt8) -> UInt16
    ) -> Bool {
        var (count, latin, written, pairs, gaps) = (0, 0, 0, 0, 0)
        // The syllables of Japanese, of which more than one in four are none of ASCII letters.
        var (kana, kanaPairs) = (0, 0)
        var place = bytes.startIndex
        while place + 1 < bytes.endIndex {
            let (first, second) = (bytes[place], bytes[place + 1])
            place += 2
            var value = UInt32(unit(first, second))
            if (0xD800..<0xDC00).contains(value) {
                // The end may have cut the pair.
                guard place + 1 < bytes.endIndex else { break }
                let low = UInt32(unit(bytes[place], bytes[place + 1]))
                guard (0xDC00..<0xE000).contains(low) else { return false }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                place += 2
            }
            guard let scalar = Unicode.Scalar(value), occursInText(scalar) else { return false }
            count += 1
            if isGap(value) { gaps += 1 }
            if value < 0x80 { latin += 1 }
            if isWritten(value) { written += 1 }
            // Two ASCII letters, perhaps, and not a Chinese one.
            let isPair = isPrintable(first) && isPrintable(second)
            if (0x3041..<0x3100).contains(value) {
                if isPair { kanaPairs += 1 } else { kana += 1 }
            } else if value >= 0x2000, isPair {
                pairs += 1
            }
        }
        guard count >= fewest.latin, written * 20 >= count * 19 else { return false }
        // Latin letters have a byte of zero each, which no other text has.
        if latin * 2 >= count { return true }
        if kana * 4 < kanaPairs { pairs += kanaPairs }
        return count >= fewest.other && gaps > 0 && pairs * 2 <= count
    }

    /// Whether a character is assigned, and no control character but those of lines.
    private static func occursInText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C, 0x0D: true
        case 0x20..<0x7F: true
        default:
            switch scalar.properties.generalCategory {
            case .unassigned, .privateUse, .surrogate, .control: false
            default: true
            }
        }
    }

    /// Whether it separates words or sentences.
    private static func isGap(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20, 0x3000, 0x3001, 0x3002, 0xFF0C, 0xFF0E: true
        default: false
        }
    }

    /// Whether it belongs to a script in use, or to its punctuation, or is one of the signs and pictures of messages.
    private static func isWritten(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x0700, 0x0900..<0x0E80, 0x1E00..<0x2070, 0x20A0..<0x20C0, 0x2100..<0x2150,
            0x2190..<0x2200, 0x2500..<0x2600, 0x3000..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4,
            0xFE0F, 0xFF01..<0xFFEF, 0x1F300..<0x1FB00, 0x20000..<0x2A6E0:
            true
        default: false
        }
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }
}
