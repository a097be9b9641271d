import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@Suite struct `A page list` {
    @Test(arguments: [
        ("1", [1]), ("6", [6]), ("1-3", [1, 2, 3]), ("3-1", [3, 2, 1]), ("3,1", [3, 1]),
        ("5-", [5, 6]), ("6-", [6]), ("1-", [1, 2, 3, 4, 5, 6]), ("-3", [1, 2, 3]),
        ("-1", [1]), ("2-2", [2]), ("1,1,1", [1, 1, 1]), ("2-3,2-3", [2, 3, 2, 3]),
        ("1-3,6,4-", [1, 2, 3, 6, 4, 5, 6]), ("6-4,-2", [6, 5, 4, 1, 2]), ("007", [7]),
        ("１，３", [1, 3]), ("1、3", [1, 3]), ("1–3", [1, 2, 3]), ("２〜", [2, 3, 4, 5, 6]),
        ("last", [6]), ("Last", [6]), ("4-last", [4, 5, 6]), ("last-5", [6, 5]),
        ("-last", [1, 2, 3, 4, 5, 6]),
        ("last-", [6]), ("last,1", [6, 1]), ("last-last", [6]),
        (" 1 - 3 ", [1, 2, 3]), ("1 , 3", [1, 3]), ("\t2\n", [2]),
    ])
    func `names pages in the order written`(_ text: String, _ pages: [Int]) throws {
        let count = max(6, pages.max() ?? 0)
        #expect(try PageSelection(text).pages(of: count) == .success(pages))
    }

    @Test(arguments: [
        "", " ", ",", "1,", ",1", "1,,2", "-", "--", "1-2-3", "1--2", "0", "0-3", "3-0", "-0",
        "1,0", "a", "1a", "1.5", "+1", "1-+2", "½", "٣", "¹", "1–3–5", "all", "1;2", "1 2",
        "1\u{0}", "lastly", "2last", "1-lst",
        "99999999999999999999", "99999999999999999999-1", "1-99999999999999999999", "\u{301}1",
    ])
    func `that is none is refused with a sentence`(_ text: String) {
        #expect {
            try PageSelection(text)
        } throws: { error in
            let sentence = (error as? PageSelection.SyntaxError)?.description ?? ""
            return sentence.hasSuffix(".") && sentence.contains(" ")
        }
    }

    @Test(arguments: [
        ("7", 7), ("9", 9), ("5-9", 9), ("9-5", 9), ("-9", 9), ("7-", 7), ("1,2,8", 8),
        ("9223372036854775807", Int.max), ("1-9223372036854775807", Int.max),
        ("9223372036854775807-", Int.max),
    ])
    func `beyond the document tells the page that is not there`(_ text: String, _ page: Int) throws
    {
        #expect(try PageSelection(text).pages(of: 6) == .failure(.outside(page)))
    }

    @Test func `names 100000 pages at most`() throws {
        #expect(try PageSelection("1-100000").pages(of: 200_000).get().count == 100_000)
        for text in ["1-100001", "100001-1", "1-100000,1", "1-60000,1-60000", "1-"] {
            let pages = try PageSelection(text).pages(of: 200_000)
            // Not compared in the expectation, which would print all the pages.
            let isTooMany = pages == .failure(.tooMany)
            #expect(isTooMany, "\(text)")
        }
    }

    @Test(arguments: [("5-", true), ("5-9", false), ("7-", false)])
    func `with an open end fits where its beginning does`(_ text: String, _ fits: Bool) throws {
        let fitting =
            if case .success = try PageSelection(text).pages(of: 6) { true } else { false }
        #expect(fitting == fits)
    }

    @Test func `keeps its written form, without spaces`() throws {
        let list = try PageSelection(" 1 - 3, 7")
        #expect(list.description == "1-3,7")
        let json = try WireFormat.encode(["pages": list])
        #expect(String(decoding: json, as: UTF8.self) == #"{"pages":"1-3,7"}"#)
        #expect(try WireFormat.decode([String: PageSelection].self, from: json)["pages"] == list)
    }

    @Test func `in JSON that is none is refused with the same sentence`() {
        #expect {
            try WireFormat.decode([PageSelection].self, from: Data(#"["0"]"#.utf8))
        } throws: { "\($0)".contains("There is no page 0") }
    }

    @Test func `of random ranges counts as many pages as its ranges have`() throws {
        var chance = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...40, using: &chance)
            var texts: [String] = []
            var expected: [Int] = []
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                let first = Int.random(in: 1...count, using: &chance)
                let last = Int.random(in: 1...count, using: &chance)
                texts.append("\(first)-\(last)")
                expected += Array(stride(from: first, through: last, by: first <= last ? 1 : -1))
            }
            let list = try PageSelection(texts.joined(separator: ","))
            #expect(list.pages(of: count) == .success(expected), "\(list) of \(count)")
        }
    }
}
