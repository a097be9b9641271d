import PreviewHelper

/// The records of a part of a workbook in binary ([MS-XLSB], 2.1.4), one after the other.
struct BinaryRecords {
    /// A record: its code, and its body.
    struct Record {
        let code: Int
        let body: [UInt8]
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next record; `nil` at the end, and where it is cut.
    mutating func next() -> Record? {
        guard let code = number(digits: 2), let size = number(digits: 4),
            size <= bytes.count - place
        else { return nil }
        defer { place += size }
        return Record(code: code, body: Array(bytes[place..<(place + size)]))
    }

    /// A number of seven bits in each byte, the lowest ones first.
    private mutating func number(digits: Int) -> Int? {
        var number = 0
        for digit in 0..<digits {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            number |= Int(byte & 0x7F) << (7 * digit)
            if byte & 0x80 == 0 { break }
        }
        return number
    }
}

extension BinaryRecords.Record {
    /// The number at a place; `nil` where the body is shorter.
    func number(_ place: Int) -> Int? {
        body.count >= 4 && place <= body.count - 4 ? Int(body.number32(place)) : nil
    }

    /// The short number at a place; `nil` where the body is shorter.
    func short(_ place: Int) -> Int? {
        body.count >= 2 && place <= body.count - 2 ? Int(body.number16(place)) : nil
    }

    /// The number with decimals at a place.
    func decimal(_ place: Int) -> Double? {
        guard body.count >= 8, place <= body.count - 8 else { return nil }
        let (low, high) = (UInt64(body.number32(place)), UInt64(body.number32(place + 4)))
        return Double(bitPattern: low | high << 32)
    }

    /// A text at a place with its length in characters (2.5.169), and where it ends; a missing one is empty.
    func text(_ place: Int) -> (words: String, end: Int)? {
        guard let count = number(place) else { return nil }
        guard count != 0xFFFF_FFFF else { return ("", place + 4) }
        guard count <= (body.count - place - 4) / 2 else { return nil }
        let units = (0..<count).map { body.number16(place + 4 + $0 * 2) }
        return (String(decoding: units, as: UTF16.self), place + 4 + count * 2)
    }
}
