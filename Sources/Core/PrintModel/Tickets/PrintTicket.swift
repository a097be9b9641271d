public import FoundationEssentials

/// The options that the user requested; `nil` leaves a choice to the printer.
public struct PrintTicket: Codable, Sendable, Equatable {
    /// The document pages to print, in order; `nil` for all.
    public var pages: PageSelection?
    /// The subset of the selected pages: all, odd, or even ones.
    public var pageSet: PageSet?
    /// Whether the last sheet comes out first.
    public var reverse: Bool?
    /// The number of copies.
    public var copies: Int?
    /// Whether the copies are collated (1 2 3, 1 2 3) or not (1 1, 2 2, 3 3).
    public var collate: Bool?
    /// The value of `sides`.
    public var sides: Sides?
    /// The medium.
    public var media: MediaName?
    /// Whether to print to the edges of the medium, without margins.
    public var borderless: Bool?
    /// The tray: a keyword of `media-source` (PWG 5100.7).
    public var source: String?
    /// The color mode: `print-color-mode`.
    public var color: ColorMode?
    /// The quality; `nil` for the printer's default.
    ///
    /// The IPP attribute is `print-quality`.
    public var quality: PrintQuality?
    /// The orientation of the sheets; `nil` rotates each page to fit best.
    public var orientation: PageOrientation?
    /// The number of pages per side.
    ///
    /// The IPP attribute is `number-up`.
    public var numberUp: Int?
    /// The order in which several pages fill a side; `nil` is ``NumberUpLayout/lrtb``.
    public var numberUpLayout: NumberUpLayout?
    /// The scaling of pages to the sheet.
    public var scaling: PrintScaling?
    /// The size of the pages in percent of what ``scaling`` gives; `nil` is 100.
    public var percent: Int?
    /// The resolution at which pictures are printed in their own size, in pixels per inch.
    public var ppi: Int?
    /// The position of a page that does not fill its cell on the sheet; `nil` is the center.
    public var position: PagePosition?
    /// Whether sheets are mirrored.
    public var mirror: Bool?
    /// The border around each page.
    public var border: PageBorder?
    /// The margins of a document that the service lays out, in hundredths of a millimeter; `nil` for usual ones.
    public var margins: MediaMargins?
    /// The size of the letters of a text that the service lays out, in points; `nil` is 10 for plain text.
    public var fontSize: Double?
    /// Whether the lines of plain text and source code are numbered.
    public var lineNumbers: Bool?
    /// Whether a workbook is laid out one page wide.
    public var fitWidth: Bool?
    /// Whether a workbook has lines between its cells.
    public var gridLines: Bool?
    /// Whether a workbook has the letters of its columns and the numbers of its rows.
    public var headings: Bool?
    /// The worksheets of a workbook that are printed; `nil` for all.
    public var worksheets: WorksheetSelection?
    /// Whether the pages lie on the sheets so that these can be folded into a booklet.
    public var booklet: Bool?
    /// The number of pages that are folded together in a booklet; `nil` folds all sheets into one another.
    public var signature: Int?
    /// The thickness of a sheet of a booklet, in hundredths of a millimeter: so much nearer to the fold are the pages of
    /// each sheet than those of the sheet around it; `nil` is 0.
    public var creep: Int?
    /// The sheets over which each page is spread; `nil` is one.
    public var poster: SheetGrid?
    /// The pages on a side, each with its name below it; `nil` is no contact sheet.
    public var contactSheet: SheetGrid?
    /// Whether each of several documents begins on a new sheet.
    public var eachOnNewSheet: Bool?
    /// The text at the top of each side, with fields such as `{page}`: ``PageLabel``; `none` is none.
    public var header: String?
    /// The text at the bottom of each side.
    public var footer: String?
    /// Large, pale letters across each side that has a page; `none` is none.
    public var stamp: String?
    /// The finishings: keywords of `finishings` (PWG 5100.1), such as `staple`.
    public var finishings: [String]?
    /// The output bin: a keyword or name of `output-bin` (PWG 5100.2).
    public var outputBin: String?
    /// The priority, from 1 to 100: `job-priority` (RFC 8011, 5.2.1).
    public var priority: Int?
    /// The earliest time to print; ``indefinitely`` holds the job until it is released.
    ///
    /// The IPP attribute is `job-hold-until` (RFC 8011, 5.2.2), whose keyword `indefinite` is read, too.
    public var holdUntil: Date?
    /// Any other attributes that the printer lists, by their IPP names.
    public var attributes: [String: String]?

    /// Creates a ticket; an omitted option is left to the printer.
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
        border: PageBorder? = nil,
        borderless: Bool? = nil,
        margins: MediaMargins? = nil,
        fontSize: Double? = nil,
        lineNumbers: Bool? = nil,
        fitWidth: Bool? = nil,
        gridLines: Bool? = nil,
        headings: Bool? = nil,
        worksheets: WorksheetSelection? = nil,
        booklet: Bool? = nil,
        signature: Int? = nil,
        creep: Int? = nil,
        poster: SheetGrid? = nil,
        contactSheet: SheetGrid? = nil,
        eachOnNewSheet: Bool? = nil,
        header: String? = nil,
        footer: String? = nil,
        stamp: String? = nil
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
        self.borderless = borderless
        self.margins = margins
        self.fontSize = fontSize
        self.lineNumbers = lineNumbers
        self.fitWidth = fitWidth
        self.gridLines = gridLines
        self.headings = headings
        self.worksheets = worksheets
        self.booklet = booklet
        self.signature = signature
        self.creep = creep
        self.poster = poster
        self.contactSheet = contactSheet
        self.eachOnNewSheet = eachOnNewSheet
        self.header = header
        self.footer = footer
        self.stamp = stamp
    }

    /// A sentence for each value that no printer could accept.
    ///
    /// Such a ticket is an error of the caller, not an obstacle.
    public var mistakes: [String] { mistakes(in: .english) }

    /// The same sentences in another language.
    public func mistakes(in language: Language) -> [String] {
        namedMistakes(in: language).map(\.sentence)
    }

    /// The same sentences with the names of their options.
    func namedMistakes(in language: Language) -> [(option: String, sentence: String)] {
        let numbers: [(value: Int?, range: ClosedRange<Int>, option: Words.TicketNumber)] = [
            (copies, Self.copyRange, .copies), (numberUp, Self.numberUpRange, .numberUp),
            (priority, PriorityRequest.range, .priority), (percent, Self.percentRange, .percent),
            (ppi, Self.ppiRange, .ppi),
        ]
        var found: [(option: String, sentence: String)] = numbers.compactMap {
            value,
            range,
            option in
            value.flatMap { value in
                range.contains(value)
                    ? nil
                    : ("\(option)", Words.outOfRange(option, value, range, language: language))
            }
        }
        if let fontSize, !Self.fontSizeRange.contains(fontSize) {
            found.append(("fontSize", Words.fontSizeOutOfRange(fontSize, language: language)))
        }
        if let margins, !margins.contains(MediaMargins()) {
            found.append(("margins", Words.negativeMargins(language: language)))
        }
        if let creep, !Self.creepRange.contains(creep) {
            found.append(("creep", Words.creepOutOfRange(creep, language: language)))
        }
        if let signature, !Self.isSignature(signature) {
            found.append(("signature", Words.noSignature(signature, language: language)))
        }
        if let worksheets, !worksheets.isValid {
            found.append(
                ("worksheets", Words.noWorksheets(worksheets.rawValue, language: language))
            )
        }
        for (option, text) in [("header", header), ("footer", footer)] {
            guard let text, text != PageLabel.none else { continue }
            do throws(PageLabel.Misfit) { _ = try PageLabel(text) } catch {
                found.append((option, Words.noLabel(option, error, language: language)))
            }
        }
        if let stamp, stamp != PageLabel.none {
            do throws(PageLabel.Misfit) {
                try PageLabel.checkCharacters(stamp, limit: Self.stampLimit)
            } catch {
                found.append(("stamp", Words.noLabel("stamp", error, language: language)))
            }
        }
        if let holdUntil, holdUntil >= Self.latestHold {
            found.append(("holdUntil", Words.holdTooLate(language: language)))
        }
        return found
    }

    /// The ``holdUntil`` of a job that waits until it is released; the job itself has a hold in its place.
    public static let indefinitely = Date.distantFuture
    /// The end of the years that RFC 3339 can express.
    private static let latestHold = Date(timeIntervalSince1970: 253_402_300_800)
    /// The valid scaling of pages, in percent.
    public static let percentRange = 1...1000
    /// The valid resolutions of images, in pixels per inch.
    public static let ppiRange = 1...9600

    /// The valid sizes of letters, in points.
    public static let fontSizeRange = 3.0...144.0

    /// Whether so many pages can be folded together: each sheet has 4.
    static func isSignature(_ pages: Int) -> Bool {
        pages.isMultiple(of: 4) && signatureRange.contains(pages)
    }
    /// The valid numbers of pages in a signature.
    public static let signatureRange = 4...1000

    /// The valid thickness of a sheet, in hundredths of a millimeter: that of thin board at most.
    public static let creepRange = 0...100

    /// The most characters (Unicode scalars) of a stamp.
    public static let stampLimit = 100

    /// The valid numbers of copies.
    public static let copyRange = 1...1_000_000
    /// The valid numbers of pages per side.
    public static let numberUpRange = 1...64

    /// The numbers of pages per side that are supported.
    public static let numbersUp = [1, 2, 4, 6, 9, 16]

    /// The ticket, with missing options taken from the user's saved ones, one at a time.
    ///
    /// - Parameters:
    ///   - habits: The saved options.
    ///   - isPossible: Whether a saved option conflicts with nothing in the ticket; it gets the
    ///     ticket with the option and without it.
    /// - Returns: The effective ticket.
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
        take(\.borderless)
        take(\.source)
        take(\.color)
        take(\.quality)
        // A percentage belongs to its scaling, and a resolution also determines the size.
        let hasSize = ticket.scaling != nil || ticket.percent != nil || ticket.ppi != nil
        for option in LayoutOption.all where !(hasSize && option.name == "scaling") {
            guard option.value(ticket) == nil, option.value(habits) != nil else { continue }
            var tried = ticket
            option.copy(habits, &tried)
            if isPossible(tried, ticket) { ticket = tried }
        }
        if !hasSize {
            take(\.percent)
            take(\.ppi)
        }
        take(\.signature)
        take(\.finishings)
        take(\.outputBin)
        take(\.priority)
        let others = (habits.attributes ?? [:]).sorted { $0.key < $1.key }
        for (name, value) in others where ticket.attributes?[name] == nil {
            var tried = ticket
            tried.attributes = (ticket.attributes ?? [:]).merging([name: value]) { old, _ in old }
            if isPossible(tried, ticket) { ticket = tried }
        }
        return ticket
    }

    /// The ticket, with all missing options taken from another one, including the pages.
    ///
    /// The time of a hold is not taken, because it belongs to one job.
    ///
    /// - Parameter other: The options to take if this ticket has no value.
    /// - Returns: The effective ticket.
    public func completed(by other: PrintTicket) -> PrintTicket {
        var ticket = filled(from: other) { _, _ in true }
        ticket.pages = pages ?? other.pages
        return ticket
    }

    /// The same saved options without those of some attributes.
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
                ticket.borderless = nil
                ticket.attributes?[PrinterCapabilities.mediaType] = nil
            case "print-color-mode": ticket.color = nil
            case "print-quality": ticket.quality = nil
            case "finishings", "finishings-col": ticket.finishings = nil
            case "output-bin": ticket.outputBin = nil
            case "multiple-document-handling": ticket.collate = nil
            default: ticket.attributes?[name] = nil
            }
        }
        return ticket
    }
}
