/// The orientation of the sheet.
///
/// The IPP attribute is `orientation-requested`.
public enum PageOrientation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each page is rotated so that it fits best; this overrides a saved option.
    case auto
    /// Portrait: the short edges are at the top and the bottom.
    case portrait
    /// Landscape: the long edges are at the top and the bottom.
    case landscape
}
