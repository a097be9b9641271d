/// Changes a message where its structure is: tags, lengths, nesting, order and end.
///
/// Blind changes mostly hit the text of a value, which means nothing to a decoder. The places
/// come from a reading of its own, which follows lengths and knows nothing of meaning, so that it shares no
/// mistake with the decoder under test.
struct MessageMutator {
    /// Where one value stands with its tag and name.
    private struct Span {
        var tag: Int
        var nameLength: Int
        var valueLength: Int
        var end: Int
    }

    private static let tags: [UInt8] = [
        0x00, 0x01, 0x02, 0x03, 0x04, 0x0f, 0x10, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x2f, 0x30,
        0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x40, 0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48,
        0x49, 0x4a, 0x5f, 0x7f, 0x80, 0xff,
    ]

    let donors: [[UInt8]]

    /// Changes the bytes once or a few times.
    func mutate(_ bytes: inout [UInt8], using dice: inout Dice) {
        let changes = dice.roll(4) == 0 ? 1 + dice.roll(4) : 1
        for _ in 0..<changes where !bytes.isEmpty {
            change(&bytes, using: &dice)
        }
    }

    private func change(_ bytes: inout [UInt8], using dice: inout Dice) {
        let kind = dice.roll(12)
        // A third of all changes is blind: not everything that goes wrong is where one looks for it.
        guard kind >= 4 else { return changeBlindly(&bytes, kind: kind, using: &dice) }
        let spans = Self.spans(of: bytes)
        guard let span = spans.randomElement(using: &dice) else {
            return changeBlindly(&bytes, kind: kind % 4, using: &dice)
        }
        switch kind {
        case 4: bytes[span.tag] = Self.tags[dice.roll(Self.tags.count)]
        case 5: setLength(&bytes, at: span.nameLength, using: &dice)
        case 6: setLength(&bytes, at: span.valueLength, using: &dice)
        case 7: bytes.removeSubrange(span.tag..<span.end)
        case 8: nest(&bytes, in: span, using: &dice)
        case 9:
            // Another attribute of the same message, so that members leave their collections.
            guard let other = spans.randomElement(using: &dice) else { return }
            bytes.insert(contentsOf: Array(bytes[other.tag..<other.end]), at: span.tag)
        case 10:
            let donor = donors[dice.roll(donors.count)]
            guard let other = Self.spans(of: donor).randomElement(using: &dice) else { return }
            bytes.insert(contentsOf: donor[other.tag..<other.end], at: span.tag)
        default: bytes.removeSubrange(span.tag...)
        }
    }

    private func changeBlindly(_ bytes: inout [UInt8], kind: Int, using dice: inout Dice) {
        let index = dice.roll(bytes.count)
        switch kind {
        case 0: bytes[index] ^= 1 << UInt8(dice.roll(8))
        case 1: bytes[index] = UInt8(dice.roll(256))
        case 2: bytes.removeLast(bytes.count - index)
        default:
            let donor = donors[dice.roll(donors.count)]
            let start = dice.roll(donor.count)
            let end = min(donor.count, start + 1 + dice.roll(64))
            bytes.insert(contentsOf: donor[start..<end], at: index)
        }
    }

    /// Another length: a little off, at an edge, or all that is left and one more.
    private func setLength(_ bytes: inout [UInt8], at offset: Int, using dice: inout Dice) {
        let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        let left = bytes.count - offset - 2
        let edges = [
            length - 1, length + 1, length + dice.roll(9), 0, 1, 0x7fff, 0x8000, 0xffff, left,
            left + 1, left - 1, dice.roll(65536),
        ]
        let new = UInt16(truncatingIfNeeded: edges[dice.roll(edges.count)])
        bytes[offset] = UInt8(new >> 8)
        bytes[offset + 1] = UInt8(new & 0xff)
    }

    /// Puts a value into collections, ended as often as begun, less often, or more often.
    private func nest(_ bytes: inout [UInt8], in span: Span, using dice: inout Dice) {
        let depths = [1, 2, 6, 7, 8, 9, 100, 2000]
        let depth = depths[dice.roll(depths.count)]
        let ends = max(0, [depth, depth, depth, depth - 1, depth + 1, 0][dice.roll(6)])
        var begin: [UInt8] = [0x34, 0, 1, 0x78, 0, 0]
        for level in 0..<depth {
            begin += [0x4a, 0, 0, 0, 1, 0x79]
            if level < depth - 1 { begin += [0x34, 0, 0, 0, 0] }
        }
        // As a member, a value has no name of its own.
        let value = [bytes[span.tag], 0, 0] + bytes[span.valueLength..<span.end]
        let end = [[UInt8]](repeating: [0x37, 0, 0, 0, 0], count: ends).joined()
        bytes.replaceSubrange(span.tag..<span.end, with: begin + value + end)
    }

    private static func spans(of bytes: [UInt8]) -> [Span] {
        var spans: [Span] = []
        var at = 8
        func length(_ offset: Int) -> Int? {
            offset + 1 < bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
        }
        while at < bytes.count {
            guard bytes[at] >= 0x10 else {
                at += 1
                continue
            }
            guard let name = length(at + 1), let value = length(at + 3 + name),
                at + 5 + name + value <= bytes.count
            else { break }
            let valueLength = at + 3 + name
            let end = valueLength + 2 + value
            spans.append(Span(tag: at, nameLength: at + 1, valueLength: valueLength, end: end))
            at = end
        }
        return spans
    }
}
