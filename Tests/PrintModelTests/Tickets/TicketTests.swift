import Foundation
import PrintModel
import Testing

private let finisher = Sample.finisher
private let printer = Sample.finisherPrinter

private func check(
    _ ticket: PrintTicket,
    on printer: Printer = printer,
    _ document: DocumentFacts = Sample.document(),
    habits: PrintTicket = PrintTicket(),
    pin: String? = nil,
    others: [Printer] = []
) -> PrintCheck {
    Admission(printer: printer, others: others, habits: habits)
        .check(document, ticket: ticket, pin: pin)
}

@Suite struct `Every option of the ticket` {
    @Test func `that the printer lists stands in the plan`() throws {
        let ticket = PrintTicket(
            pages: try Sample.pages("1-5"),
            pageSet: .odd,
            reverse: true,
            copies: 2,
            collate: false,
            sides: .twoSidedShortEdge,
            media: .letter,
            source: "main",
            color: .monochrome,
            quality: .draft,
            orientation: .landscape,
            numberUp: 2,
            scaling: .fill,
            finishings: ["staple", "punch"],
            outputBin: "stacker-1",
            attributes: ["media-type": "labels", "printer-darkness": "10", "job-account": "x y"]
        )
        let plan = try #require(check(ticket).plan)
        let margins = MediaMargins(top: 400, right: 400, bottom: 400, left: 400)
        #expect(
            plan
                == PrintPlan(
                    pages: [1, 3, 5],
                    copies: 2,
                    collate: false,
                    sides: .twoSidedShortEdge,
                    media: .letter,
                    sheet: SheetSize(
                        size: MediaSize(width: 21590, length: 27940),
                        margins: margins
                    ),
                    source: "main",
                    color: .monochrome,
                    quality: .draft,
                    numberUp: 2,
                    reverse: true,
                    orientation: .landscape,
                    scaling: .fill,
                    finishings: ["staple", "punch"],
                    outputBin: "stacker-1",
                    attributes: [
                        "media-type": "labels", "printer-darkness": "10", "job-account": "x y",
                    ],
                    syntaxes: [
                        "media-type": .keyword, "printer-darkness": .integer, "job-account": .text,
                    ]
                )
        )
        #expect(plan.sheets == 2)
        #expect(plan.impressions == 4)
    }

    @Test(
        arguments: [
            (PrintTicket(source: "tray-9"), "source", "main, by-pass-tray"),
            (PrintTicket(finishings: ["staple", "fold"]), "finishings", "staple, punch"),
            (PrintTicket(outputBin: "mailbox-1"), "outputBin", "face-down, stacker-1"),
            (PrintTicket(numberUp: 3), "numberUp", "1, 2, 4, 6, 9, 16"),
            (PrintTicket(attributes: ["media-type": "glossy"]), "media-type", "stationery, labels"),
            (PrintTicket(attributes: ["printer-darkness": "11"]), "printer-darkness", "0-10"),
            (
                PrintTicket(attributes: ["no-such": "1"]), "no-such",
                "job-account, media-type, printer-darkness"
            ),
            // The service repeats pages, but cannot staple what it repeats.
            (PrintTicket(copies: 2, collate: false, finishings: ["staple"]), "collate", nil),
        ] as [(PrintTicket, String, String?)]
    )
    func `that it does not list is refused with what would work`(
        _ ticket: PrintTicket,
        _ option: String,
        _ supported: String?
    ) throws {
        var able = finisher
        able.uncollates = false
        able.collates = true
        let answer = check(ticket, on: Sample.printer("finisher", capabilities: able))
        let obstacle = try #require(answer.obstacles.first)
        #expect(answer.obstacles.count == 1)
        #expect(obstacle.code == .optionUnsupported)
        #expect(obstacle.option == option)
        #expect(obstacle.parameters["supported"] == supported)
        for value in supported?.components(separatedBy: ", ") ?? [] {
            #expect(obstacle.remedy.contains(value))
        }
    }

    @Test(arguments: ["custom_50x80mm_50x80mm", "custom_300x500mm_300x500mm"])
    func `a size that can be set is taken`(_ media: String) {
        #expect(check(PrintTicket(media: MediaName(rawValue: media))).possible)
    }

    @Test(arguments: ["custom_49x80mm_49x80mm", "custom_300x501mm_300x501mm", "iso_a0_841x1189mm"])
    func `a size that cannot be set is refused`(_ media: String) {
        let codes = check(PrintTicket(media: MediaName(rawValue: media))).obstacles.map(\.code)
        #expect(codes == [.mediaUnsupported])
    }

    @Test func `of margins and letters is refused for a document that is not laid out`() {
        let ticket = PrintTicket(
            margins: MediaMargins(typed: "20mm"),
            fontSize: 9,
            lineNumbers: true
        )
        let pdf = check(ticket, on: printer, Sample.document())
        #expect(pdf.obstacles.map(\.option) == ["margins", "fontSize", "lineNumbers"])
        #expect(pdf.obstacles.allSatisfy { $0.code == .optionUnsupported })
        let prose = check(ticket, on: printer, Sample.text(layout: .text, pages: 1))
        #expect(prose.obstacles.map(\.option) == ["lineNumbers"])
        let slides = check(ticket, on: printer, Sample.text(layout: .figures, pages: 1))
        #expect(slides.obstacles.map(\.option) == ["fontSize", "lineNumbers"])
        let own = check(ticket, on: printer, Sample.text(layout: .pages, pages: 1))
        #expect(own.obstacles.map(\.option) == ["margins", "fontSize", "lineNumbers"])
        #expect(check(ticket, on: printer, Sample.text(pages: 1)).possible)
    }
}

@Suite struct `Values that a printer does not take together` {
    @Test func `are refused, and the printer that takes them is named`() throws {
        let ticket = PrintTicket(source: "by-pass-tray", finishings: ["punch", "staple"])
        var able = finisher
        able.constraints = []
        let other = Sample.printer("other", capabilities: able)
        let answer = check(ticket, others: [Sample.mono, other])
        #expect(answer.obstacles.map(\.code) == [.optionsConflict])
        let obstacle = try #require(answer.obstacles.first)
        #expect(
            obstacle.parameters["options"] == "finishings=staple, media-source=by-pass-tray"
        )
        #expect(obstacle.remedy == "'other' can combine them.")
        #expect(check(PrintTicket(finishings: ["staple"])).possible)
        #expect(check(PrintTicket(source: "by-pass-tray")).possible)
    }

    @Test func `are found by size and by range`() {
        var able = finisher
        able.constraints = [
            OptionConstraint(values: ["media-size": ["21000x29700"], "copies": ["2-99"]])
        ]
        let printer = Sample.printer("ranges", capabilities: able)
        #expect(
            check(PrintTicket(copies: 3), on: printer).obstacles.map(\.code) == [.optionsConflict]
        )
        #expect(check(PrintTicket(copies: 1), on: printer).possible)
        #expect(check(PrintTicket(copies: 3, media: .letter), on: printer).possible)
    }

    @Test func `are found among other attributes too`() {
        let ticket = PrintTicket(
            sides: .twoSidedLongEdge,
            attributes: ["media-type": "labels"]
        )
        #expect(check(ticket).obstacles.map(\.code) == [.optionsConflict])
    }
}

@Suite struct `Pages` {
    private func pages(
        _ list: String?,
        _ set: PageSet? = nil,
        reverse: Bool = false,
        sides: Sides = .oneSided,
        numberUp: Int = 1
    ) throws -> PrintPlan {
        let ticket = PrintTicket(
            pages: try list.map { try Sample.pages($0) },
            pageSet: set,
            reverse: reverse,
            sides: sides,
            numberUp: numberUp
        )
        return try #require(check(ticket).plan)
    }

    @Test func `of a set are told by their number in the document`() throws {
        #expect(try pages("2-5", .odd).pages == [3, 5])
        #expect(try pages("5-2", .even).pages == [4, 2])
        #expect(try pages(nil, .all).pages == [1, 2, 3, 4, 5, 6])
    }

    @Test func `of an empty set are refused`() throws {
        let ticket = PrintTicket(pages: try Sample.pages("2,4"), pageSet: .odd)
        let obstacle = try #require(check(ticket).obstacles.first)
        #expect(obstacle.code == .pagesOutOfRange)
        #expect(obstacle.option == "pageSet")
        #expect(obstacle.message == "None of the chosen pages of 'report.pdf' has an odd number.")
    }

    @Test func `turned round come out with the last sheet first`() throws {
        #expect(try pages("1-5", reverse: true).faces == [[5], [4], [3], [2], [1]])
        #expect(try pages("1-5", reverse: true, numberUp: 2).faces == [[5], [3, 4], [1, 2]])
        let book = try pages("1-5", reverse: true, sides: .twoSidedLongEdge)
        #expect(book.faces == [[5], [], [3], [4], [1], [2]])
        #expect(book.pages == [5, 3, 4, 1, 2])
        #expect(book.sheets == 3)
        let small = try pages("1-6", reverse: true, sides: .twoSidedLongEdge, numberUp: 2)
        #expect(small.faces == [[5, 6], [], [1, 2], [3, 4]])
        #expect(try pages("1", reverse: true, sides: .twoSidedLongEdge).faces == [[1]])
    }

    @Test func `several on a side fill side after side`() throws {
        #expect(try pages(nil, numberUp: 4).faces == [[1, 2, 3, 4], [5, 6]])
    }
}

@Suite struct `Habits with a printer` {
    @Test func `count where the ticket says nothing`() throws {
        let habits = PrintTicket(
            copies: 2,
            sides: .twoSidedLongEdge,
            attributes: ["media-type": "stationery"]
        )
        let plan = try #require(check(PrintTicket(copies: 1), habits: habits).plan)
        #expect(plan.copies == 1)
        #expect(plan.sides == .twoSidedLongEdge)
        #expect(plan.attributes == ["media-type": "stationery"])
    }

    @Test func `that the printer cannot follow are let go`() throws {
        let habits = PrintTicket(
            sides: .twoSidedLongEdge,
            media: .letter,
            finishings: ["staple"],
            attributes: ["job-sheets": "none"]
        )
        let plan = try #require(check(PrintTicket(), on: Sample.mono, habits: habits).plan)
        #expect(plan.sides == .oneSided)
        #expect(plan.media == .a4)
        #expect(plan.finishings == [])
        #expect(plan.attributes == [:])
    }

    @Test func `that only together with the ticket cannot be followed are let go, too`() throws {
        var able = finisher
        able.uncollates = false
        let narrow = Sample.printer("narrow", capabilities: able)
        let copies = check(
            PrintTicket(copies: 2, finishings: ["staple"]),
            on: narrow,
            habits: PrintTicket(collate: false)
        )
        #expect(try #require(copies.plan).collate)
        let clash = check(
            PrintTicket(source: "by-pass-tray"),
            habits: PrintTicket(finishings: ["staple"])
        )
        #expect(try #require(clash.plan).finishings == [])
    }

    @Test func `are shown as the defaults of the options`() {
        let habits = PrintTicket(sides: .twoSidedShortEdge, quality: .high)
        let options = PrinterOptions(printer: printer, habits: habits).options
        #expect(options.first { $0.name == "sides" }?.defaultValue == "two-sided-short-edge")
        // The printer has no such quality.
        #expect(options.first { $0.name == "quality" }?.defaultValue == "normal")
    }
}

@Suite struct `A number that cannot be meant` {
    @Test(arguments: [Int.max, Int.min, 0, -1, 1_000_001])
    func `of copies or pages on a side is a mistake, and upsets nothing`(_ number: Int) {
        #expect(PrintTicket(copies: number).mistakes.count == 1)
        #expect(PrintTicket(numberUp: number).mistakes.count == 1)
        // A plan is counted all the same, whoever asks for it.
        let ticket = PrintTicket(
            reverse: true,
            copies: number,
            sides: .twoSidedLongEdge,
            numberUp: number
        )
        #expect(!check(ticket).possible)
        let plan = Admission(printer: printer).plan(of: Sample.document(), ticket: ticket)
        #expect((plan.impressions ?? -1) >= 0)
    }
}

@Suite struct `The plan of a job that waits` {
    @Test func `keeps all that was asked for, and the habits`() {
        let ticket = PrintTicket(
            pages: try? Sample.pages("1-4"),
            color: .monochrome,
            orientation: .landscape,
            numberUp: 2,
            finishings: ["staple"],
            attributes: ["media-type": "labels"]
        )
        let away = Sample.printer("finisher", .stopped, capabilities: finisher)
        let habits = PrintTicket(copies: 3, priority: 80)
        let admission = Admission(printer: away, habits: habits)
        #expect(admission.check(Sample.document(), ticket: ticket).plan == nil)
        let plan = admission.plan(of: Sample.document(), ticket: ticket)
        #expect(plan.pages == [1, 2, 3, 4])
        #expect(plan.numberUp == 2)
        #expect(plan.color == .monochrome)
        #expect(plan.orientation == .landscape)
        #expect(plan.finishings == ["staple"])
        #expect(plan.attributes == ["media-type": "labels"])
        #expect(plan.copies == 3)
        #expect(plan.priority == 80)
    }
}

@Suite struct `A notice` {
    private func notices(_ ticket: PrintTicket, _ sizes: [DocumentFacts.PageSizes]) -> [String] {
        var document = Sample.document()
        document.pageSizes = sizes
        return check(ticket, on: printer, document).notices.map {
            "\($0.code.rawValue) \($0.parameters["page"] ?? "")"
        }
    }

    private let a4 = DocumentFacts.PageSizes(count: 4, width: 595, height: 842)
    private let a3 = DocumentFacts.PageSizes(count: 2, width: 842, height: 1191)

    @Test func `says which page is made smaller, only where it is printed and nobody asked`() throws
    {
        #expect(notices(PrintTicket(), [a4, a3]) == ["scaled 5"])
        #expect(notices(PrintTicket(), [a4]) == [])
        #expect(notices(PrintTicket(pages: try Sample.pages("1-4")), [a4, a3]) == [])
        #expect(notices(PrintTicket(scaling: .fit), [a4, a3]) == [])
        #expect(notices(PrintTicket(numberUp: 2), [a4, a3]) == [])
    }

    @Test func `tells a turned page only where the way to hold it is said`() {
        let turned = DocumentFacts.PageSizes(count: 6, width: 842, height: 595)
        #expect(notices(PrintTicket(), [turned]) == [])
        #expect(notices(PrintTicket(orientation: .landscape), [turned]) == [])
        #expect(notices(PrintTicket(orientation: .portrait), [turned]) == ["scaled 1"])
    }

    @Test func `says that a supply is low`() throws {
        let low = Reason(Reason.Code(rawValue: "toner-low"), ["printer": "finisher"])
        let tired = Sample.printer("finisher", reasons: [low], capabilities: finisher)
        let notice = try #require(
            Admission(printer: tired).check(Sample.document(), ticket: PrintTicket()).notices.first
        )
        #expect(notice.code == .supplyLow)
        #expect(notice.message == "Toner is low.")
    }
}

@Suite struct `A PIN` {
    @Test func `is taken where the printer keeps jobs back for it`() {
        #expect(check(PrintTicket(), pin: "1234").possible)
    }

    @Test func `is refused where it is too long, and told to nobody`() throws {
        let obstacle = try #require(check(PrintTicket(), pin: "12345").obstacles.first)
        #expect(obstacle.option == "pin")
        #expect(obstacle.message == "'finisher' accepts a PIN of at most 4 characters.")
        #expect(!"\(obstacle)".contains("12345"))
    }

    @Test func `is refused where the printer keeps no job back`() throws {
        let answer = check(PrintTicket(), on: Sample.mono, pin: "1", others: [printer])
        #expect(answer.obstacles.first?.remedy == "'finisher' can do that.")
    }
}
