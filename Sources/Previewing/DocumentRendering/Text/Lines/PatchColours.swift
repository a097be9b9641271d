/// The colors of the lines of a patch, as `diff -u` and Git write it.
final class PatchColours: LineColours {
    /// How many old and new lines of the current hunk are still to come.
    private var left = (old: 0, new: 0)

    private static let addition: UInt32 = 0x0B_5A1E
    private static let deletion: UInt32 = 0x9A_1414
    private static let hunk: UInt32 = 0x5A_2A86
    private static let header: UInt32 = 0x12_3A8C
    private static let note: UInt32 = 0x60_6066

    func line(_ text: String) -> StyledText {
        let first = text.unicodeScalars.first
        if left.old > 0 || left.new > 0 {
            switch first {
            case "+":
                left.new -= 1
                return Self.coloured(text, Self.addition)
            case "-":
                left.old -= 1
                return Self.coloured(text, Self.deletion)
            case " ", nil:
                left = (left.old - 1, left.new - 1)
                return StyledText(text)
            case "\\": return Self.coloured(text, Self.note)
            default: left = (0, 0)
            }
        }
        if text.hasPrefix("@@") {
            left = Self.counts(text)
            return Self.coloured(text, Self.hunk)
        }
        let headers = ["diff ", "--- ", "+++ ", "Index: ", "Only in ", "*** ", "rename ", "copy "]
        if headers.contains(where: text.hasPrefix) {
            return Self.coloured(text, Self.header, .bold)
        }
        let notes = ["index ", "new file ", "deleted file ", "old mode", "new mode", "similarity "]
        if notes.contains(where: text.hasPrefix) || text.hasPrefix("\\ ") {
            return Self.coloured(text, Self.note)
        }
        // The older form, without numbers of lines.
        switch first {
        case ">", "+": return Self.coloured(text, Self.addition)
        case "<", "-": return Self.coloured(text, Self.deletion)
        default: return StyledText(text)
        }
    }

    /// The numbers of old and new lines in a header such as "@@ -1,5 +1,6 @@".
    private static func counts(_ header: String) -> (old: Int, new: Int) {
        func count(_ sign: Character) -> Int {
            let parts = header.split(separator: " ")
            guard let part = parts.first(where: { $0.first == sign }) else { return 0 }
            let numbers = part.dropFirst().split(separator: ",")
            return numbers.count > 1 ? Int(numbers[1]) ?? 0 : 1
        }
        return (count("-"), count("+"))
    }

    private static func coloured(_ text: String, _ colour: UInt32, _ look: Look = []) -> StyledText
    {
        var styled = StyledText()
        styled.append(text, look: look, colour: colour)
        return styled
    }
}
