/// A value in DER (ITU-T X.690): a tag and contents; within bounds, whatever its length says.
struct DERValue {
    let tag: UInt8
    /// The contents.
    let body: ArraySlice<UInt8>
    /// Tag, length, and contents.
    let whole: ArraySlice<UInt8>

    /// The most values that one value may contain.
    private static let limit = 10_000

    /// The first value of some bytes; `nil` where there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        tag = bytes[bytes.startIndex]
        let first = bytes[bytes.startIndex + 1]
        var length = Int(first)
        var header = 2
        if first & 0x80 != 0 {
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), bytes.count >= 2 + count else { return nil }
            length = bytes.dropFirst(2).prefix(count).reduce(0) { $0 << 8 | Int($1) }
            header += count
        }
        guard tag & 0x1F != 0x1F, length <= bytes.count - header else { return nil }
        body = bytes.dropFirst(header).prefix(length)
        whole = bytes.prefix(header + length)
    }

    /// The values in the contents, one after the other.
    var children: [DERValue] {
        var (values, rest): ([DERValue], ArraySlice<UInt8>) = ([], body)
        while values.count < Self.limit, let value = DERValue(rest) {
            values.append(value)
            rest = rest.dropFirst(value.whole.count)
        }
        return values
    }

    /// Whether it is a sequence or a set.
    var isSequence: Bool { tag == 0x30 || tag == 0x31 }

    /// An object identifier with dots; empty for other values.
    var identifier: String {
        guard tag == 0x06 else { return "" }
        var (numbers, number): ([UInt64], UInt64) = ([], 0)
        for byte in body.prefix(64) {
            guard number < 1 << 56 else { return "" }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 != 0 { continue }
            if numbers.isEmpty {
                let first = min(2, number / 40)
                numbers = [first, number - first * 40]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map(String.init).joined(separator: ".")
    }

    /// The text of a string in one of its encodings; `nil` for other values.
    var text: String? {
        switch tag {
        case 0x0C, 0x12, 0x13, 0x16, 0x1A: String(decoding: body, as: UTF8.self)
        // Latin-1, as it is used.
        case 0x14: String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        case 0x1E:
            String(
                decoding: stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map {
                    UInt16(body[$0]) << 8 | UInt16(body[$0 + 1])
                },
                as: UTF16.self
            )
        default: nil
        }
    }

    /// A time such as "2024-06-03 14:00 UTC"; `nil` for other values.
    var time: String? {
        guard tag == 0x17 || tag == 0x18 else { return nil }
        var digits = Array(String(decoding: body.prefix(24), as: UTF8.self).filter(\.isNumber))
        if tag == 0x17 {
            guard digits.count >= 10, let year = Int(String(digits[0..<2])) else { return nil }
            digits = Array(year < 50 ? "20" : "19") + digits
        }
        guard digits.count >= 12 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8)) \(part(8..<10)):\(part(10..<12)) UTC"
    }
}
