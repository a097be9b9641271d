import CommandNames
import Testing

@testable import PrintModel

/// The table of options that the service carries out itself, against everything else that has them.
@Suite struct `The options of a layout` {
    private static let names = LayoutOption.all.map(\.name)

    private func ticket(_ option: LayoutOption, _ value: String) throws -> PrintTicket {
        var ticket = PrintTicket()
        try option.set(TicketOption(name: option.name, value: value), &ticket)
        return ticket
    }

    @Test(arguments: names)
    func `are fields of the ticket under the same name`(_ name: String) throws {
        let option = try #require(LayoutOption.all.first { $0.name == name })
        #expect(option.values.contains(option.usual) || option.usual == "auto")
        #expect(option.value(PrintTicket()) == nil)
        for value in option.values {
            let ticket = try ticket(option, value)
            #expect(option.value(ticket) == value)
            let set = Mirror(reflecting: ticket).children.filter { "\($0.value)" != "nil" }
            #expect(set.map(\.label) == [name])
            #expect(PrintTicket().completed(by: ticket) == ticket)
        }
    }

    @Test(arguments: names)
    func `change the plan, or the pages`(_ name: String) throws {
        let option = try #require(LayoutOption.all.first { $0.name == name })
        let admission = Admission(printer: Sample.printer())
        guard option.layouts == nil || option.layouts == [.parts] else {
            let document = option.isOfWorkbooks ? Sample.workbook : Sample.text()
            let usual = admission.pageSetup(of: document, ticket: PrintTicket())
            for value in option.values {
                let ticket = try ticket(option, value)
                let setup = try #require(admission.pageSetup(of: document, ticket: ticket))
                #expect((setup == usual) == (value == option.usual), "\(value)")
                let stored = try WireFormat.decode(
                    PageSetup.self,
                    from: WireFormat.encode(setup)
                )
                #expect(stored == setup, "\(value)")
            }
            return
        }
        // An option of several documents needs them.
        var document = Sample.document()
        if option.layouts == [.parts] {
            document = DocumentFacts(id: "all", joining: [document, document])
            document.pages = 12
        }
        let usual = admission.plan(of: document, ticket: PrintTicket())
        for value in option.values {
            let plan = admission.plan(of: document, ticket: try ticket(option, value))
            #expect((plan == usual) == (value == option.usual), "\(value)")
            // What a plan leaves out of its JSON is lost when the service starts again.
            let stored = try WireFormat.decode(PrintPlan.self, from: WireFormat.encode(plan))
            #expect(stored == plan, "\(value)")
        }
    }

    @Test(arguments: names.filter { $0 != "orientation" })
    func `leave pages alone that another program makes`(_ name: String) throws {
        let option = try #require(LayoutOption.all.first { $0.name == name })
        let document = Sample.text(layout: .pages)
        let usual = Admission(printer: Sample.printer())
            .pageSetup(of: document, ticket: PrintTicket())
        #expect(
            usual != nil
                && Admission(printer: Sample.mono).pageSetup(of: document, ticket: .init()) == usual
        )
        for value in option.values {
            let admission = Admission(printer: Sample.printer())
            #expect(admission.pageSetup(of: document, ticket: try ticket(option, value)) == usual)
        }
    }

    @Test func `the orientation turns the pages that another program makes, one on a side`() throws
    {
        let admission = Admission(printer: Sample.printer())
        let document = Sample.text(layout: .pages)
        for (orientation, numberUp, expected) in [
            (PageOrientation.landscape, nil, PageOrientation.landscape),
            (.landscape, 1, .landscape),
            (.portrait, nil, .portrait), (.auto, nil, nil), (.landscape, 2, nil),
        ] as [(PageOrientation, Int?, PageOrientation?)] {
            let ticket = PrintTicket(orientation: orientation, numberUp: numberUp)
            let setup = admission.pageSetup(of: document, ticket: ticket)
            #expect(setup?.orientation == expected && setup?.sheet == PageSetup.usualSheet)
        }
    }

    @Test func `of workbooks are refused for other documents`() throws {
        let admission = Admission(printer: Sample.printer())
        let ticket = PrintTicket(fitWidth: true, gridLines: true, headings: true)
        var text = Sample.text(layout: .pages)
        var book = Sample.workbook
        (text.pages, book.pages) = (1, 1)
        let refused = admission.check(text, ticket: ticket)
        #expect(refused.obstacles.map(\.option) == ["fitWidth", "gridLines", "headings"])
        #expect(admission.check(book, ticket: ticket).possible)
        // Without LibreOffice, cells are a table of ours.
        book.layout = .figures
        #expect(admission.check(book, ticket: ticket).obstacles.count == 3)
    }

    @Test func `of workbooks choose worksheets by their names or numbers`() {
        let admission = Admission(printer: Sample.printer())
        var book = Sample.workbook
        (book.pages, book.worksheets) = (1, ["Sales", "Costs", "1"])
        for chosen in ["Sales", "2", " Costs , 3", "1"] {
            let ticket = PrintTicket(worksheets: WorksheetSelection(rawValue: chosen))
            #expect(admission.check(book, ticket: ticket).possible, "\(chosen)")
            #expect(admission.pageSetup(of: book, ticket: ticket)?.worksheets == ticket.worksheets)
        }
        let ticket = PrintTicket(worksheets: WorksheetSelection(rawValue: "sales,4,Costs,0"))
        let refused = admission.check(book, ticket: ticket).obstacles
        #expect(refused.map(\.option) == ["worksheets"])
        #expect(refused.first?.message == "'\(book.name)' has no worksheet 'sales', '4', or '0'.")
        #expect(refused.first?.remedy == "Use 'Sales', 'Costs', or '1', or numbers from 1.")
        // Pages that LibreOffice did not make have all worksheets.
        book.worksheets = nil
        #expect(admission.check(book, ticket: ticket).obstacles.map(\.option) == ["worksheets"])
        for wrong in ["", " , ", "a\nb", String(repeating: "a", count: 1001)] {
            #expect(!WorksheetSelection(rawValue: wrong).isValid)
        }
    }

    @Test func `have a name on the command line, as all fields of the ticket do`() {
        for field in Mirror(reflecting: PrintTicket()).children {
            guard let name = field.label, name != "attributes" else { continue }
            #expect(Flag.ofTicket[name] != nil, "\(name)")
        }
    }
}
