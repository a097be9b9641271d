import ProofKit
import Testing

@testable import PrintModel

/// Documents that are printed as one.
@Suite struct `Documents printed as one` {
    /// Documents of so many pages, of which the texts have been laid out.
    private static func joined(_ counts: [Int]) -> DocumentFacts {
        let parts = counts.enumerated().map { index, count in
            index.isMultiple(of: 2)
                ? Sample.document("\(index).pdf", pages: count)
                : Sample.text("\(index).txt", pages: count)
        }
        var facts = DocumentFacts(id: "all", joining: parts)
        facts.pages = counts.reduce(0, +)
        return facts
    }

    private func plan(_ counts: [Int], _ ticket: PrintTicket) throws -> PrintPlan {
        let check = Admission(printer: Sample.printer())
            .check(Self.joined(counts), ticket: ticket)
        #expect(check.possible, "\(check.obstacles)")
        return try #require(check.plan)
    }

    @Test func `have the names and sizes of all`() {
        let facts = Self.joined([2, 3, 1])
        #expect(facts.name == "0.pdf + 2" && facts.size == 3000 && facts.id == "all")
        #expect(facts.type == "multipart/mixed" && facts.layout == .parts)
        #expect(facts.inWords(of: .english).kind == "3 documents")
        #expect(facts.parts?.map(\.name) == ["0.pdf", "1.txt", "2.pdf"])
        #expect(facts.partStarts == [3, 6])
        #expect(facts.withoutPages.parts?.map(\.pages) == [2, nil, 1])
        #expect(facts.asPages.type == DocumentFacts.pdf)
    }

    @Test func `follow one another, or begin on new sheets`() throws {
        var ticket = PrintTicket(sides: .twoSidedLongEdge, numberUp: 2)
        #expect(try plan([3, 1, 4], ticket).faces == [[1, 2], [3, 4], [5, 6], [7, 8]])
        #expect(try plan([3, 1, 4], ticket).sheets == 2)
        ticket.eachOnNewSheet = true
        let apart = try plan([3, 1, 4], ticket)
        #expect(apart.faces == [[1, 2], [3], [4], [], [5, 6], [7, 8]])
        #expect(apart.sheets == 3 && apart.impressions == 5)
        ticket.reverse = true
        let reversed = try plan([3, 1, 5], ticket)
        #expect(reversed.faces == [[9], [], [5, 6], [7, 8], [4], [], [1, 2], [3]])
        ticket = PrintTicket(pages: try Sample.pages("3-5"), eachOnNewSheet: true)
        #expect(try plan([3, 1, 4], ticket).faces == [[3], [4], [5]])
        ticket.sides = .twoSidedLongEdge
        #expect(try plan([3, 1, 4], ticket).faces == [[3], [], [4], [], [5]])
    }

    @Test func `begin on new sheets in any plan`() throws {
        var chance = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let counts = (0..<chance.next(below: 6) + 2).map { _ in chance.next(below: 7) + 1 }
            var ticket = PrintTicket(eachOnNewSheet: true)
            ticket.sides = chance.maybe([.twoSidedLongEdge, .oneSided])
            ticket.numberUp = chance.maybe([1, 2, 4])
            ticket.reverse = chance.maybe([true])
            let plan = try plan(counts, ticket)
            let faces = try #require(plan.faces)
            let perSheet = plan.sides.isTwoSided ? 2 : 1
            let sheets = stride(from: 0, to: faces.count, by: perSheet).map {
                Array(faces[$0..<min(faces.count, $0 + perSheet)])
            }
            #expect(sheets.count == plan.sheets)
            #expect(faces.count { !$0.isEmpty } == plan.impressions)
            #expect(faces.joined().sorted() == Array(1...counts.reduce(0, +)))
            let starts = try #require(plan.newSheets)
            for sheet in sheets {
                let parts = Set(sheet.joined().map { page in starts.count { $0 <= page } })
                #expect(parts.count == 1, "\(sheet) of \(counts), \(ticket)")
            }
            // Sheet by sheet, each document is in its own order.
            let order = plan.reverse ? sheets.reversed() : sheets
            #expect(order.flatMap { $0.joined() } == Array(1...counts.reduce(0, +)))
            let stored = try WireFormat.decode(PrintPlan.self, from: WireFormat.encode(plan))
            #expect(stored == plan)
        }
    }

    @Test func `name each part that cannot be printed`() {
        let parts = [
            Sample.document("a.pdf"), Sample.document("locked.pdf", problem: .encrypted),
            DocumentFacts(name: "ls", type: "application/x-executable", kind: "program", size: 9),
            Sample.document("cut.pdf", problem: .damaged),
        ]
        let check = Admission(printer: Sample.printer())
            .check(DocumentFacts(id: "all", joining: parts), ticket: PrintTicket())
        #expect(
            check.obstacles.map(\.code) == [
                .documentEncrypted, .documentDamaged, .formatUnsupported,
            ]
        )
        #expect(
            check.obstacles.map { $0.parameters["document"] } == ["locked.pdf", "cut.pdf", "ls"]
        )
        var whole = Self.joined([1, 1])
        whole.problem = .damaged
        let all = Admission(printer: Sample.printer()).check(whole, ticket: PrintTicket())
        #expect(all.obstacles.map { $0.parameters["document"] } == ["0.pdf + 1"])
    }

    @Test func `take the paper of the pages that they have of their own`() {
        var able = Sample.officeAbilities
        able.mediaReady = [.a4, .letter]
        let printer = Sample.printer(capabilities: able)
        var letter = Sample.document(pages: 2)
        letter.pageSizes = [.init(count: 2, width: 612, height: 792)]
        let facts = DocumentFacts(id: "all", joining: [Sample.text(), letter])
        let setup = Admission(printer: printer).pageSetup(of: facts, ticket: PrintTicket())
        #expect(setup?.sheet.size == MediaName.letter.size)
        #expect(Admission(printer: printer).plan(of: facts, ticket: .init()).media == .letter)
    }

    @Test func `place pictures on the paper, or leave them their shape`() {
        let picture = Sample.document("a.jpg", type: "image/jpeg", pages: 1)
        let facts = DocumentFacts(id: "all", joining: [picture, picture])
        let admission = Admission(printer: Sample.printer())
        func pictures(_ ticket: PrintTicket) -> PrintScaling? {
            admission.pageSetup(of: facts, ticket: ticket)?.pictures
        }
        #expect(pictures(PrintTicket()) == .auto)
        #expect(pictures(PrintTicket(scaling: .fill)) == .fill)
        #expect(pictures(PrintTicket(numberUp: 2)) == nil)
        #expect(pictures(PrintTicket(contactSheet: SheetGrid(rawValue: "3x4"))) == nil)
        #expect(admission.plan(of: facts, ticket: PrintTicket(borderless: true)).scaling == .fill)
    }

    @Test func `are needed for new sheets, which a booklet has not`() {
        let admission = Admission(printer: Sample.printer())
        let ticket = PrintTicket(eachOnNewSheet: true)
        let alone = admission.check(Sample.document(), ticket: ticket).obstacles
        #expect(alone.map(\.option) == ["eachOnNewSheet"])
        #expect(alone.first?.inWords(of: .english).remedy.contains("--together") == true)
        var booklet = ticket
        booklet.booklet = true
        #expect(
            admission.check(Self.joined([2, 2]), ticket: booklet).obstacles.map(\.code)
                == [.optionsConflict]
        )
    }
}

@Suite struct `A contact sheet` {
    private static let grid = SheetGrid(rawValue: "3x4")

    @Test func `has the names of the documents, and one page in each place`() throws {
        let parts = [Sample.document("a.jpg", pages: 1), Sample.document("b.tiff", pages: 14)]
        var facts = DocumentFacts(id: "all", joining: parts)
        facts.pages = 15
        let plan = Admission(printer: Sample.printer())
            .plan(of: facts, ticket: PrintTicket(contactSheet: Self.grid))
        #expect(plan.numberUp == 12 && plan.faces?.map(\.count) == [12, 3])
        #expect(plan.contactSheet?.columns == 3 && plan.contactSheet?.rows == 4)
        #expect(
            plan.contactSheet?.names == [
                .init(page: 1, count: 1, name: "a.jpg"), .init(page: 2, count: 14, name: "b.tiff"),
            ]
        )
    }

    @Test func `cannot be combined with what places pages in another way`() {
        let admission = Admission(printer: Sample.printer())
        func options(_ ticket: PrintTicket) -> [String?] {
            var ticket = ticket
            ticket.contactSheet = Self.grid
            return admission.check(Sample.document(), ticket: ticket).obstacles.map(\.option)
        }
        #expect(options(PrintTicket()) == [])
        #expect(options(PrintTicket(numberUp: 2)) == ["numberUp"])
        #expect(options(PrintTicket(poster: SheetGrid(rawValue: "2x2"))) == ["poster"])
        #expect(options(PrintTicket(booklet: true)) == ["contactSheet"])
        let many = PrintTicket(contactSheet: SheetGrid(rawValue: "9x9"))
        #expect(
            admission.check(Sample.document(), ticket: many).obstacles.map(\.option)
                == ["contactSheet"]
        )
    }
}

@Suite struct `A check` {
    private func saving(
        _ printer: Printer,
        _ document: DocumentFacts,
        _ ticket: PrintTicket = PrintTicket()
    ) -> [String: String]? {
        let admission = Admission(printer: printer)
        #expect(
            !admission.check(document, ticket: ticket).notices.contains { $0.code == .paperSaving }
        )
        return admission.check(document, ticket: ticket, savesPaper: true).notices
            .first { $0.code == .paperSaving }?.parameters
    }

    @Test func `says once what saves paper`() {
        let office = Sample.printer()
        let two = saving(office, Sample.document(), PrintTicket(copies: 2))
        #expect(two?["option"] == "sides" && two?["sheets"] == "12" && two?["fewer"] == "6")
        #expect(saving(office, Sample.document(pages: 1)) == nil)
        #expect(saving(office, Sample.document(), PrintTicket(sides: .oneSided)) == nil)
        #expect(saving(office, Sample.document(), PrintTicket(sides: .twoSidedLongEdge)) == nil)
        #expect(saving(office, Sample.document(), PrintTicket(booklet: true)) == nil)
        let pictures = Sample.document("a.tiff", type: "image/tiff", pages: 9)
        #expect(saving(office, pictures) == nil)
        let one = saving(Sample.mono, Sample.document())
        #expect(one?["option"] == "numberUp" && one?["sheets"] == "6" && one?["fewer"] == "3")
        #expect(saving(Sample.mono, Sample.document(pages: 3)) == nil)
        #expect(saving(Sample.mono, Sample.document(), PrintTicket(numberUp: 1)) == nil)
    }
}
