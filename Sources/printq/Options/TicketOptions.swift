import ArgumentParser
import FoundationEssentials
import PrintModel

/// The ticket on the command line.
struct TicketOptions: ParsableArguments {
    @Option(
        name: [.customShort("P", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print these pages of the document, in this order, such as 1-3,7 or 5- or 3-1 or last; odd or even for one of these sets (default: all).",
            valueName: "list"
        ),
        transform: TicketOptions.pages
    )
    var pages: PageSelection?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp("Print this number of copies (default: 1).", valueName: "number"),
        transform: TicketOptions.copies
    )
    var copies: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Collate copies (1 2 3, 1 2 3), or do not (1 1, 2 2, 3 3) (default: the printer's)."
    )
    var collate: Bool?

    @Option(
        help: ArgumentHelp(
            "Print only the odd or even ones of these pages: all, odd, or even (default: all).",
            valueName: "set"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.pageSet
    )
    var pageSet: PageSet?

    @Flag(
        inversion: .prefixedNo,
        help: "Print the last sheet first (default: so that the stack is in order)."
    )
    var reverse: Bool?

    @Flag(inversion: .prefixedNo, help: "Print on both sides: --sides long-edge.")
    var duplex: Bool?

    @Option(
        help: ArgumentHelp(
            "Print on these sides: one-sided, long-edge, or short-edge (default: the printer's).",
            valueName: "sides"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.sides
    )
    var sides: Sides?

    @Option(
        help: ArgumentHelp(
            "Use this paper: A4, Letter, a size such as 50x70mm or 2x3in, or a PWG name (default: the printer's).",
            valueName: "media"
        ),
        completion: .custom(Completion.values)
    )
    var media: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Print to the edges of the paper, if the printer can; pictures fill it (default: pictures on photo paper)."
    )
    var borderless: Bool?

    @Option(
        help: ArgumentHelp(
            "Take the paper from this tray; 'printq options' lists the trays (default: the printer's).",
            valueName: "tray"
        ),
        completion: .custom(Completion.values)
    )
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Deliver the sheets to this bin (default: the printer's).",
            valueName: "bin"
        ),
        completion: .custom(Completion.values)
    )
    var outputBin: String?

    @Option(
        help: ArgumentHelp(
            "Finish the sheets, such as staple or punch; none for no finishing. You can repeat it.",
            valueName: "name"
        ),
        completion: .custom(Completion.values)
    )
    var finishing: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print in this mode: auto, color, monochrome, or another mode of the printer (default: the printer's).",
            valueName: "mode"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.color
    )
    var color: ColorMode?

    @Option(
        help: ArgumentHelp(
            "Print in this quality: draft, normal, or high (default: the printer's).",
            valueName: "quality"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.quality
    )
    var quality: PrintQuality?

    @Option(
        help: ArgumentHelp(
            "Print at this resolution, in dots per inch, such as 600dpi or 600x1200dpi (default: the printer's).",
            valueName: "dpi"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.resolution
    )
    var resolution: String?

    @Option(
        help: ArgumentHelp(
            "Print in this orientation: auto, portrait, landscape, reverse-portrait, or reverse-landscape (default: auto).",
            valueName: "orientation"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.orientation
    )
    var orientation: PageOrientation?

    @Option(
        help: ArgumentHelp(
            "Scale pages: auto, fit, fill, none, or a percentage such as 50% (default: auto).",
            valueName: "scaling"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.scaling
    )
    var scaling: Scaling?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print this number of pages per side: 1, 2, 4, 6, 9, or 16 (default: 1).",
            valueName: "number"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.numberUp
    )
    var numberUp: Int?

    @Option(
        help: ArgumentHelp(
            "Order the pages of a side: lrtb, lrbt, rltb, rlbt, tblr, tbrl, btlr, or btrl (default: lrtb).",
            valueName: "order"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.numberUpLayout
    )
    var numberUpLayout: NumberUpLayout?

    @Option(
        help: ArgumentHelp(
            "Draw lines around each page: none, single, single-thick, double, or double-thick (default: none).",
            valueName: "lines"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.border
    )
    var border: PageBorder?

    @Option(
        help: ArgumentHelp(
            "Place a page that is smaller than the sheet: center, top, left, right, bottom, top-left, and so on (default: center).",
            valueName: "position"
        ),
        completion: .custom(Completion.values),
        transform: TicketOptions.position
    )
    var position: PagePosition?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print an image at this resolution, in pixels per inch.",
            valueName: "number"
        ),
        transform: TicketOptions.ppi
    )
    var ppi: Int?

    @Flag(inversion: .prefixedNo, help: "Print a mirror image.")
    var mirror: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Print two pages on a side, in the order of sheets that are folded into a booklet."
    )
    var booklet: Bool?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fold this number of pages of a booklet together, such as 16, instead of all.",
            valueName: "pages"
        ),
        transform: TicketOptions.signature
    )
    var signature: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Make up for the thickness of the folded sheets of a booklet, such as 0.1mm each (default: 0mm).",
            valueName: "length"
        ),
        transform: TicketOptions.creep
    )
    var creep: Int?

    @Option(
        help: ArgumentHelp(
            "Spread each page over sheets with cut marks: columns x rows, such as 2x3.",
            valueName: "grid"
        ),
        transform: TicketOptions.poster
    )
    var poster: SheetGrid?

    @Option(
        help: ArgumentHelp(
            "Print this number of pages or pictures on each side, columns x rows such as 4x5, each with its name or number; several files become one job.",
            valueName: "grid"
        ),
        transform: TicketOptions.contactSheet
    )
    var contactSheet: SheetGrid?

    @Flag(inversion: .prefixedNo, help: "Begin each of several files of a job on a new sheet.")
    var eachOnNewSheet: Bool?

    @Option(
        help: ArgumentHelp(
            "Print this text at the top of each side, such as '{title}|{date}|{page} of {pages}': left|center|right with the fields {title}, {page}, {pages}, {date}, and {file}; {{ is a brace.",
            valueName: "text"
        ),
        transform: TicketOptions.header
    )
    var header: String?

    @Option(
        help: ArgumentHelp(
            "Print this text at the bottom of each side, with the same fields.",
            valueName: "text"
        ),
        transform: TicketOptions.footer
    )
    var footer: String?

    @Option(
        help: ArgumentHelp(
            "Print this text across each side, in large and pale letters, such as DRAFT.",
            valueName: "text"
        ),
        transform: TicketOptions.stamp
    )
    var stamp: String?

    @Option(
        help: ArgumentHelp(
            "Lay a text out with these margins: one length for all, two (top and bottom, left and right), or four (top, right, bottom, left), such as 20mm or 1in,0.5in.",
            valueName: "lengths"
        ),
        transform: TicketOptions.margins
    )
    var margins: MediaMargins?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Lay a text out in letters of this size, in points (default: 10 for plain text, the document's own for others).",
            valueName: "points"
        ),
        transform: TicketOptions.fontSize
    )
    var fontSize: Double?

    @Flag(inversion: .prefixedNo, help: "Number the lines of plain text and source code.")
    var lineNumbers: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Lay a workbook out one page wide, if LibreOffice is installed."
    )
    var fitWidth: Bool?

    @Flag(inversion: .prefixedNo, help: "Print lines between the cells of a workbook.")
    var gridLines: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Print the letters of a workbook's columns and the numbers of its rows."
    )
    var headings: Bool?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print these worksheets of a workbook only, by their names or numbers, such as Costs,3 (default: all).",
            valueName: "list"
        ),
        transform: TicketOptions.worksheets
    )
    var worksheets: WorksheetSelection?

    @Option(
        name: [.customShort("q", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Give the job a priority from 1, the lowest, to 100 (default: 50).",
            valueName: "number"
        ),
        transform: TicketOptions.priority
    )
    var priority: Int?

    @Option(
        name: [.long, .customShort("H", allowingJoined: true)],
        help: ArgumentHelp(
            "Hold the job until this time: 22:00, 5pm, tomorrow, 'friday 8:00', 2030-05-17, +2h, evening, night, weekend, or indefinite.",
            valueName: "time"
        ),
        transform: TicketOptions.holdUntil
    )
    var holdUntil: HoldTime?

    @Option(
        name: [.customShort("o", allowingJoined: true), .customLong("option")],
        help: ArgumentHelp(
            "Set an option of lp, or any other attribute that the printer lists.",
            valueName: "name=value"
        ),
        transform: TicketOptions.attributes
    )
    var options: [Attributes] = []

    /// The time until which a job is on hold.
    enum HoldTime {
        /// The job is not on hold.
        case now
        /// The job is on hold until the user releases it.
        case indefinite
        /// The job is on hold until a time.
        case until(Date)
        /// `lp -i JOB -H restart` prints a job again.
        case restart
    }

    /// A scaling of pages, and their size in percent.
    struct Scaling {
        var scaling: PrintScaling
        var percent: Int?
    }

    /// The options of one `-o`, as `lp` reads them.
    struct Attributes {
        var all: [(name: String, value: String)]
    }

    mutating func validate() throws {
        if let duplex, let sides, sides != (duplex ? .twoSidedLongEdge : .oneSided) {
            throw Mistake(
                duplex
                    ? "--duplex means --sides long-edge: use one of the two."
                    : "--no-duplex means --sides one-sided: use one of the two."
            )
        }
    }
}
