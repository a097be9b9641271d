import PrintModel
import Testing

/// One question to the admission rule, and what must come of it.
struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var printer = Sample.printer()
    var others: [Printer] = []
    var document = Sample.document()
    var ticket = PrintTicket()
    var codes: [Obstacle.Code] = []
    var options: [String?] = []
    var notices: [Obstacle.Code] = []
    var plan: PrintPlan?
}

@Suite struct `The admission rule` {
    @Test(arguments: possible + options + documents + printers)
    func `answers`(_ given: Case) throws {
        let check = Admission(printer: given.printer, others: given.others)
            .check(given.document, ticket: given.ticket)
        #expect(check.obstacles.map(\.code) == given.codes)
        #expect(check.obstacles.map(\.option) == given.options)
        #expect(check.notices.map(\.code) == given.notices)
        #expect(check.possible == given.codes.isEmpty)
        #expect(check.plan == given.plan)
        #expect(check.printer == given.printer.id)
        #expect(check.document == given.document)
    }

    private static func plan(
        _ pages: [Int]?,
        copies: Int = 1,
        collate: Bool = true,
        sides: Sides = .oneSided,
        media: MediaName? = .a4,
        also change: (inout PrintPlan) -> Void = { _ in }
    ) -> PrintPlan {
        var plan = PrintPlan(
            pages: pages,
            copies: copies,
            collate: collate,
            sides: sides,
            media: media,
            sheet: media?.size.map { SheetSize(size: $0) }
        )
        change(&plan)
        return plan
    }

    static let possible: [Case] = [
        Case(testDescription: "everything by default", plan: plan([1, 2, 3, 4, 5, 6])),
        Case(
            testDescription: "pages, copies and both sides",
            ticket: PrintTicket(
                pages: try? Sample.pages("2-3"),
                copies: 2,
                sides: .twoSidedLongEdge
            ),
            plan: plan([2, 3], copies: 2, sides: .twoSidedLongEdge)
        ),
        Case(
            testDescription: "a medium that is not loaded is a notice",
            ticket: PrintTicket(media: .letter),
            notices: [.mediaNotLoaded],
            plan: plan([1, 2, 3, 4, 5, 6], media: .letter)
        ),
        Case(
            testDescription: "a medium by the middle of its name",
            ticket: PrintTicket(media: MediaName(rawValue: "A4")),
            plan: plan([1, 2, 3, 4, 5, 6])
        ),
        Case(
            testDescription: "a text whose pages were made",
            document: Sample.text("a.c", pages: 2),
            ticket: PrintTicket(pages: try? Sample.pages("2")),
            plan: plan([2])
        ),
        Case(
            testDescription: "page 1 of a picture, which is sent as PDF",
            document: Sample.document("a.png", type: "image/png", kind: "PNG image", pages: 1),
            ticket: PrintTicket(pages: try? Sample.pages("1")),
            plan: plan([1])
        ),
        Case(
            testDescription: "page 2 of a picture of two pages",
            document: Sample.document("a.tiff", type: "image/tiff", pages: 2),
            ticket: PrintTicket(pages: try? Sample.pages("2")),
            plan: plan([2])
        ),
        Case(
            testDescription: "monochrome on a printer that knows nothing else",
            printer: Sample.mono,
            ticket: PrintTicket(color: .monochrome),
            plan: plan([1, 2, 3, 4, 5, 6]) { $0.color = .monochrome }
        ),
        Case(
            testDescription: "uncollated copies where copies cannot be kept apart",
            printer: Sample.mono,
            ticket: PrintTicket(copies: 2, collate: false),
            plan: plan([1, 2, 3, 4, 5, 6], copies: 2, collate: false)
        ),
        Case(
            testDescription: "one copy is always collated",
            printer: Sample.mono,
            ticket: PrintTicket(collate: true),
            plan: plan([1, 2, 3, 4, 5, 6])
        ),
    ]

    private static func refused(
        _ name: String,
        _ code: Obstacle.Code,
        _ option: String,
        _ ticket: PrintTicket
    ) -> Case {
        Case(
            testDescription: name,
            printer: Sample.mono,
            ticket: ticket,
            codes: [code],
            options: [option]
        )
    }

    static let options: [Case] = [
        refused(
            "more copies than pages are repeated for",
            .copiesUnsupported,
            "copies",
            PrintTicket(copies: 1000)
        ),
        refused("both sides", .sidesUnsupported, "sides", PrintTicket(sides: .twoSidedShortEdge)),
        refused(
            "unknown sides",
            .sidesUnsupported,
            "sides",
            PrintTicket(sides: Sides(rawValue: "three"))
        ),
        refused("Letter", .mediaUnsupported, "media", PrintTicket(media: .letter)),
        refused("colour", .colorUnsupported, "color", PrintTicket(color: .color)),
        refused("draft", .optionUnsupported, "quality", PrintTicket(quality: .draft)),
        refused(
            "page 9 of 6",
            .pagesOutOfRange,
            "pages",
            PrintTicket(pages: try? Sample.pages("9"))
        ),
        refused(
            "too many pages",
            .pagesOutOfRange,
            "pages",
            PrintTicket(
                pages: try? Sample.pages(
                    Array(repeating: "1-6", count: 20_000).joined(separator: ",")
                )
            )
        ),
        Case(
            testDescription: "all of it at once",
            printer: Sample.mono,
            ticket: PrintTicket(
                pages: try? Sample.pages("7"),
                copies: 1000,
                collate: true,
                sides: .twoSidedLongEdge,
                media: .letter,
                color: .color,
                quality: .high
            ),
            codes: [
                .pagesOutOfRange, .copiesUnsupported, .optionUnsupported, .sidesUnsupported,
                .colorUnsupported, .optionUnsupported, .mediaUnsupported,
            ],
            options: ["pages", "copies", "collate", "sides", "color", "quality", "media"]
        ),
    ]

    static let documents: [Case] = [
        Case(
            testDescription: "empty",
            document: Sample.document(pages: nil, problem: .empty),
            codes: [.documentEmpty],
            options: [nil]
        ),
        Case(
            testDescription: "damaged",
            document: Sample.document(pages: nil, problem: .damaged),
            codes: [.documentDamaged],
            options: [nil]
        ),
        Case(
            testDescription: "of a variant that nothing reads",
            document: Sample.document(pages: nil, problem: .unsupported),
            codes: [.formatUnsupported],
            options: [nil]
        ),
        Case(
            testDescription: "on which all readers ended",
            document: Sample.document(pages: nil, problem: .crashed),
            codes: [.documentUnreadable],
            options: [nil]
        ),
        Case(
            testDescription: "encrypted, and on a printer that is stopped",
            printer: Sample.printer("office", .stopped),
            document: Sample.document(pages: nil, problem: .encrypted),
            codes: [.printerStopped, .documentEncrypted],
            options: [nil, nil]
        ),
        Case(
            testDescription: "too large, whatever its type",
            document: Sample.document(type: "application/zip", pages: nil, problem: .tooLarge),
            codes: [.documentTooLarge],
            options: [nil]
        ),
        Case(
            testDescription: "of a type that nobody prints",
            document: Sample.document("a.bin", type: "application/octet-stream", pages: nil),
            codes: [.formatUnsupported],
            options: [nil]
        ),
        Case(
            testDescription: "a text of a type that the service does not lay out",
            document: Sample.document("a.html", type: "text/html", pages: nil),
            codes: [.formatUnsupported],
            options: [nil]
        ),
        Case(
            testDescription: "pages that a text does not have",
            document: Sample.text(pages: 2),
            ticket: PrintTicket(pages: try? Sample.pages("3")),
            codes: [.pagesOutOfRange],
            options: ["pages"]
        ),
    ]

    private static let outOfPaper = Reason(.mediaEmpty, ["printer": "office"])
    private static let paused = Reason(.paused, ["printer": "office"])

    private static func asks(
        _ name: String,
        _ printer: Printer,
        _ codes: [Obstacle.Code]
    ) -> Case {
        Case(
            testDescription: name,
            printer: printer,
            codes: codes,
            options: codes.map { _ in nil },
            plan: codes.isEmpty ? plan([1, 2, 3, 4, 5, 6]) : nil
        )
    }

    static let printers: [Case] = [
        asks("busy", Sample.printer("office", .printing), []),
        asks("stopped", Sample.printer("office", .stopped), [.printerStopped]),
        asks("paused", Sample.printer("office", .stopped, reasons: [paused]), [.printerStopped]),
        asks("out of paper takes jobs", Sample.printer("o", .stopped, reasons: [outOfPaper]), []),
        asks(
            "out of paper and not accepting",
            Sample.printer("office", .stopped, accepting: false, reasons: [outOfPaper]),
            [.printerNotAccepting]
        ),
        asks("not accepting", Sample.printer(accepting: false), [.printerNotAccepting]),
        asks(
            "unreachable, with what is remembered of it",
            Sample.printer("office", .unreachable),
            [.printerUnreachable]
        ),
        asks(
            "unreachable, never seen",
            Sample.printer("office", .unreachable, capabilities: nil),
            [.printerUnreachable]
        ),
        asks(
            "unusable",
            Sample.printer("office", .unusable, capabilities: nil),
            [.printerUnusable]
        ),
        asks(
            "idle, and nothing is known of it",
            Sample.printer(capabilities: nil),
            [.printerUnreachable]
        ),
    ]
}

@Suite struct `A remedy` {
    private let ticket = PrintTicket(copies: 1000, sides: .twoSidedLongEdge)
    private static let able = {
        var abilities = Sample.officeAbilities
        abilities.copies = .init(min: 1, max: 2000)
        return abilities
    }()

    @Test func `names the other printers that can`() throws {
        let others = [
            Sample.printer("a", capabilities: Self.able),
            Sample.printer("b", .printing, capabilities: Self.able),
        ]
        let check = Admission(printer: Sample.mono, others: others)
            .check(Sample.document(), ticket: ticket)
        #expect(
            check.obstacles.map(\.remedy) == [
                "'a' and 'b' can make 1000 copies.", "'a' and 'b' can print on both sides.",
            ]
        )
    }

    @Test(arguments: [
        Sample.printer("a", capabilities: Sample.monoAbilities),
        Sample.printer("a", .stopped, capabilities: able),
        Sample.printer("a", .unreachable, capabilities: able),
        Sample.printer("a", accepting: false, capabilities: able),
        Sample.printer("a", capabilities: nil),
    ])
    func `names no printer that cannot`(_ other: Printer) {
        let check = Admission(printer: Sample.mono, others: [other])
            .check(Sample.document(), ticket: ticket)
        #expect(check.obstacles.count == 2)
        for obstacle in check.obstacles {
            #expect(obstacle.parameters["alternatives"] == nil)
            #expect(!obstacle.remedy.contains("'a'"))
        }
    }

    @Test func `names all printers that can`() {
        let others = ["a", "b", "c", "d", "e", "f"].map {
            Sample.printer($0, capabilities: Self.able)
        }
        let check = Admission(printer: Sample.mono, others: others)
            .check(Sample.document(), ticket: ticket)
        #expect(check.obstacles.first?.parameters["alternatives"] == "a, b, c, d, e, f")
        #expect(check.obstacles.first?.remedy.hasPrefix("'a', 'b', 'c', 'd', 'e', and 'f'") == true)
    }

    @Test func `for a medium where the printer lists none does not list nothing`() {
        var abilities = Sample.monoAbilities
        abilities.media = []
        let check = Admission(printer: Sample.printer(capabilities: abilities))
            .check(Sample.document(), ticket: PrintTicket(media: .a4))
        #expect(check.obstacles.first?.code == .mediaUnsupported)
        #expect(check.obstacles.first?.remedy == "Leave --media out.")
    }
}
