/// Where a page stands that does not fill its place on the sheet: the option `position` of CUPS.
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

/// In which order several pages fill a side: the option `number-up-layout` of CUPS.
///
/// The first two letters name the direction of a row or column, the last two that of the next ones:
/// `lrtb` goes from the left to the right, then from the top to the bottom.
public enum NumberUpLayout: String, Hashable, Sendable, Codable, CaseIterable {
    /// Rows from the left to the right, from the top to the bottom.
    case lrtb
    /// Rows from the left to the right, from the bottom to the top.
    case lrbt
    /// Rows from the right to the left, from the top to the bottom.
    case rltb
    /// Rows from the right to the left, from the bottom to the top.
    case rlbt
    /// Columns from the top to the bottom, from the left to the right.
    case tblr
    /// Columns from the top to the bottom, from the right to the left.
    case tbrl
    /// Columns from the bottom to the top, from the left to the right.
    case btlr
    /// Columns from the bottom to the top, from the right to the left.
    case btrl
}
