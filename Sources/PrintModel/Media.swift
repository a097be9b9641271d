/// The size of a medium, in hundredths of a millimetre: `media-size` (PWG 5100.7).
public struct MediaSize: Codable, Sendable, Hashable {
    /// The `x-dimension`: across the way of the paper, with the head of a portrait page up.
    public var width: Int
    /// The `y-dimension`.
    public var length: Int

    /// Makes a size in hundredths of a millimetre.
    public init(width: Int, length: Int) {
        self.width = width
        self.length = length
    }
}

/// Where a printer cannot print, in hundredths of a millimetre: `media-*-margin` (PWG 5100.7).
public struct MediaMargins: Codable, Sendable, Hashable {
    /// At the head.
    public var top: Int
    /// At the right.
    public var right: Int
    /// At the foot.
    public var bottom: Int
    /// At the left.
    public var left: Int

    /// Makes margins; none where nothing is said.
    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// Whether a printer prints to all edges.
    public var areNone: Bool { self == MediaMargins() }
}

/// A sheet as a printer feeds it: its size and where it cannot be printed on.
public struct SheetSize: Codable, Sendable, Hashable {
    /// The size.
    public var size: MediaSize
    /// The margins.
    public var margins: MediaMargins

    /// Joins a size and its margins.
    public init(size: MediaSize, margins: MediaMargins = MediaMargins()) {
        self.size = size
        self.margins = margins
    }
}

extension MediaName {
    /// The size that a PWG self-describing name says, such as `iso_a4_210x297mm` or
    /// `na_letter_8.5x11in`; `nil` for other names.
    public var size: MediaSize? {
        guard let last = rawValue.split(separator: "_").last else { return nil }
        let unit: Double
        if last.hasSuffix("mm") {
            unit = 100
        } else if last.hasSuffix("in") {
            unit = 2540
        } else {
            return nil
        }
        let numbers = last.dropLast(2).split(separator: "x").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 < 100_000 }) else { return nil }
        return MediaSize(
            width: Int((numbers[0] * unit).rounded()),
            length: Int((numbers[1] * unit).rounded())
        )
    }
}

extension SheetSize {
    /// How far sizes may differ that are meant to be the same, in points: paper is cut, and names round.
    private static let tolerance = 3.0

    /// The width in points (1/72 inch).
    public var width: Double { Double(size.width) * 72 / 2540 }
    /// The length in points (1/72 inch).
    public var length: Double { Double(size.length) * 72 / 2540 }

    /// Whether pages have the size of the sheet, as it is fed.
    func isAsLarge(as page: DocumentFacts.PageSizes) -> Bool {
        abs(page.width - width) <= Self.tolerance && abs(page.height - length) <= Self.tolerance
    }

    /// Whether pages have the size of the sheet, as it is fed or turned by a quarter.
    func isPaper(of page: DocumentFacts.PageSizes) -> Bool {
        let turned = DocumentFacts.PageSizes(count: 1, width: page.height, height: page.width)
        return isAsLarge(as: page) || isAsLarge(as: turned)
    }

    /// Whether pages fit on the sheet: the way that it is held, or any way where that is not said.
    func holds(_ page: DocumentFacts.PageSizes, orientation: PageOrientation?) -> Bool {
        let short = min(width, length) + Self.tolerance
        let long = max(width, length) + Self.tolerance
        let isUpright = page.width <= short && page.height <= long
        let isTurned = page.width <= long && page.height <= short
        return switch orientation {
        case .portrait: isUpright
        case .landscape: isTurned
        case .auto, nil: isUpright || isTurned
        }
    }
}
