import PreviewHelper
import PreviewModel

/// Subtitles in SubRip, WebVTT, and Advanced SubStation Alpha: a table of times and words.
enum SubtitleText {
    private static let sizeLimit = 16 << 20
    private static var cuesLimit: Int { ReadingExtent.limit(400, whole: 100_000) }

    private struct Cue {
        var start: String
        var end: String
        var words: String
    }

    /// Reports the subtitles until the sink returns false; as text where there are none.
    static func read(
        _ descriptor: Int32,
        into sink: (Block) -> Bool
    ) throws(DocumentProblemError) {
        let (bytes, isWhole) = FilePart.start(of: descriptor, limit: sizeLimit)
        guard let text = TextDecoding.decode(bytes, isWhole: isWhole) else {
            throw DocumentProblemError(.damaged(why: .init(.notText)))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let cues = text.contains("[Events]") ? events(lines) : cues(lines)
        guard !cues.isEmpty else {
            PlainText.read(text, asCode: true, into: sink)
            return
        }
        if cues.count >= cuesLimit || !isWhole { ReadingExtent.noteOmission() }
        var table = Table(kind: .document)
        table.rows = cues.map { cue in
            var times = StyledText()
            times.append("\(time(cue.start)) – \(time(cue.end))", colour: FactSheet.note)
            return [Table.Cell(text: times), Table.Cell(text: styled(cue.words))]
        }
        _ = sink(.table(table))
    }

    /// Times in lines with arrows, and words up to the next empty line.
    private static func cues(_ lines: [Substring]) -> [Cue] {
        var cues: [Cue] = []
        var index = 0
        while index < lines.count, cues.count < cuesLimit {
            let line = lines[index]
            index += 1
            guard let arrow = line.firstRange(of: "-->") else { continue }
            let start = line[..<arrow.lowerBound].filter { $0 != " " }
            let end = line[arrow.upperBound...].split(separator: " ").first ?? ""
            var words: [Substring] = []
            while index < lines.count, lines[index].contains(where: { !$0.isWhitespace }) {
                words.append(lines[index])
                index += 1
            }
            cues.append(Cue(start: start, end: String(end), words: words.joined(separator: "\n")))
        }
        return cues
    }

    /// The lines "Dialogue: …", whose fields the line "Format: …" names.
    private static func events(_ lines: [Substring]) -> [Cue] {
        var cues: [Cue] = []
        var names = ["start", "end", "text"]
        for line in lines where cues.count < cuesLimit {
            if line.hasPrefix("Format:") {
                names = line.dropFirst(7).split(separator: ",").map {
                    $0.filter { $0 != " " }.lowercased()
                }
            }
            guard line.hasPrefix("Dialogue:"), !names.isEmpty else { continue }
            let values = line.dropFirst(9).split(
                separator: ",",
                maxSplits: names.count - 1,
                omittingEmptySubsequences: false
            )
            func value(_ name: String) -> String {
                names.firstIndex(of: name).flatMap {
                    values.indices.contains($0) ? values[$0] : nil
                }
                .map { String($0.drop { $0 == " " }) } ?? ""
            }
            var words = ""
            var depth = 0
            for letter in value("text") {
                if letter == "{" { depth += 1 }
                if depth == 0 { words.append(letter) }
                if letter == "}" { depth = max(0, depth - 1) }
            }
            words = words.replacing("\\N", with: "\n").replacing("\\n", with: "\n")
                .replacing("\\h", with: " ")
            cues.append(Cue(start: value("start"), end: value("end"), words: words))
        }
        return cues
    }

    /// A time without its thousandths, such as "0:01:05".
    private static func time(_ text: String) -> String {
        let whole = text.prefix { $0 != "," && $0 != "." }
        let parts = whole.split(separator: ":")
        guard (2...3).contains(parts.count), let first = parts.first.flatMap({ Int($0) }) else {
            return String(whole.prefix(12))
        }
        let all = parts.count == 2 ? ["0", "\(first < 10 ? "0" : "")\(first)"] : ["\(first)"]
        return (all + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    /// Words with the tags for bold and italic; others are left out.
    private static func styled(_ words: String) -> StyledText {
        var (styled, look): (StyledText, Look) = (StyledText(), [])
        var rest = words[...]
        while let open = rest.firstIndex(of: "<") {
            styled.append(String(rest[..<open]), look: look)
            guard let close = rest[open...].firstIndex(of: ">") else {
                rest = rest[open...]
                break
            }
            switch rest[rest.index(after: open)..<close].lowercased() {
            case "i": look.insert(.italic)
            case "/i": look.remove(.italic)
            case "b": look.insert(.bold)
            case "/b": look.remove(.bold)
            case "u": look.insert(.underline)
            case "/u": look.remove(.underline)
            default: break
            }
            rest = rest[rest.index(after: close)...]
        }
        styled.append(String(rest), look: look)
        return styled
    }
}
