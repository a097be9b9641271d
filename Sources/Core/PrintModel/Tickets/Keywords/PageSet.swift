/// The subset of the selected pages that is printed: the option `page-set` of CUPS.
///
/// The number of a page in the document counts, not its position in the list.
public enum PageSet: String, Hashable, Sendable, Codable, CaseIterable {
    /// All pages.
    case all
    /// Pages with an odd number.
    case odd
    /// Pages with an even number.
    case even
}
