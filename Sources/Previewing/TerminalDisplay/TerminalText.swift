/// Sanitizing of untrusted text for terminals.
package enum TerminalText {
    /// Returns the text with U+FFFD in place of each character that a terminal interprets or does
    /// not show.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 })
        )
    }

    /// Returns equivalent JSON with each such character escaped.
    ///
    /// JSON itself requires that only for the first 32 characters.
    package static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
        return json.unicodeScalars.map { isUnsafe($0) ? escape($0) : String($0) }.joined()
    }

    /// A character as a JSON escape sequence.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// The number of columns of a character; Chinese characters take two.
    package static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            2
        default: scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }

    /// Whether a terminal interprets a character, or does not show it: control and bidirectional
    /// control characters, line separators, and unassigned code points.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}
