import FoundationEssentials
import Testing

@testable import PrintModel

@Suite struct `Runs of pages` {
    @Test(arguments: [
        (Array(1...100_000), 1), (Array((1...100_000).reversed()), 1),
        (Array(stride(from: 1, through: 99_999, by: 2)), 1),
        (Array(stride(from: 99_999, through: 1, by: -2)).flatMap { [$0, $0 + 1] }, 1),
        ([1, 2, 3, 7, 5, 5, 5, 9], 3), ([4], 1), ([], 0), ([1, 2, 1, 2, 3], 2),
    ])
    func `say the same in few numbers`(_ pages: [Int], _ atMost: Int) throws {
        let runs = PageRuns(pages)
        #expect(runs.pages == pages)
        #expect(runs.runs.count <= max(atMost, 4))
        let data = try WireFormat.encode(runs)
        #expect(try WireFormat.decode(PageRuns.self, from: data) == runs)
    }

    @Test func `of any list come back as that list`() {
        var dice = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let pages = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
                Int.random(in: 1...6, using: &dice)
            }
            #expect(PageRuns(pages).pages == pages)
        }
    }

    @Test(arguments: [
        "[[1,100001,1,0]]", "[[1,1000,1000,1]]", "[[0,1,1,0]]", "[[1,0,1,0]]", "[[1,1,0,0]]",
        "[[1,2,2,-1]]", "[[9223372036854775807,1,2,1]]", "[[1,1,3,9223372036854775807]]",
        "[[1,1,100000,1],[1,1,1,0]]", "[[1,9223372036854775807,9223372036854775807,1]]",
    ])
    func `that no plan can have are refused`(_ text: String) throws {
        let runs = try WireFormat.decode(PageRuns.self, from: Data(text.utf8))
        #expect(runs.pages == nil)
    }

    @Test func `stand in a plan's JSON where its pages are many`() throws {
        for (count, isListed) in [(1000, true), (1001, false), (100_000, false)] {
            let plan = PrintPlan(
                pages: Array(1...count),
                copies: 1,
                sides: .oneSided,
                media: .a4
            )
            let data = try WireFormat.encode(plan)
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.contains(#""pages":["#) == isListed)
            #expect(text.contains(#""pageRuns":null"#) == isListed)
            #expect(text.contains(#""pageRuns":[[1,\#(count),1,0]]"#) == !isListed)
            #expect(data.count < 8000)
            #expect(try WireFormat.decode(PrintPlan.self, from: data) == plan)
        }
    }

    @Test func `leave nothing of a plan unwritten`() throws {
        let plan = PrintPlan(pages: nil, copies: 1, sides: .oneSided, media: nil)
        let text = String(decoding: try WireFormat.encode(plan), as: UTF8.self)
        for field in Mirror(reflecting: plan).children.compactMap(\.label) {
            #expect(text.contains("\"\(field)\":"), "\(field)")
        }
    }
}

@Suite struct `A document with too many pages` {
    private func admission() -> Admission {
        var able = PrinterCapabilities()
        able.formats = ["application/pdf"]
        return Admission(
            printer: Printer(
                id: PrinterID(rawValue: "office"),
                name: "office",
                state: .idle,
                accepting: true,
                capabilities: able
            )
        )
    }

    private func claiming(_ pages: Int) -> DocumentFacts {
        DocumentFacts(
            name: "big.pdf",
            type: DocumentFacts.pdf,
            kind: "PDF document",
            pages: pages,
            size: 415
        )
    }

    @Test(arguments: [100_001, 15_000_000, Int.max])
    func `is refused before any list is made of them`(_ count: Int) throws {
        let answer = admission().check(claiming(count), ticket: PrintTicket())
        #expect(answer.obstacles.map(\.code) == [.documentTooLarge])
        #expect(answer.obstacles.first?.message.contains("\(count)") == true)
        #expect(answer.obstacles.first?.remedy.contains("--pages 1-100000") == true)
        #expect(!answer.inWords(of: .simplifiedChinese).obstacles[0].message.contains("?"))
        #expect(admission().plan(of: claiming(count), ticket: PrintTicket()).pages == nil)
    }

    @Test func `prints in parts`() throws {
        let ticket = PrintTicket(pages: try PageSelection("100000-100001"))
        let answer = admission().check(claiming(150_000), ticket: ticket)
        #expect(answer.plan?.pages == [100_000, 100_001])
        let whole = admission().check(claiming(100_000), ticket: PrintTicket())
        #expect(whole.plan?.pages?.count == 100_000)
    }

    @Test func `takes no page list without end`() {
        let list = Array(repeating: "1", count: 70_000).joined(separator: ",")
        #expect(throws: PageSelection.SyntaxError.self) { try PageSelection(list) }
    }
}

@Suite struct `The name of a job` {
    @Test(arguments: [
        ("report", "report"), ("  a b\t\n", "a b"), ("", nil), (" \t\u{3000}\n", nil),
        ("a\nb\tc\u{85}d", "a b c d"), ("one\u{2028}two\u{2029}", "one two"),
        ("\u{1B}E\u{1B}%-12345X@PJL\u{0}\u{7F}", "E%-12345X@PJL"), ("\u{1B}\u{7}", nil),
        ("\u{5E9}\u{200F}!", "\u{5E9}\u{200F}!"),
        // Overrides, embeddings, and isolates would turn what follows the name around, too.
        ("a\u{202E}fdp.exe", "afdp.exe"), ("\u{202A}\u{202B}\u{202D}b\u{202C}", "b"),
        ("\u{2066}\u{2067}\u{2068}c\u{2069}", "c"), ("\u{FEFF}d\u{2060}\u{AD}\u{E0041}", "d"),
        ("\u{202E}\u{200E}", nil), ("\u{200D}", nil),
        // What belongs to the letters stays.
        ("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}"),
        ("\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F680}"),
        ("\u{600}1", "\u{600}1"),
        (String(repeating: "x", count: 255), String(repeating: "x", count: 255)),
        (String(repeating: "x", count: 256), String(repeating: "x", count: 254) + "…"),
        // One letter with any number of accents is any number of bytes.
        (
            "e" + String(repeating: "\u{301}", count: 300),
            "e" + String(repeating: "\u{301}", count: 253) + "…"
        ),
    ])
    func `has an end, and no control characters`(_ text: String, _ name: String?) {
        #expect(JobName.usable(text) == name)
    }
}
