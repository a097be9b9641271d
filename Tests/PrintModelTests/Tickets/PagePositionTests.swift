import PrintModel
import Testing

@Suite struct `A page at an edge of the paper` {
    /// The pages that the notice names: A4 paper with margins of 10 mm at the ends and 5 mm at the sides.
    private func cut(_ ticket: PrintTicket, _ sizes: [(Double, Double)]) -> String? {
        var able = Sample.officeAbilities
        able.marginsDefault = MediaMargins(top: 1000, right: 500, bottom: 1000, left: 500)
        var document = Sample.document(pages: sizes.count)
        document.pageSizes = sizes.map { .init(count: 1, width: $0.0, height: $0.1) }
        var ticket = ticket
        ticket.media = .a4
        let check = Admission(printer: Sample.printer(capabilities: able))
            .check(document, ticket: ticket)
        #expect(check.possible)
        return check.notices.first { $0.code == .edgesCut }?.parameters["pages"]
    }

    @Test(arguments: [
        // As long as the paper between its margins, or a little longer: 785.2 points.
        (PagePosition.top, 500.0, 785.0, false), (.top, 500, 786, true), (.topLeft, 500, 786, true),
        (.left, 500, 786, false), (.center, 500, 786, false), (.left, 570, 700, true),
        (.right, 566, 700, false), (.bottom, 570, 700, false),
        // As large as the paper: nowhere to be moved to.
        (.top, 595, 842, false), (.top, 595, 300, false), (.bottomRight, 595, 820, true),
        // A wide page is turned where that makes it larger: its top is a side of the paper.
        (.top, 820, 570, true), (.top, 780, 560, false), (.left, 820, 500, true),
        // Others are not.
        (.top, 500, 300, false),
    ])
    func `is noticed where the printer cannot print all of it`(
        _ position: PagePosition,
        _ width: Double,
        _ height: Double,
        _ isCut: Bool
    ) {
        var ticket = PrintTicket()
        ticket.position = position
        #expect(cut(ticket, [(width, height)]) == (isCut ? "1" : nil))
    }

    @Test func `is named, and only where it was asked for`() {
        var ticket = PrintTicket()
        ticket.position = .top
        let sizes = [(500.0, 786.0), (300, 300), (500, 786), (500, 790)]
        #expect(cut(ticket, sizes) == "1,3-4")
        for change in [
            { $0.scaling = .fit }, { $0.numberUp = 2 }, { $0.percent = 90 },
            { $0.border = .single },
            { $0.position = nil },
        ] as [(inout PrintTicket) -> Void] {
            var other = ticket
            change(&other)
            #expect(cut(other, sizes) == nil)
        }
        ticket.scaling = PrintScaling.none
        #expect(cut(ticket, sizes) == "1,3-4")
    }
}
