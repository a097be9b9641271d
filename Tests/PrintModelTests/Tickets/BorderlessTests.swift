import PrintModel
import Testing

@Suite struct `Printing without a border` {
    private static let photoPaper = MediaName(rawValue: "na_index-4x6_4x6in")

    private static let able: PrinterCapabilities = {
        var able = Sample.officeAbilities
        able.media.append(photoPaper)
        able.marginsDefault = MediaMargins(top: 423, right: 423, bottom: 423, left: 423)
        able.borderless = [photoPaper]
        return able
    }()

    private static let picture = Sample.document(
        "cat.jpg",
        type: "image/jpeg",
        kind: "JPEG image",
        pages: 1
    )

    private func check(
        _ ticket: PrintTicket,
        _ document: DocumentFacts = picture,
        _ able: PrinterCapabilities = able,
        others: [Printer] = []
    ) -> PrintCheck {
        var able = able
        able.convertibleFormats.append("image/jpeg")
        let printer = Sample.printer(capabilities: able)
        return Admission(printer: printer, others: others).check(document, ticket: ticket)
    }

    @Test func `takes the whole sheet, which a picture fills`() throws {
        let ticket = PrintTicket(media: Self.photoPaper, borderless: true)
        let plan = try #require(check(ticket).plan)
        #expect(plan.borderless && plan.sheet?.margins == MediaMargins() && plan.scaling == .fill)
        let report = try #require(check(ticket, Sample.document()).plan)
        #expect(report.borderless && report.scaling == .auto)
    }

    @Test func `is usual for pictures on photo paper, where the printer can`() throws {
        func plan(
            _ ticket: PrintTicket,
            _ document: DocumentFacts = Self.picture,
            _ able: PrinterCapabilities = Self.able
        ) throws -> PrintPlan {
            var ticket = ticket
            ticket.media = ticket.media ?? Self.photoPaper
            return try #require(check(ticket, document, able).plan)
        }
        let usual = try plan(PrintTicket())
        #expect(usual.borderless && usual.sheet?.margins == MediaMargins())
        #expect(usual.scaling == .fill)
        var plain = Self.able
        plain.borderless = []
        let bordered = [
            try plan(PrintTicket(borderless: false)), try plan(PrintTicket(media: .a4)),
            try plan(PrintTicket(), Sample.document()),
            try plan(PrintTicket(), Self.picture, plain),
            try plan(PrintTicket(scaling: .fit)), try plan(PrintTicket(numberUp: 2)),
            try plan(PrintTicket(header: "{file}")), try plan(PrintTicket(border: .single)),
        ]
        for plan in bordered {
            #expect(!plan.borderless && plan.scaling != .fill)
        }
        let two = DocumentFacts(id: "all", joining: [Self.picture, Self.picture])
        #expect(try plan(PrintTicket(), two).borderless)
        let mixed = DocumentFacts(id: "all", joining: [Self.picture, Sample.document()])
        #expect(try !plan(PrintTicket(), mixed).borderless)
    }

    @Test func `is refused on paper that has one, which names the paper without`() throws {
        let answer = check(PrintTicket(media: .a4, borderless: true))
        let obstacle = try #require(answer.obstacles.first)
        #expect(answer.obstacles.count == 1 && obstacle.option == "borderless")
        #expect(obstacle.message == "'office' cannot print to the edges of A4 paper.")
        #expect(obstacle.remedy == "It can on index-4x6.")
        let other = Sample.printer("photo", capabilities: Self.able)
        var plain = Self.able
        plain.borderless = []
        let ticket = PrintTicket(media: Self.photoPaper, borderless: true)
        #expect(
            check(ticket, Self.picture, plain).obstacles.first?.remedy == "Leave --borderless out."
        )
        let led = check(ticket, Self.picture, plain, others: [other])
        #expect(led.obstacles.first?.remedy == "'photo' can do that.")
    }

    @Test func `chooses a loaded medium that is printed to its edges`() {
        var loaded = Self.able
        loaded.mediaReady = [.a4, Self.photoPaper]
        let ticket = PrintTicket(borderless: true)
        #expect(check(ticket, Self.picture, loaded).plan?.media == Self.photoPaper)
        #expect(check(PrintTicket(), Self.picture, loaded).plan?.media == .a4)
        // Nothing that is loaded will do.
        #expect(check(ticket).obstacles.map(\.option) == ["borderless"])
    }

    @Test func `is among the options where it is a choice`() {
        func offers(_ able: PrinterCapabilities) -> Bool {
            PrinterOptions(printer: Sample.printer(capabilities: able)).options
                .contains { $0.name == "borderless" && $0.flag == "--borderless" }
        }
        #expect(offers(Self.able))
        #expect(!offers(Sample.officeAbilities))
        var always = Self.able
        always.mediaMargins[Self.photoPaper.rawValue] = MediaMargins()
        #expect(!offers(always))
    }

    @Test func `is subject to the constraints of the printer`() {
        var able = Self.able
        able.constraints = [
            OptionConstraint(
                values: ["media-top-margin": ["0"], "sides": ["two-sided-long-edge"]]
            )
        ]
        let both = PrintTicket(
            sides: .twoSidedLongEdge,
            media: Self.photoPaper,
            borderless: true
        )
        #expect(check(both, Self.picture, able).obstacles.map(\.code) == [.optionsConflict])
        var one = both
        one.borderless = nil
        #expect(check(one, Self.picture, able).obstacles.isEmpty)
    }
}

@Suite struct `What a queue drops` {
    @Test func `is refused with the way round the queue`() throws {
        var able = Sample.officeAbilities
        able.droppedByQueue = [
            "finishings": AttributeValues(syntax: .keyword, values: ["punch"]),
            "media-type": AttributeValues(syntax: .keyword, values: ["labels"]),
        ]
        let printer = Sample.printer(capabilities: able)
        func refusal(_ ticket: PrintTicket) throws -> Obstacle {
            let check = Admission(printer: printer).check(Sample.document(), ticket: ticket)
            return try #require(check.obstacles.first)
        }
        let punch = try refusal(PrintTicket(finishings: ["punch"]))
        #expect(punch.code == .optionUnsupported && punch.parameters["direct"] == "true")
        #expect(
            punch.message
                == "The queue of 'office' drops --finishing 'punch', which the printer supports."
        )
        #expect(
            punch.remedy
                == "To print straight on the printer, run: printq printers direct office on"
        )
        let labels = try refusal(PrintTicket(attributes: ["media-type": "labels"]))
        #expect(labels.remedy == punch.remedy)
        // The printer itself cannot do this.
        let staple = try refusal(PrintTicket(finishings: ["staple"]))
        #expect(staple.parameters["direct"] == nil && staple.remedy == "Leave --finishing out.")
    }
}
