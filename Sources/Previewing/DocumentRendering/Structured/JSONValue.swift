import PreviewHelper

/// A value of JSON (RFC 8259) in a document; numbers keep their spelling.
indirect enum JSONValue {
    case object([(name: String, value: JSONValue)])
    case array([JSONValue])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    /// The deepest nesting that is read.
    static let depthLimit = 64
    /// The most values that are read.
    static let countLimit = 1_000_000

    /// The value of a whole text; `nil` where it is not JSON, or exceeds a limit.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        self = value
    }

    /// The value with a name in an object; `nil` for other values.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The values of an array; empty for other values.
    var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    /// The names and values of an object; empty for other values.
    var members: [(name: String, value: JSONValue)] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The text of a string; `nil` for other values.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number; `nil` for other values, and for those out of range.
    var double: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }

    /// The number as an index or a count; `nil` for other values, and for those below 0.
    var index: Int? {
        double.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension JSONValue {
    private struct Reader {
        let bytes: [UInt8]
        var place = 0
        var count = 0

        mutating func value(depth: Int) -> JSONValue? {
            count += 1
            guard depth < depthLimit, count <= countLimit else { return nil }
            skipSpace()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "{"): return object(depth: depth)
            case UInt8(ascii: "["): return array(depth: depth)
            case UInt8(ascii: "\""): return string().map { .string($0) }
            case UInt8(ascii: "t"): return word("true", .bool(true))
            case UInt8(ascii: "f"): return word("false", .bool(false))
            case UInt8(ascii: "n"): return word("null", .null)
            default: return number()
            }
        }

        private mutating func skipSpace() {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
                place += 1
            }
        }

        /// Skips a sign, and returns whether it was there.
        private mutating func take(_ sign: UInt8) -> Bool {
            skipSpace()
            guard place < bytes.count, bytes[place] == sign else { return false }
            place += 1
            return true
        }

        private mutating func word(_ text: String, _ value: JSONValue) -> JSONValue? {
            guard bytes[place...].starts(with: text.utf8) else { return nil }
            place += text.utf8.count
            return value
        }

        private mutating func number() -> JSONValue? {
            let start = place
            let signs = Array("+-.eE0123456789".utf8)
            while place < bytes.count, signs.contains(bytes[place]) { place += 1 }
            guard place > start, place - start < 64 else { return nil }
            return .number(String(decoding: bytes[start..<place], as: UTF8.self))
        }

        private mutating func array(depth: Int) -> JSONValue? {
            place += 1
            var values: [JSONValue] = []
            if take(UInt8(ascii: "]")) { return .array(values) }
            while let value = value(depth: depth + 1) {
                values.append(value)
                if take(UInt8(ascii: "]")) { return .array(values) }
                guard take(UInt8(ascii: ",")) else { return nil }
            }
            return nil
        }

        private mutating func object(depth: Int) -> JSONValue? {
            place += 1
            var members: [(name: String, value: JSONValue)] = []
            if take(UInt8(ascii: "}")) { return .object(members) }
            while true {
                skipSpace()
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
                    let name = string(), take(UInt8(ascii: ":")),
                    let value = value(depth: depth + 1)
                else { return nil }
                members.append((name, value))
                if take(UInt8(ascii: "}")) { return .object(members) }
                guard take(UInt8(ascii: ",")) else { return nil }
            }
        }

        private mutating func string() -> String? {
            place += 1
            var units: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    units += Array(String(scalar).utf8)
                default: units.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "u"):
                guard let unit = unit() else { return nil }
                guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
                // The other half of a character beyond the first plane.
                let start = place
                guard bytes[place...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
                place += 2
                guard let second = self.unit(), second & 0xFC00 == 0xDC00 else {
                    place = start
                    return "\u{FFFD}"
                }
                return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
            default: return Unicode.Scalar(byte)
            }
        }

        private mutating func unit() -> UInt32? {
            guard place + 4 <= bytes.count else { return nil }
            let digits = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
            place += 4
            return UInt32(digits, radix: 16)
        }
    }
}
