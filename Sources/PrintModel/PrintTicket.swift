/// What the user asked for; `nil` leaves the choice to the printer.
public struct PrintTicket: Codable, Sendable, Equatable {
    /// The document pages to print, in order; `nil` is all of them.
    public var pages: PageSelection?
    /// How many copies.
    public var copies: Int?
    /// Whether the copies are kept apart (1 2 3, 1 2 3) or not (1 1, 2 2, 3 3).
    public var collate: Bool?
    /// On which sides of the sheets.
    public var sides: Sides?
    /// On which medium.
    public var media: MediaName?
    /// In colour or not.
    public var color: ColorMode?
    /// How good.
    public var quality: PrintQuality?
    /// How urgent, from 1 to 100: `job-priority` (RFC 8011, 5.2.1).
    public var priority: Int?

    /// Makes a ticket; what is left out is left to the printer.
    public init(
        pages: PageSelection? = nil,
        copies: Int? = nil,
        collate: Bool? = nil,
        sides: Sides? = nil,
        media: MediaName? = nil,
        color: ColorMode? = nil,
        quality: PrintQuality? = nil,
        priority: Int? = nil
    ) {
        self.pages = pages
        self.copies = copies
        self.collate = collate
        self.sides = sides
        self.media = media
        self.color = color
        self.quality = quality
        self.priority = priority
    }

    /// What no printer could take: a sentence for each such value.
    ///
    /// A ticket of this kind is a mistake in the call, not an obstacle.
    public var mistakes: [String] {
        var found: [String] = []
        if let copies, copies < 1 {
            found.append("\(copies) copies cannot be printed; ask for 1 or more.")
        }
        if let priority, !(1...100).contains(priority) {
            found.append("Priority \(priority) is outside 1 to 100.")
        }
        return found
    }
}
