/// The lines around each page: the option `page-border` of CUPS.
public enum PageBorder: String, Hashable, Sendable, Codable, CaseIterable {
    /// No line.
    case none
    /// A thin line.
    case single
    /// A thick line.
    case singleThick = "single-thick"
    /// Two thin lines.
    case double
    /// Two thick lines.
    case doubleThick = "double-thick"
}
