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
    /// Portrait, with the sheet turned by half a turn.
    case reversePortrait = "reverse-portrait"
    /// Landscape, with the sheet turned by half a turn.
    case reverseLandscape = "reverse-landscape"

    /// The orientation without the half turn, which a page gets on its sheet and not when it is laid out.
    public var withoutHalfTurn: PageOrientation {
        switch self {
        case .reversePortrait: .portrait
        case .reverseLandscape: .landscape
        case .auto, .portrait, .landscape: self
        }
    }

    /// Whether the sheet is turned by half a turn.
    public var isReversed: Bool { self != withoutHalfTurn }
}
