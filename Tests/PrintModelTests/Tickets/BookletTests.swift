import CommandNames
import Testing

@testable import PrintModel

/// A sheet of paper: the two pages on its front and its back, each as one sees that side.
private struct Paper {
    var front: [Int]
    var back: [Int]

    /// The sides of a plan, two for each sheet; what is missing is blank.
    static func sheets(of plan: PrintPlan) -> [Paper] {
        let faces = (plan.faces ?? []).map { face in
            face + Array(repeating: 0, count: 2 - face.count)
        }
        return stride(from: 0, to: faces.count, by: 2).map { first in
            Paper(front: faces[first], back: first + 1 < faces.count ? faces[first + 1] : [0, 0])
        }
    }

    /// The pages that a reader sees, of sheets that lie within one another, the first one outside.
    ///
    /// Each half of a sheet is a leaf. Its back lies behind its front: what is at the right in front is at the left behind.
    static func read(_ sheets: [Paper], fromRight: Bool) -> [Int] {
        let (first, second) = fromRight ? (0, 1) : (1, 0)
        let leaves = sheets.flatMap { [$0.front[first], $0.back[second]] }
        let others = sheets.reversed().flatMap { [$0.back[first], $0.front[second]] }
        return leaves + others
    }
}

private let booklet: @Sendable (Int, Int?, NumberUpLayout, Bool) -> PrintPlan = {
    count,
    signature,
    layout,
    reverse in
    PrintPlan(
        pages: Array(1...count),
        copies: 2,
        sides: .twoSidedShortEdge,
        media: nil,
        numberUp: 2,
        reverse: reverse,
        numberUpLayout: layout,
        booklet: true,
        signature: signature
    )
}

@Suite struct `A booklet folded on paper` {
    @Test func `makes up for thick paper, where there is a booklet`() throws {
        let admission = Admission(printer: Sample.printer())
        let ticket = PrintTicket(booklet: true, signature: 16, creep: 15)
        let check = admission.check(Sample.document(), ticket: ticket)
        #expect(check.possible && check.plan?.creep == 15)
        let alone = admission.check(Sample.document(), ticket: PrintTicket(creep: 15)).obstacles
        #expect(alone.map(\.option) == ["creep"] && alone.first?.parameters["value"] == "0.15mm")
        #expect(admission.check(Sample.document(), ticket: PrintTicket(creep: 0)).possible)
        #expect(PrintTicket(creep: 101).mistakes.count == 1)
        #expect(PrintTicket(creep: 100).mistakes.isEmpty)
        #expect(MediaMargins.length(typed: "0.1mm") == 10)
        #expect(
            MediaMargins.length(typed: "1mm,2mm") == nil && MediaMargins.length(typed: "x") == nil
        )
    }

    @Test(arguments: [nil, 4, 8, 16] as [Int?], [NumberUpLayout.lrtb, .rltb])
    func `is read from its first page to its last`(_ size: Int?, _ layout: NumberUpLayout) {
        for count in 1...64 {
            let plan = booklet(count, size, layout, false)
            var stack = Paper.sheets(of: plan)
            #expect(stack.count * plan.copies == plan.sheets, "\(count)")
            let printed = (plan.faces ?? []).filter { !$0.isEmpty }.count
            #expect(printed * plan.copies == plan.impressions, "\(count)")
            var read: [Int] = []
            while !stack.isEmpty {
                let signature = Array(stack.prefix((size ?? .max / 4) / 4))
                stack.removeFirst(signature.count)
                read += Paper.read(signature, fromRight: layout == .rltb)
            }
            // Only the last leaves have blank pages, and never a whole sheet.
            #expect(Array(read.prefix(count)) == Array(1...count), "\(count)")
            #expect(read.dropFirst(count).allSatisfy { $0 == 0 } && read.count - count < 4)
        }
    }

    @Test(arguments: [nil, 8] as [Int?])
    func `has the same sheets in reverse order`(_ size: Int?) {
        for count in 1...20 {
            let plain = Paper.sheets(of: booklet(count, size, .lrtb, false))
            let reversed = Paper.sheets(of: booklet(count, size, .lrtb, true))
            #expect(reversed.reversed().map(\.front) == plain.map(\.front))
            #expect(reversed.reversed().map(\.back) == plain.map(\.back))
        }
    }

    @Test func `has the faces of a booklet of five pages`() {
        #expect(booklet(5, nil, .lrtb, false).faces == [[0, 1], [2, 0], [0, 3], [4, 5]])
        #expect(booklet(1, nil, .lrtb, false).faces == [[0, 1]])
        #expect(booklet(1, nil, .rltb, false).faces == [[1, 0]])
        #expect(booklet(5, 4, .lrtb, false).faces == [[4, 1], [2, 3], [0, 5]])
        #expect(booklet(5, 4, .lrtb, true).faces == [[0, 5], [], [4, 1], [2, 3]])
    }
}

@Suite struct `Booklets and posters` {
    private func check(
        _ ticket: PrintTicket,
        on printer: Printer = Sample.printer(),
        habits: PrintTicket = PrintTicket()
    ) -> PrintCheck {
        let admission = Admission(
            printer: printer,
            others: [Sample.printer("other")],
            habits: habits
        )
        return admission.check(Sample.document(pages: 6), ticket: ticket)
    }

    @Test func `decide the sides`() throws {
        var longOnly = Sample.officeAbilities
        longOnly.sides = [.oneSided, .twoSidedLongEdge]
        let plan = try #require(check(PrintTicket(booklet: true)).plan)
        #expect(plan.sides == .twoSidedShortEdge && plan.numberUp == 2 && plan.sheets == 2)
        let turned = check(
            PrintTicket(booklet: true),
            on: Sample.printer(capabilities: longOnly)
        )
        #expect(turned.plan?.sides == .twoSidedLongEdge && turned.obstacles.isEmpty)
        var twoSided = Sample.officeAbilities
        twoSided.sidesDefault = .twoSidedLongEdge
        let poster = check(
            PrintTicket(poster: SheetGrid(rawValue: "2x3")),
            on: Sample.printer(capabilities: twoSided)
        )
        #expect(poster.plan?.sides == .oneSided)
        #expect(poster.plan?.sheets == 36 && poster.plan?.impressions == 36)
        #expect(poster.plan?.faces?.prefix(7) == [[1], [1], [1], [1], [1], [1], [2]])
        #expect(poster.obstacles.isEmpty)
    }

    @Test func `need a printer that can print both sides`() throws {
        let obstacles = check(PrintTicket(booklet: true), on: Sample.mono).obstacles
        #expect(obstacles.map(\.code) == [.sidesUnsupported])
        #expect(
            obstacles.first?.message == "'mono' cannot print on both sides, as --booklet needs."
        )
        #expect(obstacles.first?.remedy == "'other' can print on both sides.")
        let chinese = try #require(obstacles.first?.inWords(of: .simplifiedChinese))
        #expect(chinese.message.contains("--booklet"))
    }

    @Test(
        arguments: [
            (PrintTicket(sides: .oneSided, booklet: true), "sides"),
            (PrintTicket(numberUp: 4, booklet: true), "numberUp"),
            (PrintTicket(orientation: .portrait, booklet: true), "orientation"),
            (PrintTicket(booklet: true, poster: SheetGrid(rawValue: "2x2")), "poster"),
            (PrintTicket(numberUp: 2, poster: SheetGrid(rawValue: "2x2")), "numberUp"),
            (PrintTicket(sides: .twoSidedLongEdge, poster: SheetGrid(rawValue: "2x2")), "sides"),
        ]
    )
    func `contradict other options, but not saved ones`(_ ticket: PrintTicket, _ other: String) {
        let obstacles = check(ticket).obstacles
        #expect(obstacles.map(\.code) == [.optionsConflict])
        #expect(obstacles.first?.option == other)
        #expect(obstacles.first?.message.contains(Flag.ofTicket(other)) == true)
        var asked = PrintTicket()
        asked.booklet = ticket.booklet
        if ticket.booklet == nil { asked.poster = ticket.poster }
        #expect(check(asked, habits: ticket).obstacles.isEmpty)
    }

    @Test func `need each other, or fewer pages`() {
        let alone = check(PrintTicket(signature: 8)).obstacles
        #expect(alone.first?.message == "--signature does nothing without --booklet.")
        #expect(check(PrintTicket(booklet: true, signature: 8)).obstacles.isEmpty)
        #expect(
            check(PrintTicket(booklet: true), habits: PrintTicket(signature: 8)).plan?.signature
                == 8
        )
        #expect(check(PrintTicket(), habits: PrintTicket(signature: 8)).obstacles.isEmpty)
        #expect(PrintTicket(booklet: true, signature: 6).mistakes.count == 1)
        let poster = SheetGrid(rawValue: "10x10")
        let many = Admission(printer: Sample.printer()).check(
            Sample.document(pages: 1001),
            ticket: PrintTicket(poster: poster)
        )
        #expect(many.obstacles.map(\.code) == [.pagesOutOfRange])
    }

    @Test(arguments: ["", "x", "2", "2x", "0x1", "11x1", "2x2x2", "02x1", "-1x2", "2X3", "２x3"])
    func `have no other grids`(_ text: String) {
        #expect(SheetGrid(rawValue: text) == nil)
    }
}
