/// On which sides of a sheet a job is printed.
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
    /// Both sides, turned along the long edge, as in a book.
    public static let twoSidedLongEdge = Sides(rawValue: "two-sided-long-edge")
    /// Both sides, turned along the short edge, as on a calendar.
    public static let twoSidedShortEdge = Sides(rawValue: "two-sided-short-edge")

    /// Whether both sides of a sheet are printed on.
    public var isTwoSided: Bool { self != .oneSided }
}

/// How colours are printed.
///
/// The IPP attribute is `print-color-mode` (PWG 5100.13).
public struct ColorMode: RawRepresentable, Hashable, Sendable, Codable {
    /// The IPP keyword.
    public let rawValue: String

    /// Wraps an IPP keyword.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The printer decides by the contents of each page.
    public static let auto = ColorMode(rawValue: "auto")
    /// In colour.
    public static let color = ColorMode(rawValue: "color")
    /// In shades of one colour.
    public static let monochrome = ColorMode(rawValue: "monochrome")
}

/// How good, and how slow, the print is.
///
/// The IPP attribute is `print-quality`, an enum that RFC 8011, 5.2.13 closes.
public enum PrintQuality: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fast and light: the IPP value 3.
    case draft
    /// The usual quality: the IPP value 4.
    case normal
    /// Slow and best: the IPP value 5.
    case high

    /// The value of the IPP enum.
    public var ippValue: Int32 {
        switch self {
        case .draft: 3
        case .normal: 4
        case .high: 5
        }
    }

    /// The quality of an IPP enum's value, if RFC 8011 names it.
    public init?(ippValue: Int32) {
        guard let match = Self.allCases.first(where: { $0.ippValue == ippValue }) else {
            return nil
        }
        self = match
    }
}

/// The name of a medium: a size of paper, in PWG self-describing form.
///
/// For example `iso_a4_210x297mm` (PWG 5101.1).
public struct MediaName: RawRepresentable, Hashable, Sendable, Codable {
    /// The PWG self-describing name.
    public let rawValue: String

    /// Wraps a PWG self-describing name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// ISO A4.
    public static let a4 = MediaName(rawValue: "iso_a4_210x297mm")
    /// US Letter.
    public static let letter = MediaName(rawValue: "na_letter_8.5x11in")
}

/// Which of the chosen pages are printed: for printing on both sides by hand.
///
/// Pages are told apart by their number in the document, not by their place in the list.
public enum PageSet: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of them.
    case all
    /// Those with an odd number.
    case odd
    /// Those with an even number.
    case even
}

/// How the sheet is held when it is read.
public enum PageOrientation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each page is turned so that it fits best, whatever a habit says.
    case auto
    /// The short edges are above and below.
    case portrait
    /// The long edges are above and below.
    case landscape
}

/// How large a page stands on the sheet, in the terms of `print-scaling` (PWG 5100.13, 6.3.16).
public enum PrintScaling: String, Hashable, Sendable, Codable, CaseIterable {
    /// A page that is larger than the sheet is made smaller, others keep their size; a picture fills
    /// the sheet within its margins, or to its edges where it has no margins.
    case auto
    /// As large as the margins of the sheet allow, smaller or larger.
    case fit
    /// So large that no part of the sheet stays white; what does not fit is cut off.
    case fill
    /// In its own size; what does not fit is cut off.
    case none
}
