/// The sides of the sheets that a job is printed on.
///
/// The IPP attribute is `sides` (RFC 8011, 5.2.8). A printer may list keywords
/// that are not named here; they survive a round trip.
public struct Sides: RawRepresentable, Hashable, Sendable, Codable {
    /// The IPP keyword.
    public let rawValue: String

    /// Wraps an IPP keyword.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One side of each sheet.
    public static let oneSided = Sides(rawValue: "one-sided")
    /// Both sides, flipped along the long edge, as in a book.
    public static let twoSidedLongEdge = Sides(rawValue: "two-sided-long-edge")
    /// Both sides, flipped along the short edge, as on a calendar.
    public static let twoSidedShortEdge = Sides(rawValue: "two-sided-short-edge")

    /// Whether both sides of a sheet are printed.
    public var isTwoSided: Bool { self != .oneSided }
}
