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
        help: "The number of copies.",
        transform: TicketOptions.copies
    )
    var copies: Int?

    @Option(
        help: ArgumentHelp(
            "Print only odd or even pages of these: all, odd, or even.",
            valueName: "set"
        ),
        transform: TicketOptions.pageSet
    )
    var pageSet: PageSet?

    @Flag(inversion: .prefixedNo, help: "Print the last sheet first.")
    var reverse: Bool?

    @Flag(inversion: .prefixedNo, help: "Collate copies (1 2 3, 1 2 3) or not (1 1, 2 2, 3 3).")
    var collate: Bool?

    @Option(
        help: ArgumentHelp(
            "one-sided, long-edge, or short-edge.",
            valueName: "sides"
        ),
        transform: TicketOptions.sides
    )
    var sides: Sides?

    @Flag(inversion: .prefixedNo, help: "Print on both sides: --sides long-edge.")
    var duplex: Bool?

    @Option(help: "The paper: A4, Letter, a size such as 50x70mm or 2x3in, or a PWG name.")
    var media: String?

    @Option(help: "The tray, by a name that 'printq options' lists, or default.")
    var source: String?

    @Option(
        help: ArgumentHelp(
            "auto, color, monochrome, or another mode of the printer.",
            valueName: "mode"
        ),
        transform: TicketOptions.color
    )
    var color: ColorMode?

    @Option(
        help: ArgumentHelp("draft, normal, or high.", valueName: "quality"),
        transform: TicketOptions.quality
    )
    var quality: PrintQuality?

    @Option(
        help: ArgumentHelp(
            "How the sheets are held: auto, portrait, or landscape.",
            valueName: "orientation"
        ),
        transform: TicketOptions.orientation
    )
    var orientation: PageOrientation?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pages per side: 1, 2, 4, 6, 9, or 16.", valueName: "number"),
        transform: TicketOptions.numberUp
    )
    var numberUp: Int?

    @Option(
        help: ArgumentHelp(
            "The order of several pages on a side: lrtb, lrbt, rltb, rlbt, tblr, tbrl, btlr, or btrl.",
            valueName: "order"
        ),
        transform: TicketOptions.numberUpLayout
    )
    var numberUpLayout: NumberUpLayout?

    @Option(
        help: ArgumentHelp(
            "auto, fit, fill, none, or a percentage such as 50%.",
            valueName: "scaling"
        ),
        transform: TicketOptions.scaling
    )
    var scaling: Scaling?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print a picture at so many pixels per inch.", valueName: "number"),
        transform: TicketOptions.ppi
    )
    var ppi: Int?

    @Option(
        help: ArgumentHelp(
            "Where a smaller page stands: center, top, left, right, bottom, top-left, and so on.",
            valueName: "position"
        ),
        transform: TicketOptions.position
    )
    var position: PagePosition?

    @Flag(inversion: .prefixedNo, help: "Print a mirror image.")
    var mirror: Bool?

    @Option(
        help: ArgumentHelp(
            "Lines around each page: none, single, single-thick, double, or double-thick.",
            valueName: "lines"
        ),
        transform: TicketOptions.border
    )
    var border: PageBorder?

    @Option(
        help: ArgumentHelp(
            "What is done to the sheets, such as staple, or none; may be given again.",
            valueName: "name"
        )
    )
    var finishing: [String] = []

    @Option(help: "The bin that the sheets come out in, or default.")
    var outputBin: String?

    @Option(
        name: [.customShort("q", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The priority of the job, from 1 to 100.", valueName: "number"),
        transform: TicketOptions.priority
    )
    var priority: Int?

    @Option(
        name: [.long, .customShort("H", allowingJoined: true)],
        help: ArgumentHelp(
            "Print no sooner than this: 22:00, 5pm, tomorrow, 'friday 8:00', 2030-05-17, +2h, evening, night, weekend, or indefinite.",
            valueName: "time"
        ),
        transform: TicketOptions.holdUntil
    )
    var holdUntil: HoldTime?

    @Option(
        name: [.customShort("o", allowingJoined: true), .customLong("option")],
        help: ArgumentHelp(
            "An option of lp, or any other attribute that the printer lists.",
            valueName: "name=value"
        ),
        transform: TicketOptions.attributes
    )
    var options: [Attributes] = []

    /// Until when a job is held.
    enum HoldTime {
        /// Not at all: now.
        case now
        /// Until somebody releases it.
        case indefinite
        case until(Date)
        /// What `lp -i JOB -H` does to a job: it is printed again.
        case restart
    }

    /// A way to scale pages, and their size in percent of it.
    struct Scaling {
        var scaling: PrintScaling
        var percent: Int?
    }

    /// Options as lp takes them behind one `-o`.
    struct Attributes {
        var all: [(name: String, value: String)]
    }

    mutating func validate() throws {
        if let duplex, let sides, sides != (duplex ? .twoSidedLongEdge : .oneSided) {
            throw Mistake(
                duplex
                    ? "--duplex means --sides long-edge: leave one of the two out."
                    : "--no-duplex means --sides one-sided: leave one of the two out."
            )
        }
    }

    /// Whether the job is to be held until somebody releases it.
    var isHeld: Bool {
        switch holdUntil {
        case .indefinite: true
        case .now, .until, .restart: false
        case nil:
            options.flatMap(\.all).last { $0.name == "job-hold-until" }?.value == "indefinite"
        }
    }

    /// The ticket that these options make; what is said by a name of its own wins over `-o`.
    var ticket: PrintTicket {
        var ticket = PrintTicket()
        for option in options.flatMap(\.all) {
            // Each has been taken once before, when it was read.
            try? ticket.take(option: option.name, value: option.value, clock: LocalTime.moment)
        }
        func set<Value>(_ field: WritableKeyPath<PrintTicket, Value?>, _ value: Value?) {
            if let value { ticket[keyPath: field] = value }
        }
        set(\.pages, pages)
        set(\.pageSet, pageSet)
        set(\.reverse, reverse)
        set(\.copies, copies)
        set(\.collate, collate)
        set(\.sides, sides ?? duplex.map { $0 ? .twoSidedLongEdge : .oneSided })
        set(\.media, media.map { MediaName(typed: $0) })
        set(\.source, source)
        set(\.color, color)
        set(\.quality, quality)
        set(\.orientation, orientation)
        set(\.numberUp, numberUp)
        set(\.numberUpLayout, numberUpLayout)
        if let scaling {
            ticket.scaling = scaling.scaling
            ticket.percent = scaling.percent
        }
        set(\.ppi, ppi)
        set(\.position, position)
        set(\.mirror, mirror)
        set(\.border, border)
        let finishings = finishing.flatMap { $0.split(separator: ",").map(String.init) }
        set(\.finishings, finishings.isEmpty ? nil : finishings)
        set(\.outputBin, outputBin)
        set(\.priority, priority)
        switch holdUntil {
        case .until(let date): ticket.holdUntil = date
        case .now, .indefinite, .restart: ticket.holdUntil = nil
        case nil: break
        }
        return ticket
    }
}
