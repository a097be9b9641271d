internal import ProofKit

/// Mutates the structure of JSON: values, keys, nesting, encoding, and end.
struct JSONMutator {
    private static let values = [
        "null", "true", "false", "0", "-0", "-1", "1e999", "-1e999", "1e-999", "NaN", "Infinity",
        "18446744073709551616", "9223372036854775807", "0.1", "01", "\"\"", "\"1-\"", "\"0\"",
        "\"\\u0000\"", "\"\\ud800\"", "\"\\x\"", "\"\u{1b}[2J\"", "[]", "{}", "[[]]", "{\"a\":1}",
        "\"9999-99-99T99:99:99Z\"", "\"-1\"", "\"1,2,3,-,4-2\"", "\"18446744073709551616-\"",
    ]

    /// Mutates the bytes once.
    func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let tokens = Self.tokens(of: bytes)
        guard let token = tokens.isEmpty ? nil : generator.pick(tokens), !generator.oneIn(3) else {
            return mutateBytes(&bytes, using: &generator)
        }
        switch generator.next(below: 6) {
        case 0, 1: bytes.replaceSubrange(token, with: Array(generator.pick(Self.values).utf8))
        case 2: bytes.replaceSubrange(token, with: bytes[generator.pick(tokens)])
        case 3:
            bytes.replaceSubrange(
                token,
                with: Self.nested(generator.pick([8, 17, 500, 5000, 60_000]))
            )
        case 4:
            let size = generator.pick([300, 70_000])
            bytes.replaceSubrange(
                token,
                with: Array("\"\(String(repeating: "1,", count: size))\"".utf8)
            )
        default:
            guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return }
            let member = Array(
                "\"\(generator.pick(["more", "ticket", "copies", "document"]))\":".utf8
            )
            let value = Array(generator.pick(Self.values).utf8) + [UInt8(ascii: ",")]
            bytes.insert(contentsOf: member + value, at: start + 1)
        }
    }

    private func mutateBytes(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let index = generator.next(below: bytes.count)
        switch generator.next(below: 7) {
        case 0: bytes[index] ^= 1 << UInt8(generator.next(below: 8))
        case 1: bytes[index] = UInt8(generator.next(below: 256))
        case 2: bytes.removeLast(bytes.count - index)
        case 3: bytes.insert(contentsOf: [0xC3, 0x28], at: index)
        case 4: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0)
        case 5: bytes = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
        default: bytes.remove(at: index)
        }
    }

    private static func nested(_ depth: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: "["), count: depth)
            + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }

    /// Returns the ranges of strings, numbers, and literals.
    private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var at = 0
        while at < bytes.count {
            let start = at
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += 1 }
                at = min(at + 1, bytes.count)
                tokens.append(start..<at)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "-"):
                while at < bytes.count, !Array("\",:[]{} ".utf8).contains(bytes[at]) { at += 1 }
                tokens.append(start..<at)
            default: at += 1
            }
        }
        return tokens
    }
}
