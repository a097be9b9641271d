/// The labelled parts of a text (RFC 7468), such as certificates.
enum PEMText {
    /// A part.
    struct Part {
        /// What it is, such as "CERTIFICATE".
        let label: String
        /// The bytes that its letters stand for; empty for secret keys, which no one decodes.
        let bytes: [UInt8]
        /// Whether its lines say that it is encrypted.
        let isEncrypted: Bool
        /// What a secret key is, by its name alone.
        var isSecret: Bool { PEMText.isSecret(label) }
    }

    private static let limit = 1_000

    /// Whether a label is that of a secret key.
    static func isSecret(_ label: String) -> Bool { label.contains("PRIVATE KEY") }

    /// The parts of a text, in order.
    static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var label: String?
        var (letters, isEncrypted) = ("", false)
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0.isWhitespace }
            if line.hasPrefix("-----BEGIN "), parts.count < limit {
                label = Self.label(line)
                (letters, isEncrypted) = ("", false)
            } else if line.hasPrefix("-----END "), let known = label {
                let isKey = isSecret(known)
                parts.append(
                    Part(
                        label: known,
                        bytes: isKey ? [] : EncodedWords.base64(Array(letters.utf8)[...]),
                        isEncrypted: isEncrypted || known.contains("ENCRYPTED")
                    )
                )
                label = nil
            } else if let known = label {
                if line.contains("ENCRYPTED") { isEncrypted = true }
                // Headers and checksums are not of the contents.
                let isHeader = line.contains(":") || line.first == "="
                if !isSecret(known), !isHeader { letters += line }
            }
        }
        // A key that is cut off is one, too.
        if let label, isSecret(label) {
            parts.append(Part(label: label, bytes: [], isEncrypted: isEncrypted))
        }
        return parts
    }

    private static func label(_ line: Substring) -> String {
        let words = line.dropFirst("-----BEGIN ".count)
        return String(words.prefix { $0 != "-" }.prefix(64))
    }

    /// A text in which the contents of secret keys are replaced, so that no picture of it shows them.
    static func withoutSecrets(_ text: String) -> String {
        guard text.utf8.count >= 20, text.contains("PRIVATE KEY") || text.contains("Private-Lines:")
        else { return text }
        var (result, rest) = ("", text[...])
        while let begin = rest.firstRange(of: "-----BEGIN ") {
            let label = rest[begin.upperBound...].prefix { $0 != "-" && !$0.isNewline }
            let start = rest[label.endIndex...].prefix { $0 == "-" }.endIndex
            guard isSecret(String(label)) else {
                result += rest[..<start]
                rest = rest[start...]
                continue
            }
            let end = rest[start...].firstRange(of: "-----END ")?.lowerBound ?? rest.endIndex
            result += rest[..<start] + "\n[secret key, not shown]\n"
            rest = rest[end...]
        }
        result += rest
        return withoutLines(result)
    }

    /// The keys of PuTTY, which tell how many lines of theirs are secret.
    private static func withoutLines(_ text: String) -> String {
        guard text.contains("Private-Lines:") else { return text }
        var hidden = 0
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("Private-Lines:") {
                hidden = Int(line.dropFirst(14).filter(\.isNumber)) ?? .max
                lines += [line, "[secret key, not shown]"]
            } else if hidden > 0 {
                hidden -= 1
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
