/// The values that a printer supports for an attribute without an option of its own.
public struct AttributeValues: Codable, Sendable, Equatable {
    /// The IPP syntax of the values.
    public enum Syntax: String, Codable, Sendable {
        /// A keyword, or a name.
        case keyword
        /// A number with a meaning (RFC 8011, 5.1.5); written as its number.
        case enumeration = "enum"
        /// A number.
        case integer
        /// `true` or `false`.
        case boolean
        /// Any name of up to 255 bytes.
        case name
        /// Any text.
        case text
        /// Dots per inch, or per centimetre: `600dpi`, `600x1200dpi`, `236dpcm`.
        case resolution
    }

    /// The IPP syntax of the values.
    public var syntax: Syntax
    /// The supported values, as text; empty if ``min`` and ``max`` give a range, or any text is
    /// valid.
    public var values: [String]
    /// The smallest valid number.
    public var min: Int?
    /// The largest valid number.
    public var max: Int?
    /// The default value.
    public var defaultValue: String?

    private enum CodingKeys: String, CodingKey {
        case syntax, values, min, max
        case defaultValue = "default"
    }

    /// Creates a list of values.
    public init(
        syntax: Syntax,
        values: [String] = [],
        min: Int? = nil,
        max: Int? = nil,
        defaultValue: String? = nil
    ) {
        self.syntax = syntax
        self.values = values
        self.min = min
        self.max = max
        self.defaultValue = defaultValue
    }

    /// Whether the printer supports this value.
    public func takes(_ value: String) -> Bool {
        if values.contains(value) { return true }
        switch syntax {
        case .text, .name: return values.isEmpty && !value.isEmpty && value.utf8.count <= 255
        case .integer, .enumeration:
            guard let number = Int(value), let min, let max else { return false }
            return (min...Swift.max(min, max)).contains(number)
        case .keyword, .boolean: return false
        case .resolution:
            guard let wanted = RasterResolution(text: value) else { return false }
            return values.contains { RasterResolution(text: $0) == wanted }
        }
    }
}
