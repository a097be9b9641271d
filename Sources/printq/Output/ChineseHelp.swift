import PrintModel

/// The help of the commands in Simplified Chinese, made of that of the argument parser, which speaks English.
struct ChineseHelp {
    /// The column at which the descriptions of options begin.
    private static let indent = 26
    /// A width at which the argument parser breaks no line.
    static let unbroken = 1_000_000
    /// Marks that do not begin a line.
    private static let closing: Set<Character> = [
        "，", "。", "、", "；", "：", "）", "”", "？", "！", ")", ",", ".", ":", ";",
    ]
    /// Marks that do not end a line.
    private static let opening: Set<Character> = ["（", "“", "("]

    /// The width of the terminal.
    let columns: Int

    /// The lines of a help text that was not broken into lines.
    func lines(of help: String) -> [String] {
        help.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line(String($0)) }
    }

    /// The text for one in English, in which the parser may have named a default; itself where there is none.
    static func text(_ english: String) -> String {
        if let text = printing[english] ?? queue[english] { return text }
        for (mark, word) in [(" (default: ", "默认"), (" (values: ", "可用值")] {
            let parts = english.split(separator: mark, maxSplits: 1)
            guard parts.count == 2, parts[1].hasSuffix(")") else { continue }
            let rest = text(String(parts[0]))
            return "\(rest)（\(word)：\(parts[1].dropLast())）"
        }
        return english
    }

    private func line(_ line: String) -> [String] {
        if let end = line.firstIndex(of: ":"), let title = Self.titles[String(line[..<end])] {
            let rest = line[line.index(after: end)...].drop { $0 == " " }
            return wrapped("\(title)：" + Self.text(String(rest)), indent: 0)
        }
        if let subcommands = line.firstMatch(of: #/^  See '(.*)' for detailed help\.$/#) {
            return ["  要查看详细帮助，请运行：\(subcommands.output.1)"]
        }
        guard line.hasPrefix("  ") else { return wrapped(Self.text(line), indent: 0) }
        // A label, and what it means; examples have nothing at that column, or go on from before it.
        let label = line.prefix(Self.indent)
        guard line.count > Self.indent, label.last == " " else { return [line] }
        let english = String(line.dropFirst(Self.indent))
        let text = Self.text(english)
        guard text != english else { return [line] }
        var lines = wrapped(text, indent: Self.indent)
        lines[0] = String(label + lines[0].dropFirst(Self.indent))
        return lines
    }

    /// A text in lines of the terminal, all of them indented.
    private func wrapped(_ text: String, indent: Int) -> [String] {
        let room = max(columns - indent, 20)
        var lines: [String] = []
        var line = ""
        for part in Self.parts(of: text) {
            let isFull = Table.width(line + part) > room && !line.isEmpty
            if isFull {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(part.drop { $0 == " " }) : part
        }
        lines.append(line)
        return lines.map { String(repeating: " ", count: $0.isEmpty ? 0 : indent) + $0 }
    }

    /// The parts of a text between which a line may end: before a space, and around a Chinese character.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var last: Character?
        for character in text {
            let isWide = Table.width(String(character)) > 1
            let wasWide = last.map { Table.width(String($0)) > 1 } ?? false
            let mayBreak =
                (character == " " || isWide || wasWide) && !closing.contains(character)
                && !(last.map(opening.contains) ?? false)
            if mayBreak || parts.isEmpty {
                parts.append(String(character))
            } else {
                parts[parts.count - 1].append(character)
            }
            last = character
        }
        return parts
    }
}
