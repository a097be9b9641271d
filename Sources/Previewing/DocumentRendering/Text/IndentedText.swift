/// Reformats single-line JSON and XML with an indentation that shows the nesting.
///
/// The text is read character by character, and only its whitespace changes, so that damaged or
/// truncated text is shown, too.
enum IndentedText {
    /// The languages that are read.
    enum Language { case json, xml }

    /// The longest line, in characters, that is left undivided.
    private static let longest = 160
    /// The maximum depth of indentation.
    private static let depthLimit = 40
    /// The most characters of a bracketed value that stays on one line.
    private static let shortest = 60

    /// The language of a type; `nil` for all others.
    static func language(_ type: String) -> Language? {
        let json = [
            "application/json", "application/x-ndjson", "application/geo+json",
            "application/schema+json", "application/x-ipynb+json", "text/json",
        ]
        if json.contains(type) || type.hasSuffix("+json") { return .json }
        return type.hasSuffix("/xml") || type.hasSuffix("+xml") ? .xml : nil
    }

    /// Returns the text with its long lines divided, or unchanged if it has none.
    static func divided(_ text: String, _ language: Language) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.contains(where: { $0.count > longest }) else { return text }
        switch language {
        case .json:
            // In a text of several lines, each line is a document.
            return lines.map { line in
                let first = line.first ?? " "
                guard line.count > longest, first == "{" || first == "[" else {
                    return String(line)
                }
                return json(Array(line))
            }.joined(separator: "\n")
        case .xml: return xml(Array(text.unicodeScalars))
        }
    }

    private static func newLine(_ depth: Int, _ text: inout String.UnicodeScalarView) {
        text.append("\n")
        for _ in 0..<(2 * min(depth, depthLimit)) { text.append(" ") }
    }

    // MARK: - JSON

    private static func json(_ all: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        var (place, depth) = (0, 0)
        while place < all.count {
            let scalar = all[place]
            switch scalar {
            case "\"":
                let end = endOfString(all, place)
                text.append(contentsOf: all[place..<end])
                place = end
                continue
            case "{", "[":
                if let end = endOfShort(all, place) {
                    text.append(contentsOf: spaced(all[place..<end]))
                    place = end
                    continue
                }
                text.append(scalar)
                depth += 1
                newLine(depth, &text)
            case "}", "]":
                depth = max(0, depth - 1)
                newLine(depth, &text)
                text.append(scalar)
            case ",":
                text.append(scalar)
                newLine(depth, &text)
            case ":":
                text.append(":")
                text.append(" ")
            case " ", "\t", "\r": break
            default: text.append(scalar)
            }
            place += 1
        }
        return String(text)
    }

    private static func endOfString(_ all: [Unicode.Scalar], _ start: Int) -> Int {
        var place = start + 1
        while place < all.count, all[place] != "\"" { place += all[place] == "\\" ? 2 : 1 }
        return min(all.count, place + 1)
    }

    /// Where a bracket ends that holds no other one and few letters.
    private static func endOfShort(_ all: [Unicode.Scalar], _ start: Int) -> Int? {
        let close: Unicode.Scalar = all[start] == "{" ? "}" : "]"
        var place = start + 1
        while place < all.count, place - start < shortest {
            switch all[place] {
            case close: return place + 1
            case "{", "[", "}", "]": return nil
            case "\"": place = endOfString(all, place)
            default: place += 1
            }
        }
        return nil
    }

    /// A short piece with blanks after commas and colons.
    private static func spaced(_ piece: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        var (result, isString, isEscaped) = ([Unicode.Scalar](), false, false)
        for scalar in piece {
            if isString {
                result.append(scalar)
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\" {
                    isEscaped = true
                } else if scalar == "\"" {
                    isString = false
                }
                continue
            }
            if " \t\r".unicodeScalars.contains(scalar) { continue }
            isString = scalar == "\""
            result.append(scalar)
            if scalar == "," || scalar == ":" { result.append(" ") }
        }
        return result
    }

    // MARK: - XML

    private static func xml(_ all: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        var (place, depth, isInline) = (0, 0, false)
        while place < all.count {
            let end = endOfPart(all, place)
            let part = all[place..<end]
            place = end
            guard part.first == "<" else {
                // Words stay beside the tag that they follow.
                let words = trimmed(part)
                text.append(contentsOf: words)
                isInline = isInline && !words.contains("\n") || !words.isEmpty
                continue
            }
            let isClosing = part.dropFirst().first == "/"
            if isClosing { depth = max(0, depth - 1) }
            // Keep an end tag on the line of its start tag if there is only text, or nothing,
            // between them.
            if !text.isEmpty, !(isClosing && isInline) { newLine(depth, &text) }
            text.append(contentsOf: part)
            let second = part.dropFirst().first ?? " "
            let opens =
                !isClosing && second != "?" && second != "!" && part.dropLast().last != "/"
            if opens { depth += 1 }
            isInline = opens
        }
        return String(text)
    }

    private static func trimmed(_ part: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var part = part
        while let first = part.first, first.properties.isWhitespace { part.removeFirst() }
        while let last = part.last, last.properties.isWhitespace { part.removeLast() }
        return part
    }

    /// Where a tag, a comment or the words between two tags end.
    private static func endOfPart(_ all: [Unicode.Scalar], _ start: Int) -> Int {
        guard all[start] == "<" else {
            return all[start...].firstIndex(of: "<") ?? all.count
        }
        let special: [(String, String)] = [("<!--", "-->"), ("<![CDATA[", "]]>")]
        for (begin, end) in special where all[start...].starts(with: begin.unicodeScalars) {
            let mark = Array(end.unicodeScalars)
            var place = start + begin.unicodeScalars.count
            while place < all.count, !all[place...].starts(with: mark) { place += 1 }
            return min(all.count, place + mark.count)
        }
        var (place, quote): (Int, Unicode.Scalar?) = (start + 1, nil)
        while place < all.count {
            let scalar = all[place]
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == ">" {
                return place + 1
            }
            place += 1
        }
        return all.count
    }
}
