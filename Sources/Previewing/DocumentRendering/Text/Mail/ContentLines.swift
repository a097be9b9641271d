/// A content line of a calendar or a vCard (RFC 5545, 3.1, and RFC 6350, 3.3): a name, parameters, and a value.
struct ContentLine {
    var name = ""
    var parameters: [String: String] = [:]
    /// The raw value, with escapes.
    var value = ""

    /// The maximum number of lines to read.
    private static var limit: Int { ReadingExtent.limit(100_000, whole: 2_000_000) }

    /// Returns the lines of a text, unfolded.
    static func read(_ text: String) -> [ContentLine] {
        var lines: [Substring.UnicodeScalarView] = []
        var whole = Substring.UnicodeScalarView()
        var isOpen = false
        for line in text.unicodeScalars.split(separator: "\n", maxSplits: limit) {
            // In vCard 2.1, a quoted-printable value continues after a "=" at the end of a line.
            let isSoft = isOpen && whole.last == "=" && isQuotedPrintable(whole)
            if let first = line.first, isOpen, first == " " || first == "\t" {
                whole.append(contentsOf: line.dropFirst())
            } else if isSoft {
                whole.removeLast()
                whole.append(contentsOf: line)
            } else {
                if isOpen { lines.append(whole) }
                (whole, isOpen) = (line, true)
            }
        }
        if isOpen { lines.append(whole) }
        if lines.count >= limit { ReadingExtent.noteOmission() }
        return lines.map { ContentLine(String($0)) }
    }

    private static func isQuotedPrintable(_ line: Substring.UnicodeScalarView) -> Bool {
        String(line.prefix(200)).uppercased().contains("QUOTED-PRINTABLE")
    }

    private init(_ line: String) {
        // A quoted colon or semicolon is part of a parameter's value.
        var (parts, part, isQuoted) = ([String](), "", false)
        var rest = Substring(line)
        while let letter = rest.popFirst() {
            if letter == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, letter == ";" || letter == ":" {
                parts.append(part)
                part = ""
                if letter == ":" { break }
            } else {
                part.append(letter)
            }
        }
        if !part.isEmpty { parts.append(part) }
        guard let first = parts.first else { return }
        // Drop the group of a name such as "item1.TEL".
        name = first.split(separator: ".").last.map { $0.uppercased() } ?? ""
        for parameter in parts.dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1).map(String.init)
            guard let key = pair.first?.uppercased() else { continue }
            // vCard 2.1 allows parameters without a name.
            let (name, value) = pair.count == 2 ? (key, pair[1]) : (Self.parameter(of: key), key)
            parameters[name] = parameters[name].map { "\($0),\(value)" } ?? value
        }
        value = String(rest)
    }

    private static func parameter(of value: String) -> String {
        ["BASE64", "QUOTED-PRINTABLE", "8BIT", "7BIT"].contains(value) ? "ENCODING" : "TYPE"
    }

    /// The components of the value, which semicolons separate, unescaped.
    var fields: [String] {
        var fields = [""]
        var rest = Substring(decoded)
        while let letter = rest.popFirst() {
            if letter == "\\", let escaped = rest.popFirst() {
                fields[fields.count - 1] +=
                    escaped == "n" || escaped == "N" ? "\n" : String(escaped)
            } else if letter == ";", fields.count < 32 {
                fields.append("")
            } else {
                fields[fields.count - 1].append(letter)
            }
        }
        return fields
    }

    /// The unescaped value.
    var text: String { fields.joined(separator: ";") }

    private var decoded: String {
        guard parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" else { return value }
        let bytes = EncodedWords.quotedPrintable(Array(value.utf8)[...], isWord: false)
        let words = TextDecoding.convert(bytes[...], from: parameters["CHARSET"] ?? "UTF-8")
        return TextDecoding.harmless(words ?? String(decoding: bytes, as: UTF8.self))
    }
}
