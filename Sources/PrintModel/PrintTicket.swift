public import FoundationEssentials

/// What the user asked for; `nil` leaves the choice to the printer.
public struct PrintTicket: Codable, Sendable, Equatable {
    /// The document pages to print, in order; `nil` is all of them.
    public var pages: PageSelection?
    /// Which of these.
    public var pageSet: PageSet?
    /// Whether the last sheet comes out first.
    public var reverse: Bool?
    /// How many copies.
    public var copies: Int?
    /// Whether the copies are kept apart (1 2 3, 1 2 3) or not (1 1, 2 2, 3 3).
    public var collate: Bool?
    /// On which sides of the sheets.
    public var sides: Sides?
    /// On which medium.
    public var media: MediaName?
    /// From which tray: a keyword of `media-source` (PWG 5100.7).
    public var source: String?
    /// In colour or not.
    public var color: ColorMode?
    /// How good.
    public var quality: PrintQuality?
    /// How the sheets are held; `nil` turns each page so that it fits best.
    public var orientation: PageOrientation?
    /// How many pages stand on one side.
    public var numberUp: Int?
    /// In which order several pages fill a side; `nil` is ``NumberUpLayout/lrtb``.
    public var numberUpLayout: NumberUpLayout?
    /// How large the pages stand on the sheets.
    public var scaling: PrintScaling?
    /// The size of the pages in percent of what ``scaling`` gives; `nil` is 100.
    public var percent: Int?
    /// The resolution at which pictures are printed in their own size, in pixels per inch.
    public var ppi: Int?
    /// Where a page stands that does not fill its place on the sheet; `nil` is the center.
    public var position: PagePosition?
    /// Whether sheets are printed as a mirror shows them.
    public var mirror: Bool?
    /// The lines around each page.
    public var border: PageBorder?
    /// What is done to the sheets afterwards: keywords of `finishings` (PWG 5100.1), such as `staple`.
    public var finishings: [String]?
    /// Where the sheets come out: a keyword or name of `output-bin` (PWG 5100.2).
    public var outputBin: String?
    /// How urgent, from 1 to 100: `job-priority` (RFC 8011, 5.2.1).
    public var priority: Int?
    /// The moment before which nothing is printed.
    public var holdUntil: Date?
    /// Any other attributes that the printer lists, by their IPP names.
    public var attributes: [String: String]?

    /// Makes a ticket; what is left out is left to the printer.
    public init(
        pages: PageSelection? = nil,
        pageSet: PageSet? = nil,
        reverse: Bool? = nil,
        copies: Int? = nil,
        collate: Bool? = nil,
        sides: Sides? = nil,
        media: MediaName? = nil,
        source: String? = nil,
        color: ColorMode? = nil,
        quality: PrintQuality? = nil,
        orientation: PageOrientation? = nil,
        numberUp: Int? = nil,
        scaling: PrintScaling? = nil,
        finishings: [String]? = nil,
        outputBin: String? = nil,
        priority: Int? = nil,
        holdUntil: Date? = nil,
        attributes: [String: String]? = nil,
        numberUpLayout: NumberUpLayout? = nil,
        percent: Int? = nil,
        ppi: Int? = nil,
        position: PagePosition? = nil,
        mirror: Bool? = nil,
        border: PageBorder? = nil
    ) {
        self.pages = pages
        self.pageSet = pageSet
        self.reverse = reverse
        self.copies = copies
        self.collate = collate
        self.sides = sides
        self.media = media
        self.source = source
        self.color = color
        self.quality = quality
        self.orientation = orientation
        self.numberUp = numberUp
        self.scaling = scaling
        self.finishings = finishings
        self.outputBin = outputBin
        self.priority = priority
        self.holdUntil = holdUntil
        self.attributes = attributes
        self.numberUpLayout = numberUpLayout
        self.percent = percent
        self.ppi = ppi
        self.position = position
        self.mirror = mirror
        self.border = border
    }

    /// What no printer could take: a sentence for each such value.
    ///
    /// A ticket of this kind is a mistake in the call, not an obstacle.
    public var mistakes: [String] {
        var found: [String] = []
        func refuse(_ name: String, _ value: Int?, outside range: ClosedRange<Int>) {
            guard let value, !range.contains(value) else { return }
            found.append(
                "Invalid \(name) '\(value)': use \(range.lowerBound) to \(range.upperBound)."
            )
        }
        refuse("number of copies", copies, outside: Self.copyRange)
        refuse("number of pages per side", numberUp, outside: Self.numberUpRange)
        refuse("priority", priority, outside: 1...100)
        refuse("percentage", percent, outside: Self.percentRange)
        refuse("resolution", ppi, outside: Self.ppiRange)
        if let holdUntil, holdUntil >= Self.latestHold {
            found.append("A job can be held until the year 9999 at most; name an earlier time.")
        }
        return found
    }

    /// The end of the years that RFC 3339 can write.
    private static let latestHold = Date(timeIntervalSince1970: 253_402_300_800)
    /// The sizes that pages can be given, in percent.
    public static let percentRange = 1...1000
    /// The resolutions that pictures can be given, in pixels per inch.
    public static let ppiRange = 1...9600

    /// The copies that can be meant at all.
    public static let copyRange = 1...1_000_000
    /// The pages on a side that can be meant at all.
    public static let numberUpRange = 1...64

    /// How many pages can stand on one side.
    public static let numbersUp = [1, 2, 4, 6, 9, 16]

    /// The ticket, with what it leaves out taken from another one, one habit at a time.
    ///
    /// - Parameters:
    ///   - habits: What is taken where this ticket says nothing.
    ///   - isPossible: Whether a habit brings nothing into the ticket that stands against it: gets the
    ///     ticket with the habit, and without it.
    /// - Returns: The ticket that counts.
    func filled(
        from habits: PrintTicket,
        where isPossible: (PrintTicket, PrintTicket) -> Bool
    ) -> PrintTicket {
        guard habits != PrintTicket() else { return self }
        var ticket = self
        func take<Value>(_ field: WritableKeyPath<PrintTicket, Value?>) {
            guard ticket[keyPath: field] == nil, let habit = habits[keyPath: field] else { return }
            var tried = ticket
            tried[keyPath: field] = habit
            if isPossible(tried, ticket) { ticket = tried }
        }
        take(\.copies)
        take(\.collate)
        take(\.sides)
        take(\.media)
        take(\.source)
        take(\.color)
        take(\.quality)
        take(\.orientation)
        take(\.numberUp)
        take(\.numberUpLayout)
        // A percentage belongs to its scaling, and a resolution says as much.
        if ticket.scaling == nil, ticket.percent == nil, ticket.ppi == nil {
            take(\.scaling)
            take(\.percent)
            take(\.ppi)
        }
        take(\.position)
        take(\.mirror)
        take(\.border)
        take(\.finishings)
        take(\.outputBin)
        take(\.priority)
        take(\.reverse)
        take(\.pageSet)
        let others = (habits.attributes ?? [:]).sorted { $0.key < $1.key }
        for (name, value) in others where ticket.attributes?[name] == nil {
            var tried = ticket
            tried.attributes = (ticket.attributes ?? [:]).merging([name: value]) { old, _ in old }
            if isPossible(tried, ticket) { ticket = tried }
        }
        return ticket
    }

    /// The ticket, with everything that it leaves out taken from another one, the pages too.
    ///
    /// The moment that a job is held until is not taken: it belongs to one job.
    ///
    /// - Parameter other: What counts where this ticket says nothing.
    /// - Returns: The ticket that counts.
    public func completed(by other: PrintTicket) -> PrintTicket {
        var ticket = filled(from: other) { _, _ in true }
        ticket.pages = pages ?? other.pages
        return ticket
    }

    /// The same habits without those of some attributes.
    public func without(_ names: [String]) -> PrintTicket {
        var ticket = self
        for name in names {
            switch name {
            case "copies": ticket.copies = nil
            case "sides": ticket.sides = nil
            case "media": ticket.media = nil
            case "media-col":
                ticket.media = nil
                ticket.source = nil
            case "print-color-mode": ticket.color = nil
            case "print-quality": ticket.quality = nil
            case "finishings": ticket.finishings = nil
            case "output-bin": ticket.outputBin = nil
            case "multiple-document-handling": ticket.collate = nil
            default: ticket.attributes?[name] = nil
            }
        }
        return ticket
    }
}
