import ArgumentParser
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
        name: [.customShort("q", allowingJoined: true), .long],
        parsing: .unconditional,
        help: ArgumentHelp("How urgent, from 1 to 100.", valueName: "number"),
        transform: TicketOptions.priority
    )
    var priority: Int?

    mutating func validate() throws {
        if duplex, let sides, sides != .twoSidedLongEdge {
            throw ValidationError(
                "--duplex means --sides long-edge; leave one of the two out."
            )
        }
    }

    /// The ticket that these options make.
    var ticket: PrintTicket {
        PrintTicket(
            pages: pages,
            copies: copies,
            collate: collate,
            sides: sides ?? (duplex ? .twoSidedLongEdge : nil),
            media: media.map { MediaName(typed: $0) },
            color: color,
            quality: quality,
            priority: priority
        )
    }

    // MARK: Values

    private static func pages(_ text: String) throws -> PageSelection {
        do {
            return try PageSelection(text)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private static func copies(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 1 else {
            throw ValidationError("'\(text)' is no number of copies; ask for 1 or more.")
        }
        return number
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
