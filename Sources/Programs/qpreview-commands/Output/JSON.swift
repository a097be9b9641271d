import TerminalDisplay

/// Writes the JSON that this program prints.
enum JSON {
    /// An object with these keys, in this order; a missing value is `null`.
    static func object(_ pairs: [(String, String?)]) -> String {
        "{" + pairs.map { "\"\($0.0)\":\($0.1 ?? "null")" }.joined(separator: ",") + "}"
    }

    /// An array of values that are JSON already.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    /// A length with at most one decimal.
    static func rounded(_ length: Double) -> String {
        let tenths = (length * 10).rounded()
        guard tenths < 1e15 else { return "\(length)" }
        guard tenths > -1e15 else { return "\(length)" }
        let (sign, whole) = (tenths < 0 ? "-" : "", abs(Int(clamping: tenths)))
        return sign + (whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\(whole % 10)")
    }

    /// A JSON string, without a character that a terminal obeys.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where TerminalText.isUnsafe(scalar): quoted += TerminalText.escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
