import ArgumentParser
import FoundationEssentials
import PrintModel

/// The ticket on the command line.
struct TicketOptions: ParsableArguments {
    @Option(
        name: [.customShort("P", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Pages of the document, in the order to print: 1-3,7 or 5- or 3-1.",
            valueName: "list"
        ),
        transform: TicketOptions.pages
    )
    var pages: PageSelection?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        parsing: .unconditional,
        help: "How many copies.",
        transform: TicketOptions.copies
    )
    var copies: Int?

    @Option(
        help: ArgumentHelp(
            "Of these the odd or the even ones: all, odd or even.",
            valueName: "set"
        ),
        transform: TicketOptions.pageSet
    )
    var pageSet: PageSet?

    @Flag(help: "The last sheet first.")
    var reverse = false

    @Flag(inversion: .prefixedNo, help: "Keep the copies apart, or print page by page.")
    var collate: Bool?

    @Option(
        help: ArgumentHelp(
            "one-sided, long-edge or short-edge.",
            valueName: "sides"
        ),
        transform: TicketOptions.sides
    )
    var sides: Sides?

    @Flag(help: "On both sides, turned along the long edge: --sides long-edge.")
    var duplex = false

    @Option(help: "The paper: A4, Letter, or a PWG name.")
    var media: String?

    @Option(help: "The tray, by a name that 'printq options' lists.")
    var source: String?

    @Option(
        help: ArgumentHelp("auto, color or monochrome.", valueName: "mode"),
        transform: TicketOptions.color
    )
    var color: ColorMode?

    @Option(
        help: ArgumentHelp("draft, normal or high.", valueName: "quality"),
        transform: TicketOptions.quality
    )
    var quality: PrintQuality?

    @Option(
        help: ArgumentHelp("How the sheets are held: portrait or landscape.", valueName: "way"),
        transform: TicketOptions.orientation
    )
    var orientation: PageOrientation?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pages on each side: 1, 2, 4, 6, 9 or 16.", valueName: "number"),
        transform: TicketOptions.numberUp
    )
    var numberUp: Int?

    @Option(
        help: ArgumentHelp("auto, fit, fill or none.", valueName: "way"),
        transform: TicketOptions.scaling
    )
    var scaling: PrintScaling?

    @Option(
        help: ArgumentHelp(
            "What is done to the sheets, such as staple; may be given again.",
            valueName: "name"
        )
    )
    var finishing: [String] = []

    @Option(help: "Where the sheets come out.")
    var outputBin: String?

    @Option(
        name: [.customShort("q", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp("How urgent, from 1 to 100.", valueName: "number"),
        transform: TicketOptions.priority
    )
    var priority: Int?

    @Option(
        help: ArgumentHelp(
            "Print no sooner than this: 22:00, '2030-05-17 08:00', evening, night, weekend.",
            valueName: "time"
        ),
        transform: TicketOptions.holdUntil
    )
    var holdUntil: Moment?

    @Option(
        name: [.customShort("o", allowingJoined: true), .customLong("option")],
        help: ArgumentHelp(
            "Any other attribute that the printer lists; the options of lp work too.",
            valueName: "name=value"
        ),
        transform: TicketOptions.attribute
    )
    var options: [Attribute] = []

    /// A moment to wait for; none for "now".
    struct Moment {
        var date: Date?
    }

    /// An option as lp takes it.
    struct Attribute {
        var name: String
        var value: String
    }

    mutating func validate() throws {
        if duplex, let sides, sides != .twoSidedLongEdge {
            throw ValidationError(
                "--duplex means --sides long-edge; leave one of the two out."
            )
        }
    }

    /// The ticket that these options make; what is said by a name of its own wins over `-o`.
    var ticket: PrintTicket {
        var ticket = PrintTicket()
        for option in options {
            // Each has been taken once before, when it was read.
            try? ticket.take(option: option.name, value: option.value, clock: LocalTime.moment)
        }
        func set<Value>(_ field: WritableKeyPath<PrintTicket, Value?>, _ value: Value?) {
            if let value { ticket[keyPath: field] = value }
        }
        set(\.pages, pages)
        set(\.pageSet, pageSet)
        set(\.reverse, reverse ? true : nil)
        set(\.copies, copies)
        set(\.collate, collate)
        set(\.sides, sides ?? (duplex ? .twoSidedLongEdge : nil))
        set(\.media, media.map { MediaName(typed: $0) })
        set(\.source, source)
        set(\.color, color)
        set(\.quality, quality)
        set(\.orientation, orientation)
        set(\.numberUp, numberUp)
        set(\.scaling, scaling)
        set(\.finishings, finishing.isEmpty ? nil : finishing)
        set(\.outputBin, outputBin)
        set(\.priority, priority)
        if let holdUntil { ticket.holdUntil = holdUntil.date }
        return ticket
    }

    // MARK: Values

    static func pages(_ text: String) throws -> PageSelection {
        do {
            return try PageSelection(text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    static func copies(_ text: String) throws -> Int {
        guard let number = Int(text), PrintTicket.copyRange.contains(number) else {
            throw ValidationError("'\(text)' is no number of copies; ask for 1 or more.")
        }
        return number
    }

    private static func numberUp(_ text: String) throws -> Int {
        guard let number = Int(text), PrintTicket.numberUpRange.contains(number) else {
            throw ValidationError("'\(text)' is no number of pages; choose 1, 2, 4, 6, 9 or 16.")
        }
        return number
    }

    private static func pageSet(_ text: String) throws -> PageSet {
        try oneOf(text)
    }

    private static func orientation(_ text: String) throws -> PageOrientation {
        try oneOf(text)
    }

    private static func scaling(_ text: String) throws -> PrintScaling {
        try oneOf(text)
    }

    private static func oneOf<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws -> Value {
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is none of \(known).")
        }
        return value
    }

    private static func holdUntil(_ text: String) throws -> Moment {
        if text == "no-hold" { return Moment(date: nil) }
        guard let date = LocalTime.moment(text) else {
            throw ValidationError(
                "'\(text)' is no time; write for example 22:00 or '2030-05-17 08:00'."
            )
        }
        // A period that is on already begins now.
        guard date.timeIntervalSinceNow > -60 else {
            throw ValidationError("'\(text)' has passed; name a moment to come.")
        }
        return Moment(date: date)
    }

    private static func attribute(_ text: String) throws -> Attribute {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ValidationError("'\(text)' is no option; write name=value.")
        }
        let value = parts.count > 1 ? String(parts[1]) : "true"
        var ticket = PrintTicket()
        do {
            try ticket.take(option: name, value: value, clock: LocalTime.moment)
        } catch {
            throw ValidationError(error.description)
        }
        if let mistake = ticket.mistakes.first { throw ValidationError(mistake) }
        return Attribute(name: name, value: value)
    }

    private static func priority(_ text: String) throws -> Int {
        guard let number = Int(text), (1...100).contains(number) else {
            throw ValidationError("'\(text)' is no priority; choose 1 to 100.")
        }
        return number
    }

    private static func sides(_ text: String) throws -> Sides {
        switch text {
        case "one-sided": return .oneSided
        case "long-edge", "two-sided-long-edge": return .twoSidedLongEdge
        case "short-edge", "two-sided-short-edge": return .twoSidedShortEdge
        default:
            throw ValidationError(
                "'\(text)' is none of one-sided, long-edge and short-edge."
            )
        }
    }

    private static func color(_ text: String) throws -> ColorMode {
        guard ["auto", "color", "monochrome"].contains(text) else {
            throw ValidationError("'\(text)' is none of auto, color and monochrome.")
        }
        return ColorMode(rawValue: text)
    }

    private static func quality(_ text: String) throws -> PrintQuality {
        guard let quality = PrintQuality(rawValue: text) else {
            throw ValidationError("'\(text)' is none of draft, normal and high.")
        }
        return quality
    }
}
