/// The position of a page that does not fill its cell on the sheet: the option `position` of CUPS.
public enum PagePosition: String, Hashable, Sendable, Codable, CaseIterable {
    /// In the middle.
    case center
    /// In the middle of the upper edge.
    case top
    /// In the middle of the lower edge.
    case bottom
    /// In the middle of the left edge.
    case left
    /// In the middle of the right edge.
    case right
    /// In the upper left corner.
    case topLeft = "top-left"
    /// In the upper right corner.
    case topRight = "top-right"
    /// In the lower left corner.
    case bottomLeft = "bottom-left"
    /// In the lower right corner.
    case bottomRight = "bottom-right"
}
