/// JSON that arrives in pieces, with each character escaped that a terminal interprets or does not show.
///
/// The usual characters pass through as bytes.
package struct EscapedJSON: Sendable {
    /// The beginning of a character whose other bytes have not arrived.
    private var pending: [UInt8] = []

    package init() {}

    /// Takes the next bytes; returns those that can be written now.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        guard !pending.isEmpty || bytes.contains(where: { !Self.isUsual($0) }) else { return bytes }
        let input = pending + bytes
        pending = []
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var index = 0
        while index < input.count {
            let start = index
            while index < input.count, Self.isUsual(input[index]) { index += 1 }
            output += input[start..<index]
            guard index < input.count else { break }
            let length = Self.length(of: input[index])
            guard index + length <= input.count else {
                pending = Array(input[index...])
                break
            }
            let end = index + length
            let text = String(decoding: input[index..<end], as: UTF8.self)
            output += TerminalText.escaped(text).utf8
            index = end
        }
        return output
    }

    /// Returns what is left at the end: the beginning of a character that is not complete.
    package mutating func finish() -> [UInt8] {
        defer { pending = [] }
        return Array(TerminalText.escaped(String(decoding: pending, as: UTF8.self)).utf8)
    }

    private static func isUsual(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    /// The number of bytes of a character in UTF-8, by its first one.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
