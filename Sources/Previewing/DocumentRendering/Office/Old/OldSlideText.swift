import PreviewHelper

/// A text of a slide of PowerPoint 97 to 2003 with its looks ([MS-PPT] 2.9.36 to 2.9.46).
struct OldSlideText {
    /// What the text is, such as a title ([MS-PPT] 2.13.33).
    private var kind: UInt32
    private var units: [UInt16] = []
    private var paragraphLooks: [(count: Int, look: ParagraphLook)] = []
    private var characterLooks: [(count: Int, look: CharacterLook)] = []

    private struct ParagraphLook {
        var level = 0
        var hasBullet: Bool?
        var alignment: UInt16?
    }

    private struct CharacterLook {
        var look: Look = []
        var size: Double?
        var colour: UInt32?
    }

    /// Whether it is a title.
    var isTitle: Bool { kind == 0 || kind == 6 }
    private var isBody: Bool { [1, 7, 8].contains(kind) }

    /// The texts that records have: each begins with a header.
    static func all(in records: [OldSlideRecord]) -> [OldSlideText] {
        var texts: [OldSlideText] = []
        for record in records {
            if record.type == 3999, record.body.count >= 4 {
                texts.append(OldSlideText(kind: record.bytes.number32(0)))
            }
            guard let last = texts.indices.last else { continue }
            let bytes = record.bytes
            switch record.type {
            case 4000:
                texts[last].units = (0..<(bytes.count / 2)).map { bytes.number16($0 * 2) }
            case 4008: texts[last].units = bytes.map(UInt16.init)
            case 4001: texts[last].readLooks(bytes)
            default: break
            }
        }
        return texts
    }

    private init(kind: UInt32) { self.kind = kind }

    /// The paragraphs, with letters that are larger by a factor.
    func paragraphs(scale: Double) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var start = 0
        for end in (units + [0x0D]).indices where end == units.count || units[end] == 0x0D {
            let text = styled(start..<end, scale: scale)
            let look = self.look(at: start, in: paragraphLooks) ?? ParagraphLook()
            start = end + 1
            guard text.isVisible || end < units.count else { continue }
            var style = TextStyle()
            style.size = (isTitle ? 40 : isBody ? max(14, 28 - 4 * Double(look.level)) : 18) * scale
            style.spacing = 1
            style.after = isBody ? style.size * 0.2 : 0
            switch look.alignment ?? (isTitle || kind == 5 ? 1 : 0) {
            case 1: style.alignment = .center
            case 2: style.alignment = .end
            case 3: style.alignment = .justify
            default: break
            }
            var paragraph = Paragraph(text, style)
            if text.isVisible, look.hasBullet ?? isBody {
                paragraph.marker = look.level % 2 == 0 ? "\u{2022}" : "\u{2013}"
                paragraph.style.indent = style.size * (0.9 + 0.9 * Double(look.level))
            }
            paragraphs.append(paragraph)
        }
        while let last = paragraphs.last, !last.text.isVisible { paragraphs.removeLast() }
        return paragraphs
    }

    private func styled(_ range: Range<Int>, scale: Double) -> StyledText {
        var text = StyledText()
        var start = range.lowerBound
        while start < range.upperBound {
            let (look, end) = character(at: start)
            let stop = min(end, range.upperBound)
            let words = units[start..<stop].map { $0 == 0x0B ? 0x0A : $0 }
            text.append(
                TextDecoding.harmless(String(decoding: words, as: UTF16.self)),
                look: look.look,
                colour: look.colour,
                size: look.size.map { $0 * scale }
            )
            start = stop
        }
        return text
    }

    private func character(at index: Int) -> (look: CharacterLook, end: Int) {
        var begin = 0
        for run in characterLooks {
            if index < begin + run.count { return (run.look, begin + run.count) }
            begin += run.count
        }
        return (CharacterLook(), units.count)
    }

    private func look(
        at index: Int,
        in runs: [(count: Int, look: ParagraphLook)]
    ) -> ParagraphLook? {
        var begin = 0
        for run in runs {
            begin += run.count
            if index < begin { return run.look }
        }
        return nil
    }

    // MARK: Looks

    private mutating func readLooks(_ bytes: [UInt8]) {
        var place = 0
        /// The next number of so many bytes; `nil` at the end.
        func take(_ size: Int) -> UInt32? {
            guard place + size <= bytes.count else { return nil }
            defer { place += size }
            return size == 2 ? UInt32(bytes.number16(place)) : bytes.number32(place)
        }
        var left = units.count + 1
        while left > 0, let count = take(4), let level = take(2), let mask = take(4) {
            var look = ParagraphLook()
            look.level = min(4, Int(level))
            if mask & 0xF != 0, let flags = take(2), mask & 1 != 0 {
                look.hasBullet = flags & 1 != 0
            }
            for (bit, size) in [(0x80, 2), (0x10, 2), (0x40, 2), (0x20, 4)] as [(UInt32, Int)]
            where mask & bit != 0 { _ = take(size) }
            if mask & 0x800 != 0 { look.alignment = take(2).map(UInt16.init(truncatingIfNeeded:)) }
            for bit in [0x1000, 0x2000, 0x4000, 0x100, 0x400, 0x8000] as [UInt32]
            where mask & bit != 0 { _ = take(2) }
            if mask & 0x10_0000 != 0, let tabs = take(2) { place += Int(tabs) * 4 }
            for bit in [0x1_0000, 0xE_0000, 0x20_0000] as [UInt32] where mask & bit != 0 {
                _ = take(2)
            }
            guard count > 0 else { return }
            paragraphLooks.append((Int(count), look))
            left -= Int(count)
        }
        left = units.count + 1
        while left > 0, let count = take(4), let mask = take(4) {
            var look = CharacterLook()
            if mask & 0xFFFF != 0, let style = take(2) {
                if style & mask & 1 != 0 { look.look.insert(.bold) }
                if style & mask & 2 != 0 { look.look.insert(.italic) }
                if style & mask & 4 != 0 { look.look.insert(.underline) }
            }
            for bit in [0x1_0000, 0x20_0000, 0x40_0000, 0x80_0000] as [UInt32]
            where mask & bit != 0 { _ = take(2) }
            if mask & 0x2_0000 != 0, let size = take(2), (4...200).contains(size) {
                look.size = Double(size)
            }
            if mask & 0x4_0000 != 0, let colour = take(4) { look.colour = Self.legible(colour) }
            if mask & 0x8_0000 != 0 { _ = take(2) }
            guard count > 0 else { return }
            characterLooks.append((Int(count), look))
            left -= Int(count)
        }
    }

    /// An explicit color that can be seen on white; `nil` for any other.
    private static func legible(_ colour: UInt32) -> UInt32? {
        guard colour >> 24 == 0xFE else { return nil }
        let (red, green, blue) = (colour & 255, colour >> 8 & 255, colour >> 16 & 255)
        return red + green + blue < 480 ? red << 16 | green << 8 | blue : nil
    }
}
