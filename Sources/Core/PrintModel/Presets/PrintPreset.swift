/// Options that the user has saved under a name.
///
/// A preset has no document, no printer, no PIN, and no password. An option that a job has itself
/// overrides that of its preset.
public struct PrintPreset: Codable, Sendable, Equatable {
    /// The name, which is compared exactly.
    public var name: String
    /// The options.
    public var ticket: PrintTicket
    /// The options that this version does not know, or whose values it cannot read, by their names
    /// in JSON.
    ///
    /// A newer version, or a person, has written them. The preset is listed, and cannot be used.
    public var unknown: [String]

    /// Creates a preset.
    public init(name: String, ticket: PrintTicket, unknown: [String] = []) {
        self.name = name
        self.ticket = ticket
        self.unknown = unknown
    }

    /// The most characters of a name.
    public static let nameLimit = 64
    /// The most presets of a user.
    public static let countLimit = 100
    /// The most bytes of a name: 64 characters of any script, with their marks.
    static let nameByteLimit = 1024
    /// The most bytes of the options as JSON: 8 KiB, so that the file of all presets has a limit.
    package static let sizeLimit = 8 << 10

    /// Whether a text can be the name of a preset: 1 to 64 characters of any script, without control
    /// characters and slashes, and not only blanks.
    public static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= nameByteLimit, (1...nameLimit).contains(text.count),
            !text.allSatisfy(\.isWhitespace), text != ".", text != ".."
        else { return false }
        return text.unicodeScalars.allSatisfy { $0 != "/" && !isControl($0) }
    }

    /// A text that may be no name as messages show it: on one line, and not too long.
    package static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(2 * nameLimit)
        let cleaned = scalars.map { isControl($0) ? "\u{FFFD}" : Character($0) }
        return String(cleaned.prefix(nameLimit)) + (cleaned.count > nameLimit ? "…" : "")
    }

    /// Whether a terminal may take a character for a command or for the end of a line.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// Why options cannot be saved; `nil` if they can.
    ///
    /// - Parameters:
    ///   - ticket: The options.
    ///   - size: Their size as JSON, in bytes.
    /// - Returns: The problem of the first mistake.
    package static func problem(with ticket: PrintTicket, size: Int) -> Problem? {
        guard ticket.mistakes.isEmpty else { return Problem(mistakesIn: ticket) }
        // A point in time belongs to one job.
        if ticket.holdUntil != nil { return Problem(.presetWithTime, field: "ticket.holdUntil") }
        if let secret = ticket.attributes?.keys.filter(isSecret).min() {
            return Problem(.presetWithSecret, ["option": secret], field: "ticket.attributes")
        }
        if ticket.options.isEmpty { return Problem(.presetEmpty, field: "ticket") }
        return size > sizeLimit ? Problem(.presetTooLarge, field: "ticket") : nil
    }

    /// Whether an attribute holds a PIN or a password.
    private static func isSecret(_ attribute: String) -> Bool {
        attribute.lowercased().split(separator: "-").contains { word in
            ["password", "passcode", "pin"].contains(word)
        }
    }
}

extension Problem {
    /// A text cannot be the name of a preset.
    package init(noPresetName text: String) {
        self.init(.presetName, ["preset": PrintPreset.shown(text)], field: "name")
    }
}
