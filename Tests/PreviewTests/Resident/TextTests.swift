import Foundation
import ProofKit
import Testing

@testable import QuickPreview

struct `The text of documents` {
    private func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "\u{0C}" }.map(String.init)
    }

    private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../samples").standardized.path

    @Test(arguments: ["report.pdf", "letter.pdf", "long.pdf", "owner-locked.pdf"])
    func `has the words that pdftotext finds`(name: String) throws {
        let path = "\(Self.samples)/\(name)"
        let ours = try run(try program("qpreview"), "text", path)
        // Without boxes, pdftotext also has the words that the crop box hides.
        let boxes = try run("pdftotext", "-cropbox", "-bbox", path, "-")
        let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&amp;": "&"]
        let theirs = boxes.split(separator: "\n").filter { $0.contains("<word") }.map { line in
            let word = line.split(separator: ">").dropFirst().first?.prefix { $0 != "<" } ?? ""
            return entities.reduce(String(word)) {
                $0.replacingOccurrences(of: $1.key, with: $1.value)
            }
        }
        #expect(!words(ours).isEmpty)
        #expect(words(ours).sorted() == theirs.sorted())
        let pages = boxes.split(separator: "\n").filter { $0.contains("<page") }
        #expect(ours.filter { $0 == "\u{0C}" }.count == pages.count)
    }

    /// A word with its place, to half a point.
    private struct Place: Hashable, Comparable {
        let word: String
        let box: [Int]

        init(_ word: String, _ box: [Double]) {
            self.word = word
            self.box = box.map { Int(($0 * 2).rounded()) }
        }

        static func < (left: Place, right: Place) -> Bool {
            (left.word, left.box[0], left.box[1]) < (right.word, right.box[0], right.box[1])
        }
    }

    /// The last page has the values of form fields, which have the place of their field with us.
    @Test(arguments: 1...5)
    func `has each word where pdftotext sees it`(number: Int) async throws {
        let path = "\(Self.samples)/report.pdf"
        let page = ["-f", "\(number)", "-l", "\(number)"]
        let listed = try execute("pdftotext", ["-cropbox", "-bbox"] + page + [path, "-"])
        let theirs = listed.output.split(separator: "\n").filter { $0.contains("<word") }
            .map { line in
                let parts = line.split(separator: "\"").map(String.init)
                let word = parts.last?.dropFirst().prefix { $0 != "<" } ?? ""
                let box = [parts[1], parts[3], parts[5], parts[7]].compactMap { Double($0) }
                return Place(String(word), box)
            }
        try await withPreviewer { previewer in
            try await withFile(path) { file in
                let text = try await previewer.text(of: file, name: "", hasPositions: true) { _ in
                    [number]
                }
                #expect(text.pageCount == 6)
                var ours: [PageText] = []
                for try await page in text { ours.append(page) }
                try #require(ours.count == 1)
                #expect(ours[0].words.map(\.text) == words(ours[0].text))
                let places = ours[0].words.map {
                    Place($0.text, [$0.x, $0.y, $0.x + $0.width, $0.y + $0.height])
                }
                #expect(places.count == theirs.count && !theirs.isEmpty)
                #expect(places.sorted() == theirs.sorted())
            }
        }
    }

    /// Pages whose text poppler's selection leaves out, or has in another order: columns, text turned in each direction, text
    /// on text, values and notes that are drawn by themselves, a turned page, a divided word.
    private static let odd: [(name: String, page: PDFMaker.Page, content: String)] = [
        (
            "turned", .init(width: 400, height: 400),
            "BT /F 12 Tf 0 1 -1 0 50 60 Tm (upwards from here) Tj 0 -1 1 0 90 300 Tm (downwards it goes) Tj "
                + "-1 0 0 -1 300 350 Tm (upside down) Tj 1 0 0 1 100 20 Tm (level at last) Tj ET"
        ),
        (
            "columns", .init(width: 400, height: 200),
            (0..<8).map {
                "BT /F 10 Tf 20 \(170 - $0 * 14) Td (left \($0) of column) Tj ET "
                    + "BT /F 10 Tf 220 \(170 - $0 * 14) Td (right \($0) of column) Tj ET "
            }.joined()
        ),
        (
            "on each other", .init(),
            "BT /F 20 Tf 20 200 Td (below) Tj ET BT /F 20 Tf 22 200 Td (above) Tj ET"
        ),
        (
            "notes",
            .init(
                extra: "/Annots[<</Type/Annot/Subtype/FreeText/Rect[20 20 180 60]/Contents(a note)"
                    + "/DA(/F 12 Tf 0 g)/AP<</N 100 0 R>>>>]"
            ), "BT /F 12 Tf 20 200 Td (text beside) Tj ET"
        ),
        ("turned page", .init(extra: "/Rotate 270"), "BT /F 12 Tf 20 200 Td (on its side) Tj ET"),
        (
            "divided", .init(),
            "BT /F 12 Tf 20 200 Td (An exam-) Tj 0 -14 Td (ple of a word) Tj 0 -14 Td (and more of it) Tj ET"
        ),
    ]

    @Test func `has the letters that pdftotext finds, in words with their places`() async throws {
        func letters(_ text: String) -> String {
            String(text.filter { !$0.isWhitespace }.sorted())
        }
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (name, page, content) in Self.odd {
                    var maker = PDFMaker(pages: [page])
                    let note = "BT /F 12 Tf 2 10 Td (a drawn note) Tj ET"
                    maker.objects = [
                        (
                            100,
                            "<</Type/XObject/Subtype/Form/BBox[0 0 160 40]"
                                + "/Resources<</Font<</F 3 0 R>>>>/Length \(note.utf8.count)>>\nstream\n\(note)\nendstream"
                        ), (11, "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"),
                    ]
                    let path = try fixtures.write(Array(maker.text.utf8), as: "a.pdf")
                    let theirs = try run("pdftotext", "-cropbox", path, "-")
                    let boxes = try run("pdftotext", "-cropbox", "-bbox", path, "-")
                    let page = try await withFile(path) { file in
                        var pages: [PageText] = []
                        for try await page in try await previewer.text(
                            of: file,
                            name: "a.pdf",
                            hasPositions: true
                        ) { pages.append(page) }
                        return try #require(pages.first)
                    }
                    #expect(!theirs.isEmpty && letters(page.text) == letters(theirs), "\(name)")
                    #expect(words(page.text) == words(theirs), "\(name)")
                    let count = boxes.split(separator: "\n").count { $0.contains("<word") }
                    #expect(count > 0 && page.words.count == count, "\(name)")
                    for word in page.words {
                        #expect(boxes.contains(">\(word.text)</word>"), "\(name): \(word)")
                        #expect(word.width > 0 && word.height > 0 && word.x > 0 && word.y > 0)
                    }
                }
            }
        }
    }

    @Test func `is that of the pages of what is not a PDF`() async throws {
        try await withFixtures { fixtures in
            let notes = try fixtures.write("first line\n\nsecond \u{1B}[31mline", as: "notes.txt")
            let text = try run(try program("qpreview"), "text", notes)
            #expect(text.contains("first line") && text.contains("second"))
            #expect(!text.contains("\u{1B}"))
            let unknown = try fixtures.write([0, 1, 2, 250], as: "unknown")
            #expect(try execute(program("qpreview"), ["text", unknown]).code == 3)
            let damaged = "\(Self.samples)/damaged.pdf"
            #expect(try execute(program("qpreview"), ["text", damaged]).code == 4)
            #expect(try execute(program("qpreview"), ["text", "/none"]).code == 66)
            let usage = try execute(program("qpreview"), ["text", "--pages", "0", notes])
            #expect(usage.code == 64 && usage.errors.contains("no page 0"))
        }
    }

    @Test func `takes a list of pages, in the order written`() throws {
        let report = "\(Self.samples)/report.pdf"
        let ended = try execute(
            program("qpreview"),
            ["text", "--json", "--pages", "3,1-2,6-", report]
        )
        let pages = try ended.output.split(separator: "\n").map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            )
        }
        #expect(pages.map { $0["page"] as? Int } == [3, 1, 2, 6])
        #expect(pages.allSatisfy { $0["words"] is NSNull })
        #expect(try execute(program("qpreview"), ["text", "--pages", "5-9", report]).code == 4)
    }

    @Test func `of a thousand pages comes page by page`() async throws {
        try await withFixtures { fixtures in
            let long = fixtures.path("long.pdf")
            try run("qpdf", "--empty", "--pages", "\(Self.samples)/long.pdf", "1-z", "--", long)
            let many = fixtures.path("many.pdf")
            let parts = Array(repeating: [long, "1-z"], count: 25).flatMap { $0 }
            #expect(try execute("qpdf", ["--empty", "--pages"] + parts + ["--", many]).code == 0)
            let ended = try execute(
                "sh",
                ["-c", "\"$0\" text \"$1\" | grep -c $(printf '\\014')", program("qpreview"), many]
            )
            #expect(ended.output == "1000\n")
            // The first page is there before the last one is read.
            try await withPreviewer { previewer in
                try await withFile(many) { file in
                    let text = try await previewer.text(of: file, name: "")
                    var iterator = text.makeAsyncIterator()
                    #expect(try await iterator.next()?.page == 1)
                    #expect(previewer.statistics.ends == [.shown: 2])
                }
            }
        }
    }

    @Test func `is refused where a child's records are invalid`() throws {
        let page = PageText(
            page: 1,
            width: 100,
            height: 200,
            text: "a\u{1B}\nb",
            words: [.init(text: "a", x: 1, y: 2, width: 3, height: 4)]
        )
        let bytes = page.encoded()
        let decoded = try #require(PageText.decode(bytes + bytes))
        #expect(decoded.count == 2 && decoded[0].text == "a \nb")
        #expect(decoded[0].words == page.words)
        #expect(PageText.decode([]) == [])
        for length in 1..<bytes.count {
            #expect(PageText.decode(Array(bytes.prefix(length))) == nil)
        }
        var wrong = bytes
        wrong[28] = 0xFF
        #expect(PageText.decode(wrong) == nil)
        wrong = bytes
        wrong[4 + 7] = 0x7F
        #expect(PageText.decode(wrong) == nil)
        let message = TextMessage(first: 3, last: 9, hasPositions: true, byteLimit: 77)
        #expect(TextMessage(decoding: message.encoded()) == message)
        #expect(
            TextMessage(decoding: TextMessage(first: 0, last: 0, hasPositions: false).encoded())
                == nil
        )
    }
}
