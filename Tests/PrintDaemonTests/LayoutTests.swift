import QuickPreview
import Testing

@testable import PrintDaemon
@testable import PrintModel

/// What becomes of a plan in the process that makes the finished PDF.
@Suite struct `The layout of a plan` {
    private static let document = DocumentFacts(
        name: "report.pdf",
        type: "application/pdf",
        kind: "PDF document",
        pages: 6,
        size: 1000
    )

    /// Two documents that are printed as one.
    private static let joined = {
        var facts = DocumentFacts(id: "all", joining: [document, document])
        facts.pages = 12
        return facts
    }()

    private func layout(
        _ ticket: PrintTicket,
        of document: DocumentFacts = Self.document
    ) -> SheetLayout {
        let printer = Printer(
            id: PrinterID(rawValue: "office"),
            name: "office",
            state: .idle,
            accepting: true,
            capabilities: PrinterCapabilities()
        )
        return SheetLayout(
            Admission(printer: printer).plan(of: document, ticket: ticket),
            of: document
        )
    }

    @Test(arguments: LayoutOption.all.filter { [nil, [.parts]].contains($0.layouts) }.map(\.name))
    func `follows each option of the ticket, and reaches the helper`(_ name: String) throws {
        let option = try #require(LayoutOption.all.first { $0.name == name })
        let document = option.layouts == nil ? Self.document : Self.joined
        let usual = layout(PrintTicket(numberUp: option.layouts == nil ? nil : 4), of: document)
        for value in option.values {
            // New sheets begin where pages would share one.
            var ticket = PrintTicket(numberUp: option.layouts == nil ? nil : 4)
            try option.set(TicketOption(name: name, value: value), &ticket)
            let layout = layout(ticket, of: document)
            #expect((layout == usual) == (value == option.usual), "\(value)")
            #expect(SheetLayout(decoding: layout.encoded()) == layout, "\(value)")
        }
    }

    @Test(arguments: LayoutOption.all.filter { ![nil, [.parts]].contains($0.layouts) }.map(\.name))
    func `of a text follows each option of its letters, and reaches the helper`(
        _ name: String
    ) throws {
        let option = try #require(LayoutOption.all.first { $0.name == name })
        func layout(_ ticket: PrintTicket) throws -> PageLayout {
            var text = Self.document
            text.layout = option.isOfWorkbooks ? .pages : .lines
            if option.isOfWorkbooks { text.type = "application/vnd.oasis.opendocument.spreadsheet" }
            let printer = Printer(
                id: PrinterID(rawValue: "office"),
                name: "office",
                state: .idle,
                accepting: true
            )
            let setup = Admission(printer: printer).pageSetup(of: text, ticket: ticket)
            return PageLayout(try #require(setup))
        }
        let usual = try layout(PrintTicket())
        for value in option.values {
            var ticket = PrintTicket()
            try option.set(TicketOption(name: name, value: value), &ticket)
            let layout = try layout(ticket)
            #expect((layout == usual) == (value == option.usual), "\(value)")
            #expect(PageLayout(decoding: layout.encoded()) == layout, "\(value)")
        }
    }
}
