/// A sheet as a printer feeds it: its size and its unprintable margins.
public struct SheetSize: Codable, Sendable, Hashable {
    /// The size.
    public var size: MediaSize
    /// The margins.
    public var margins: MediaMargins

    /// Combines a size and its margins.
    public init(size: MediaSize, margins: MediaMargins = MediaMargins()) {
        self.size = size
        self.margins = margins
    }
}

extension SheetSize {
    /// The tolerance within which two sizes count as equal, in points: cuts vary and names are
    /// rounded.
    private static let tolerance = 3.0

    /// The width in points (1/72 inch).
    public var width: Double { Double(size.width) * 72 / 2540 }
    /// The length in points (1/72 inch).
    public var length: Double { Double(size.length) * 72 / 2540 }

    /// Whether pages have the size of the sheet as it is fed.
    func isAsLarge(as page: DocumentFacts.PageSizes) -> Bool {
        abs(page.width - width) <= Self.tolerance && abs(page.height - length) <= Self.tolerance
    }

    /// Whether pages have the size of the sheet, as it is fed or rotated by a quarter turn.
    func isPaper(of page: DocumentFacts.PageSizes) -> Bool {
        let turned = DocumentFacts.PageSizes(count: 1, width: page.height, height: page.width)
        return isAsLarge(as: page) || isAsLarge(as: turned)
    }

    /// Whether pages fit on the sheet in the given orientation, or in either one if none is given.
    func holds(_ page: DocumentFacts.PageSizes, orientation: PageOrientation?) -> Bool {
        let short = min(width, length) + Self.tolerance
        let long = max(width, length) + Self.tolerance
        let isUpright = page.width <= short && page.height <= long
        let isTurned = page.width <= long && page.height <= short
        return switch orientation?.withoutHalfTurn {
        case .portrait: isUpright
        case .landscape: isTurned
        case .auto, .reversePortrait, .reverseLandscape, nil: isUpright || isTurned
        }
    }
}
