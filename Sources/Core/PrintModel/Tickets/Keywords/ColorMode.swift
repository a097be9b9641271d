/// The color mode of a job.
///
/// The IPP attribute is `print-color-mode` (PWG 5100.13).
public struct ColorMode: RawRepresentable, Hashable, Sendable, Codable {
    /// The IPP keyword.
    public let rawValue: String

    /// Wraps an IPP keyword.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The printer chooses by the contents of each page.
    public static let auto = ColorMode(rawValue: "auto")
    /// Color.
    public static let color = ColorMode(rawValue: "color")
    /// Shades of one color.
    public static let monochrome = ColorMode(rawValue: "monochrome")
}

extension ColorMode {
    /// Whether the output has shades of one color only: `monochrome`, `auto-monochrome`,
    /// `process-monochrome`, `bi-level` and similar modes (PWG 5100.13, 6.2.3).
    public var isGrey: Bool {
        rawValue.hasSuffix("monochrome") || rawValue.hasSuffix("bi-level")
    }
}
