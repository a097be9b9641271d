/// The unprintable margins of a medium, in hundredths of a millimeter: `media-*-margin` (PWG
/// 5100.7).
public struct MediaMargins: Codable, Sendable, Hashable {
    /// The top margin.
    public var top: Int
    /// The right margin.
    public var right: Int
    /// The bottom margin.
    public var bottom: Int
    /// The left margin.
    public var left: Int

    /// Creates margins; 0 by default.
    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The margins of a sheet after half a turn.
    var reversed: MediaMargins { MediaMargins(top: bottom, right: left, bottom: top, left: right) }

    /// Whether the printer prints to all edges.
    public var areNone: Bool { self == MediaMargins() }
}
