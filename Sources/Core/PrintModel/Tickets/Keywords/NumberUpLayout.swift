/// The order in which several pages fill a side: the option `number-up-layout` of CUPS.
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
