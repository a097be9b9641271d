import PrintLab
import PrintModel
import Testing

/// One ticket, and what must come of it on a real printer.
struct TicketRow: Sendable, CustomTestStringConvertible {
    /// What becomes of it.
    enum Outcome: Sendable {
        /// It is refused, for these reasons.
        case refused([Obstacle.Code])
        /// It is printed: on each page that arrives stand these pages of the document.
        case printed([[Int]])
        /// So many pages arrive, as pixels.
        case raster(Int)
    }

    let printer: String
    let paper: Paper
    let ticket: String
    var outcome: Outcome
    var attributes: [String: ReceivedJob.Value] = [:]
    /// The size of the pages that arrive, as `pdfinfo` tells it.
    var shape: String?
    var notices: [Obstacle.Code] = []
    /// What else is on each page that arrives, beside its numbers.
    var texts: [[String]] = []

    /// What becomes of it straight at the printer, where that is something else.
    var directOutcome: Outcome?

    /// Whether it is refused because the scheduler drops what it asks for.
    var isDropped = false

    /// The same ticket straight at the printer; `nil` where only the scheduler has to do with it.
    var direct: TicketRow? {
        guard !isDropped else { return nil }
        var row = self
        row.outcome = directOutcome ?? outcome
        return row
    }

    var testDescription: String { "\(printer) \(paper) \(ticket)" }

    /// What is printed.
    enum Paper: String, Sendable {
        /// Six upright pages of A4.
        case six
        /// Four pages of A4 on their side.
        case wide
        /// Two pages of Letter.
        case letter
        /// Two pages of A3.
        case large
        /// A text of six pages, with form feeds between them.
        case text
        case photo, locked, damaged, empty, unknown
    }

    static func prints(
        _ printer: String,
        _ paper: Paper,
        _ ticket: String,
        _ pages: [[Int]],
        _ attributes: [String: ReceivedJob.Value] = [:],
        shape: String? = nil,
        notices: [Obstacle.Code] = [],
        texts: [[String]] = []
    ) -> TicketRow {
        TicketRow(
            printer: printer,
            paper: paper,
            ticket: ticket,
            outcome: .printed(pages),
            attributes: attributes,
            shape: shape,
            notices: notices,
            texts: texts
        )
    }

    static func prints(
        _ printer: String,
        _ ticket: String,
        _ pages: [[Int]],
        _ attributes: [String: ReceivedJob.Value] = [:],
        shape: String? = nil,
        notices: [Obstacle.Code] = []
    ) -> TicketRow {
        prints(printer, .six, ticket, pages, attributes, shape: shape, notices: notices)
    }

    static func refuses(
        _ printer: String,
        _ paper: Paper,
        _ ticket: String,
        _ codes: Obstacle.Code...
    ) -> TicketRow {
        TicketRow(printer: printer, paper: paper, ticket: ticket, outcome: .refused(codes))
    }

    static func refuses(
        _ printer: String,
        _ ticket: String,
        _ codes: Obstacle.Code...
    ) -> TicketRow {
        TicketRow(printer: printer, paper: .six, ticket: ticket, outcome: .refused(codes))
    }
}
