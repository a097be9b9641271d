import PreviewHelper
import PreviewModel

/// The lines of a text for a terminal.
extension TextDocument {
    /// The most bytes of a text that are read for its lines.
    private static let linesLimit = 128 << 10

    /// The first lines as they stand in the file, in their colors as sequences for terminals (SGR); `nil` where the file is not
    /// written line by line.
    func lines() -> String? {
        switch format {
        case .plain, .code, .markdown, .html, .delimited: break
        default: return nil
        }
        let (bytes, isWhole) = start(limit: Self.linesLimit)
        var lines = ColoredLines()
        if let text = TextDecoding.text(bytes, isWhole: isWhole), ANSIText.isOne(text) {
            let colours = ANSIColours(PEMText.withoutSecrets(text))
            PlainText.read(colours.text, asCode: true, colours: colours) { lines.add($0) }
        } else if let text = TextDecoding.decode(bytes, isWhole: isWhole) {
            emitPlain(PEMText.withoutSecrets(text)) { lines.add($0) }
        } else {
            return nil
        }
        return lines.text
    }
}

/// Lines with sequences for the 16 colors that each terminal has: which ones they are, people choose there.
private struct ColoredLines {
    /// The longest result, in bytes.
    private static let limit = 1 << 20

    private(set) var text = ""

    /// Adds a line; false where there is no room for more.
    mutating func add(_ block: Block) -> Bool {
        guard case .text(let paragraph) = block else { return true }
        let bytes = Array(paragraph.text.string.utf8)
        var place = 0
        for run in paragraph.text.runs.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let (start, end) = (run.range.lowerBound, min(run.range.upperBound, bytes.count))
            guard start >= place, end > start, let codes = Self.codes(run) else { continue }
            text += String(decoding: bytes[place..<start], as: UTF8.self)
            text += "\u{1B}[\(codes)m" + String(decoding: bytes[start..<end], as: UTF8.self)
            text += "\u{1B}[0m"
            place = end
        }
        text += String(decoding: bytes[place...], as: UTF8.self) + "\n"
        return text.utf8.count < Self.limit
    }

    /// The look of a part as the numbers of a sequence; `nil` for the usual one.
    private static func codes(_ run: StyledText.Run) -> String? {
        var codes: [String] = []
        if run.look.contains(.bold) { codes.append("1") }
        if run.look.contains(.italic) { codes.append("3") }
        if run.look.contains(.underline) { codes.append("4") }
        if let colour = run.colour { codes.append("\(number(of: colour))") }
        return codes.isEmpty ? nil : codes.joined(separator: ";")
    }

    /// The color of the palette that has the hue of a color for paper: 31 to 36, or 90 for a gray.
    private static func number(of colour: UInt32) -> Int {
        let parts = [16, 8, 0].map { Int(colour >> $0 & 0xFF) }
        let (red, green, blue) = (parts[0], parts[1], parts[2])
        let (high, low) = (max(red, green, blue), min(red, green, blue))
        guard (high - low) * 4 > high else { return 90 }
        // Half of the way from the middle color to the largest one tells yellow from red.
        let middle = red + green + blue - high - low
        let isMixed = (middle - low) * 2 > high - low
        switch high {
        case red: return isMixed ? (green > blue ? 33 : 35) : 31
        case green: return isMixed ? (red > blue ? 33 : 36) : 32
        default: return isMixed ? (red > green ? 35 : 36) : 34
        }
    }
}
