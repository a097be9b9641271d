/// What the viewer in the terminal shows: a page, how large, and which part of it.
struct ViewerState: Sendable, Equatable {
    /// The page, 1-based.
    var page: Int
    /// The number of pages; `nil` where it is not known.
    private(set) var pages: Int?
    /// The highest number of pages that is still possible.
    private var limit = Int.max
    /// The size of the page, compared with the one that fits into the window.
    var zoom = 1.0
    /// The center of the visible part, from 0 to 1.
    var center = (x: 0.5, y: 0.5)

    private static let zooms = 1.0...8.0

    static func == (one: Self, other: Self) -> Bool {
        one.page == other.page && one.pages == other.pages && one.zoom == other.zoom
            && one.center == other.center
    }

    /// Starts with a page.
    init(page: Int) { self.page = page }

    /// Does what a key means; `quit` does nothing here.
    mutating func apply(_ key: ViewerKey) {
        switch key {
        case .quit: break
        case .next: turn(to: page + 1)
        case .previous: turn(to: page - 1)
        case .first: turn(toTopOf: 1)
        case .last: if let pages { turn(toTopOf: pages) }
        case .larger: scale(by: 1.25)
        case .smaller: scale(by: 0.8)
        case .fit:
            zoom = 1
            center = (0.5, 0.5)
        case .left: move(x: -1, y: 0)
        case .right: move(x: 1, y: 0)
        case .up: move(x: 0, y: -1)
        case .down: move(x: 0, y: 1)
        }
    }

    /// Goes back from a page that does not exist.
    ///
    /// Whatever the document says, the number of pages is below that page from now on: asking again ends.
    ///
    /// - Parameters:
    ///   - missing: The page, 2 or more.
    ///   - said: The number of pages that the document says it has.
    ///   - shown: The page that was shown last.
    mutating func turnBack(from missing: Int, pages said: Int?, shown: Int?) {
        limit = missing - 1
        if let said, (1..<missing).contains(said) {
            learn(pages: said)
            page = said
        } else {
            // Of the pages before it, only that one is known to be there.
            learn(pages: limit)
            page = shown.flatMap { $0 < missing ? $0 : nil } ?? 1
        }
    }

    /// Takes the number of pages that the document says it has, as far as it is not known to be too high.
    mutating func learn(pages said: Int) { pages = min(said, limit) }

    private mutating func turn(to number: Int) {
        let number = max(1, min(number, pages ?? .max))
        guard number != page else { return }
        // Reading goes on at the top of the next page, and at the bottom of the one before.
        center.y = number > page ? 0 : 1
        page = number
        keepInside()
    }

    private mutating func turn(toTopOf number: Int) {
        turn(to: number)
        center.y = 0
        keepInside()
    }

    private mutating func scale(by factor: Double) {
        zoom = min(Self.zooms.upperBound, max(Self.zooms.lowerBound, zoom * factor))
        keepInside()
    }

    /// Moves by a third of the window, and on to the next page at the edge.
    private mutating func move(x: Double, y: Double) {
        let before = center
        center.x += x / (3 * zoom)
        center.y += y / (3 * zoom)
        keepInside()
        guard center == before else { return }
        turn(to: page + Int(clamping: x + y))
    }

    private mutating func keepInside() {
        let half = 0.5 / zoom
        center.x = max(half, min(1 - half, center.x))
        center.y = max(half, min(1 - half, center.y))
    }
}
