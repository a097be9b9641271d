internal import ProofKit

/// Mutates the structure of a message: tags, lengths, nesting, order, and end.
///
/// Blind mutations mostly hit the text of a value, which does not matter to a decoder. A separate
/// parser finds the positions; it follows only lengths, so that it shares no bug with the decoder
/// under test.
struct MessageMutator {
    /// The position of a value with its tag and name.
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

    /// Mutates the bytes one or more times.
    func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let changes = generator.next(below: 4) == 0 ? 1 + generator.next(below: 4) : 1
        for _ in 0..<changes where !bytes.isEmpty {
            change(&bytes, using: &generator)
        }
    }

    private func change(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let kind = generator.next(below: 12)
        // A third of all mutations is blind, to find bugs in unexpected places.
        guard kind >= 4 else { return changeBlindly(&bytes, kind: kind, using: &generator) }
        let spans = Self.spans(of: bytes)
        guard let span = spans.randomElement(using: &generator) else {
            return changeBlindly(&bytes, kind: kind % 4, using: &generator)
        }
        switch kind {
        case 4: bytes[span.tag] = Self.tags[generator.next(below: Self.tags.count)]
        case 5: setLength(&bytes, at: span.nameLength, using: &generator)
        case 6: setLength(&bytes, at: span.valueLength, using: &generator)
        case 7: bytes.removeSubrange(span.tag..<span.end)
        case 8: nest(&bytes, in: span, using: &generator)
        case 9:
            // Another attribute of the same message, so that members leave their collections.
            guard let other = spans.randomElement(using: &generator) else { return }
            bytes.insert(contentsOf: Array(bytes[other.tag..<other.end]), at: span.tag)
        case 10:
            let donor = donors[generator.next(below: donors.count)]
            guard let other = Self.spans(of: donor).randomElement(using: &generator) else { return }
            bytes.insert(contentsOf: donor[other.tag..<other.end], at: span.tag)
        default: bytes.removeSubrange(span.tag...)
        }
    }

    private func changeBlindly(
        _ bytes: inout [UInt8],
        kind: Int,
        using generator: inout SeededGenerator
    ) {
        let index = generator.next(below: bytes.count)
        switch kind {
        case 0: bytes[index] ^= 1 << UInt8(generator.next(below: 8))
        case 1: bytes[index] = UInt8(generator.next(below: 256))
        case 2: bytes.removeLast(bytes.count - index)
        default:
            let donor = donors[generator.next(below: donors.count)]
            let start = generator.next(below: donor.count)
            let end = min(donor.count, start + 1 + generator.next(below: 64))
            bytes.insert(contentsOf: donor[start..<end], at: index)
        }
    }

    /// Replaces a length: slightly off, at a limit, or one more than the remaining bytes.
    private func setLength(
        _ bytes: inout [UInt8],
        at offset: Int,
        using generator: inout SeededGenerator
    ) {
        let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        let left = bytes.count - offset - 2
        let edges = [
            length - 1, length + 1, length + generator.next(below: 9), 0, 1, 0x7fff, 0x8000, 0xffff,
            left,
            left + 1, left - 1, generator.next(below: 65536),
        ]
        let new = UInt16(truncatingIfNeeded: edges[generator.next(below: edges.count)])
        bytes[offset] = UInt8(new >> 8)
        bytes[offset + 1] = UInt8(new & 0xff)
    }

    /// Puts a value into collections, ended as often as begun, less often, or more often.
    private func nest(_ bytes: inout [UInt8], in span: Span, using generator: inout SeededGenerator)
    {
        let depths = [1, 2, 6, 7, 8, 9, 100, 2000]
        let depth = depths[generator.next(below: depths.count)]
        let ends = max(0, [depth, depth, depth, depth - 1, depth + 1, 0][generator.next(below: 6)])
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
