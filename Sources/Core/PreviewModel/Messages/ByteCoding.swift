/// Encodes the messages between pool and zygote: little-endian integers, and strings with their length.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    /// No bytes yet.
    package init() {}

    package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    package mutating func write(_ number: Double) { write(number.bitPattern) }

    /// Writes at most `limit` bytes of a text, cut between characters.
    package mutating func write(_ text: String, limit: Int) {
        var kept = Array(text.utf8.prefix(limit))
        while !kept.isEmpty, String(validating: kept, as: UTF8.self) == nil { kept.removeLast() }
        write(UInt16(clamping: kept.count))
        bytes.append(contentsOf: kept)
    }

    package mutating func write(_ text: String?, limit: Int) {
        write(UInt8(clamping: text == nil ? 0 : 1))
        if let text { write(text, limit: limit) }
    }

    /// Writes bytes with their number.
    package mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    /// Writes bytes whose number the reader knows.
    package mutating func append(_ content: [UInt8]) { bytes.append(contentsOf: content) }

    /// Fills up to a fixed size with zeros.
    package mutating func pad(to size: Int) {
        precondition(bytes.count <= size, "a message outgrew its size")
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }
}

/// Decodes what ``ByteWriter`` writes, from untrusted bytes.
package struct ByteReader {
    /// The bytes end early, or contain an invalid value.
    package struct Malformed: Error {
        package init() {}
    }

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func read<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(Malformed) -> Number {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { throw Malformed() }
        var number: Number = 0
        for (index, byte) in rest.prefix(size).enumerated() {
            number |= Number(truncatingIfNeeded: byte) << Number(index * 8)
        }
        rest = rest.dropFirst(size)
        return number
    }

    package mutating func readDouble() throws(Malformed) -> Double {
        Double(bitPattern: try read(UInt64.self))
    }

    package mutating func readBytes() throws(Malformed) -> [UInt8] {
        let count = Int(try read(UInt32.self))
        guard rest.count >= count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    package mutating func readText(limit: Int) throws(Malformed) -> String {
        let count = Int(try read(UInt16.self))
        guard count <= limit, rest.count >= count,
            let text = String(validating: rest.prefix(count), as: UTF8.self)
        else { throw Malformed() }
        rest = rest.dropFirst(count)
        return text
    }

    /// Reads a text of a known length.
    package mutating func readText(length: Int) throws(Malformed) -> String {
        guard rest.count >= length,
            let text = String(validating: rest.prefix(length), as: UTF8.self)
        else { throw Malformed() }
        rest = rest.dropFirst(length)
        return text
    }

    package mutating func readOptionalText(limit: Int) throws(Malformed) -> String? {
        switch try read(UInt8.self) {
        case 0: nil
        case 1: try readText(limit: limit)
        default: throw Malformed()
        }
    }
}

extension String {
    /// The text as a single line for people: control characters, bidirectional ones included, become
    /// spaces, and spaces at both ends are removed.
    public var singleLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: line.append(" ")
            default: line.append(scalar)
            }
        }
        while line.first == " " { line.removeFirst() }
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
