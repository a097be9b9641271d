import PreviewHelper

/// The name in a font of an XPS document, whose first 32 bytes are hidden by the name of its part (ECMA-388, 9.1.7.3).
enum XPSFont {
    private static let tablesLimit = 64

    /// The family; `nil` where it cannot be found.
    static func family(_ bytes: [UInt8], part: String) -> String? {
        var bytes = bytes
        guard bytes.count >= 44 else { return nil }
        let name = part.split(separator: "/").last ?? ""
        let digits = Array(name.prefix { $0 != "." }.filter(\.isHexDigit))
        if name.lowercased().hasSuffix(".odttf"), digits.count == 32 {
            let key = (0..<16).map {
                UInt8(String(digits[($0 * 2)..<($0 * 2 + 2)]), radix: 16) ?? 0
            }
            for index in 0..<32 { bytes[index] ^= key[15 - index % 16] }
        }
        let tables = min(Int(bytes.big16(4)), tablesLimit)
        for index in 0..<tables {
            let place = 12 + index * 16
            guard place + 16 <= bytes.count else { return nil }
            guard bytes[place..<(place + 4)].elementsEqual("name".utf8) else { continue }
            return family(bytes, table: Int(bytes.big32(place + 8)))
        }
        return nil
    }

    private static func family(_ bytes: [UInt8], table: Int) -> String? {
        guard table + 6 <= bytes.count else { return nil }
        let (count, texts) = (Int(bytes.big16(table + 2)), table + Int(bytes.big16(table + 4)))
        for index in 0..<min(count, 500) {
            let place = table + 6 + index * 12
            guard place + 12 <= bytes.count else { return nil }
            // The family, for Windows, in UTF-16.
            guard bytes.big16(place) == 3, bytes.big16(place + 6) == 1 else { continue }
            let (size, start) = (
                Int(bytes.big16(place + 8)), texts + Int(bytes.big16(place + 10))
            )
            guard size > 0, start + size <= bytes.count else { continue }
            let units = stride(from: start, to: start + size - 1, by: 2).map { bytes.big16($0) }
            return String(decoding: units, as: UTF16.self)
        }
        return nil
    }
}
