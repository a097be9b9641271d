import Testing

@testable import PrintModel

@Suite struct `A header or footer` {
    private func filled(
        _ text: String,
        title: String = "T",
        file: String = "a.pdf"
    ) throws
        -> [[String]]
    {
        try PageLabel(text).filled(title: title, file: file, date: "2030-05-17").segments(pages: 6)
    }

    @Test(
        arguments: [
            ("x", [[""], ["x"], [""]]),
            ("a|b", [["a"], [""], ["b"]]),
            ("a|b|c", [["a"], ["b"], ["c"]]),
            ("||c", [[""], [""], ["c"]]),
            ("{page} of {pages}", [[""], ["", " of 6"], [""]]),
            ("{title}|{file}|{date}", [["T"], ["a.pdf"], ["2030-05-17"]]),
            ("{{page} }} {|}", [[""], ["{page} }} |"], [""]]),
            ("{{{page}}", [[""], ["{", "}"], [""]]),
            ("第 {page} 页", [[""], ["第 ", " 页"], [""]]),
        ]
    )
    func `has parts and fields`(_ text: String, _ segments: [[String]]) throws {
        #expect(try filled(text) == segments)
    }

    @Test func `takes a title as it is`() throws {
        let title = "{page}|{{x} {nix} )Tj"
        #expect(try filled("{title}|{file}", title: title, file: "|") == [[title], [""], ["|"]])
        let long = String(repeating: "长", count: 300)
        let part = try filled("{title}{title}{page}", title: long)[1]
        #expect(part == [String(repeating: "长", count: 500) + "…", ""])
    }

    @Test(
        arguments: [
            ("", PageLabel.Misfit.empty), (" ", .empty), ("|", .empty),
            ("\u{200B}\u{202E}", .empty),
            (" | |\u{3000}", .empty), ("a\nb", .control), ("a\tb", .control), ("\u{0}", .control),
            ("\u{1B}[1m", .control), ("a\u{2028}b", .control), ("\u{85}", .control),
            ("a|b|c|d", .tooManyParts), ("{foo}", .unknown("foo")), ("{}", .unknown("")),
            ("{Page}", .unknown("Page")), ("{page", .open), ("{", .open),
            (String(repeating: "x", count: 256), .tooLong),
            (String(repeating: "x", count: 10_000), .tooLong),
        ]
    )
    func `is a mistake where it cannot be printed`(_ text: String, _ misfit: PageLabel.Misfit) {
        #expect(throws: misfit) { try PageLabel(text) }
        for ticket in [PrintTicket(header: text), PrintTicket(footer: text)] {
            #expect(ticket.mistakes.count == 1)
            #expect(ticket.mistakes(in: .simplifiedChinese).count == 1)
        }
        #expect(PageLabel(ticket: text) == nil)
        var ticket = PrintTicket()
        #expect(throws: TicketOptionError.self) { try ticket.take(option: "header", value: text) }
        #expect(ticket == PrintTicket())
    }

    @Test func `says what its fields are`() {
        #expect(
            PrintTicket(header: "{foo}").mistakes == [
                "The text of --header has no field '{foo}'. The fields are {title}, {page}, {pages}, {date}, and {file}; {{ is a brace."
            ]
        )
        #expect(
            PrintTicket(stamp: "").mistakes
                == ["The text of --stamp is empty. Write a text, or leave --stamp out."]
        )
    }

    @Test func `may be as long as its bound`() {
        let text = String(repeating: "x", count: PageLabel.limit)
        #expect(PrintTicket(header: text).mistakes.isEmpty)
        #expect(PrintTicket(stamp: String(text.prefix(100))).mistakes.isEmpty)
        #expect(PrintTicket(stamp: String(text.prefix(101))).mistakes.count == 1)
        #expect(PrintTicket(stamp: "{any} | text").mistakes.isEmpty)
        #expect(PrintTicket(stamp: "a\nb").mistakes.count == 1)
    }

    @Test func `follows the habits of lp`() throws {
        var ticket = PrintTicket()
        for (name, value) in OptionText.typed("page-label='Top {x|' stamp=A B") {
            try ticket.take(option: name, value: value)
        }
        #expect(ticket.header == "Top {{x{|}" && ticket.footer == ticket.header)
        try ticket.take(option: "header", value: "{title}")
        #expect(ticket.header == "{title}" && ticket.footer == "Top {{x{|}")
        #expect(ticket.stamp == "A B")
        #expect(ticket.mistakes.isEmpty)
    }

    @Test func `of the user is left out with none`() {
        let habits = PrintTicket(header: "h", footer: "f", stamp: "s")
        let admission = Admission(printer: Sample.printer(), habits: habits)
        let document = Sample.document()
        let usual = admission.plan(of: document, ticket: PrintTicket())
        #expect(usual.header?.center == "h" && usual.footer?.center == "f" && usual.stamp == "s")
        let without = PrintTicket(header: "none", footer: "none", stamp: "none")
        #expect(without.mistakes.isEmpty)
        let plan = admission.plan(of: document, ticket: without)
        #expect(plan.header == nil && plan.footer == nil && plan.stamp == nil)
    }
}

@Suite struct `The room of a header` {
    private func pdf(_ width: Double, _ height: Double) -> DocumentFacts {
        var document = Sample.document()
        document.pageSizes = [.init(count: 6, width: width, height: height)]
        return document
    }

    private static let printer: Printer = {
        var able = Sample.monoAbilities
        able.mediaReady = [.a4]
        return Sample.printer("mono", capabilities: able)
    }()

    @Test(arguments: [
        (PrintTicket(), true), (PrintTicket(scaling: PrintScaling.none), true),
        (PrintTicket(mirror: true), true), (PrintTicket(orientation: .landscape), true),
        (PrintTicket(numberUp: 2), false), (PrintTicket(scaling: .fit), false),
        (PrintTicket(percent: 50), false), (PrintTicket(border: .single), false),
        (PrintTicket(poster: SheetGrid(rawValue: "2x2")), false),
    ])
    func `is in the margins of a text whose pages are the sheets`(
        _ ticket: PrintTicket,
        _ isInside: Bool
    ) {
        var ticket = ticket
        ticket.header = "x"
        let admission = Admission(printer: Self.printer)
        let setup = admission.pageSetup(of: Sample.text(), ticket: ticket)
        #expect(setup?.header == isInside && setup?.footer == false)
        ticket.header = nil
        ticket.footer = "x"
        let other = admission.pageSetup(of: Sample.text(), ticket: ticket)
        #expect(other?.header == false && other?.footer == isInside)
    }

    @Test func `makes pages smaller that fill the sheet, with a notice`() {
        let admission = Admission(printer: Self.printer)
        func notices(_ document: DocumentFacts, _ ticket: PrintTicket) -> [Obstacle] {
            admission.check(document, ticket: ticket).notices.filter { $0.code == .scaled }
        }
        let header = PrintTicket(header: "x")
        for (width, height) in [(595.0, 842.0), (842.0, 595.0)] {
            let found = notices(pdf(width, height), header)
            #expect(found.map { $0.parameters["for"] } == ["header"])
            #expect(found.first?.message.contains("--header") == true)
        }
        #expect(notices(pdf(400, 500), header).isEmpty)
        #expect(notices(pdf(595, 842), PrintTicket()).isEmpty)
        #expect(notices(pdf(595, 842), PrintTicket(stamp: "x")).isEmpty)
        #expect(notices(pdf(595, 842), PrintTicket(scaling: .fit, header: "x")).isEmpty)
        #expect(notices(pdf(595, 842), PrintTicket(footer: "x")).count == 1)
    }

    @Test func `is not there on a small label`() {
        var able = Sample.monoAbilities
        let small = MediaName(rawValue: "custom_small_25x25mm")
        able.media = [small]
        able.mediaReady = [small]
        able.mediaDefault = small
        let admission = Admission(printer: Sample.printer("mono", capabilities: able))
        let check = admission.check(Sample.document(), ticket: PrintTicket(header: "x"))
        #expect(check.obstacles.map(\.code) == [.optionUnsupported])
        #expect(check.obstacles.first?.message == "The paper is too small for --header.")
        #expect(admission.check(Sample.document(), ticket: PrintTicket(stamp: "x")).possible)
    }

    @Test func `keeps a document from being sent unchanged`() {
        let document = pdf(595, 842)
        for ticket in [
            PrintTicket(header: "x"), PrintTicket(footer: "x"), PrintTicket(stamp: "x"),
        ] {
            let plan = Admission(printer: Self.printer).plan(of: document, ticket: ticket)
            #expect(!plan.isFulfilled(by: document))
        }
        let plain = Admission(printer: Self.printer).plan(of: document, ticket: PrintTicket())
        #expect(plain.isFulfilled(by: document))
    }
}
