import Foundation
import ProofKit
import QuickPreview
import Testing

/// Pages that are written to a PDF, read by programs of poppler and qpdf.
struct `Written pages` {
    /// The PDF of a document, and its number of pages as the previewer says.
    private func pages(
        of bytes: [UInt8],
        as name: String,
        _ layout: PageLayout = .a4,
        _ body: (_ pdf: String, _ count: Int) throws -> Void
    ) async throws {
        try await withPages(of: bytes, as: name, layout) { try body($0, $1.count) }
    }

    private func pages(
        of text: String,
        as name: String,
        _ layout: PageLayout = .a4,
        _ body: (_ pdf: String, _ count: Int) throws -> Void
    ) async throws {
        try await pages(of: Array(text.utf8), as: name, layout, body)
    }

    /// The words of a PDF, its pages between form feeds.
    private func words(_ pdf: String) throws -> [Substring] {
        try execute("pdftotext", ["-layout", pdf, "-"]).output.split(separator: "\u{0C}")
    }

    @Test func `have all lines of a long text, in order, in fonts that are embedded`() async throws
    {
        let lines = (1...4_000).map { "line \($0) ends." }
        try await pages(of: lines.joined(separator: "\n"), as: "long.txt") { pdf, count in
            let pages = try words(pdf)
            #expect(pages.count == count && count > 50)
            let read = pages.flatMap { $0.split(separator: "\n") }.map(String.init)
            #expect(read == lines)
            let fonts = try execute("pdffonts", [pdf]).output.split(separator: "\n").dropFirst(2)
            #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("yes yes yes") })
            #expect(try execute("qpdf", ["--check", pdf]).code == 0)
        }
    }

    @Test func `begin at form feeds, and keep columns of tabs`() async throws {
        let text = "one\ttwo\n\u{0C}three\n"
        try await pages(of: text, as: "feed.txt") { pdf, count in
            #expect(count == 2)
            let pages = try words(pdf)
            let boxes = try execute("pdftotext", ["-bbox", pdf, "-"]).output
            let lefts = boxes.matches(of: /xMin="([0-9.]+)"[^>]*>(one|two)</).compactMap {
                Double($0.1)
            }
            // Eight letters of 10 points are 48 points wide, in the fonts with equal widths that are usual.
            #expect(lefts.count == 2 && abs(lefts[1] - lefts[0] - 48) < 1)
            #expect(pages.last?.contains("three") == true)
        }
    }

    @Test func `number lines where that is asked for`() async throws {
        var layout = PageLayout.a4
        layout.numbersLines = true
        try await pages(of: "let a = 1\nlet b = 2\n", as: "a.swift", layout) { pdf, _ in
            let page = try #require(try words(pdf).first)
            #expect(page.contains(/1 +let a = 1/) && page.contains(/2 +let b = 2/))
        }
    }

    @Test func `have the size and the orientation of the layout`() async throws {
        var layout = PageLayout(width: 612, length: 792)
        layout.orientation = .landscape
        try await pages(of: "words\n", as: "a.txt", layout) { pdf, _ throws in
            let facts = try execute("pdfinfo", [pdf]).output
            #expect(facts.contains("792 x 612 pts"))
        }
    }

    @Test func `repeat the header of a table, and lose no column`() async throws {
        let columns = 1...30
        let header = columns.map { "name\($0)" }.joined(separator: ",")
        let rows = (1...50).map { row in columns.map { "v\(row)x\($0)" }.joined(separator: ",") }
        let text = ([header] + rows).joined(separator: "\n")
        try await pages(of: text, as: "wide.csv") { pdf, count in
            let pages = try words(pdf)
            #expect(pages.count == count && count > 2)
            #expect(pages.allSatisfy { $0.contains("name") })
            let all = Set(pages.flatMap { $0.split { $0.isWhitespace } })
            for row in 1...50 {
                for column in columns { #expect(all.contains("v\(row)x\(column)")) }
            }
        }
    }

    /// Letters that need no shaping stand where shaped ones do.
    @Test func `set letters of several scripts in the same columns, and find them again`()
        async throws
    {
        // The mark above the last letter is a character of its own, so that its line is shaped.
        let lines = [
            "Съешь ещё этих булок", "Ξεσκεπάζω την ψυχή", "Šest žlutých koňů …",
            "\u{2514}\u{2500}\u{2500} “quoted” — 20 €", "just some ASCII as",
            "a letter with marks",
        ].map {
            $0 + String(repeating: " ", count: 24 - $0.count) + "|"
                + ($0.first == "a" ? "e\u{301}" : "")
        }
        try await pages(of: lines.joined(separator: "\n"), as: "a.txt") { pdf, _ in
            let words = lines.dropLast().flatMap { $0.split(separator: " ").map(String.init) }
            let read = try writtenWords(pdf)
            #expect(words.allSatisfy(read.contains))
            let boxes = try execute("pdftotext", ["-bbox", pdf, "-"]).output
            let ends = boxes.matches(of: /xMin="([0-9.]+)"[^>]*>\|/).compactMap { Double($0.1) }
            #expect(ends.count == 6 && (ends.max() ?? 0) - (ends.min() ?? 0) < 0.1, "\(ends)")
        }
    }

    @Test func `keep links and headings`() async throws {
        let text =
            "# Top\n\nA [link](https://example.org/a'b) and [none](file:///etc/passwd).\n\n## Below\n"
        try await pages(of: text, as: "a.md") { pdf, _ in
            let links = try execute("pdfinfo", ["-url", pdf]).output
            #expect(links.contains("https://example.org/a%27b") && !links.contains("passwd"))
            let outline = try execute("qpdf", ["--json", "--json-key=outlines", pdf]).output
            #expect(outline.contains("\"Top\"") && outline.contains("\"Below\""))
            #expect(try execute("qpdf", ["--check", pdf]).code == 0)
        }
    }

    @Test func `are the same bytes each time`() async throws {
        var first: Data?
        let text = "# Title\n\nWords, 中文, and a [link](https://example.org).\n"
        for _ in 1...2 {
            try await pages(of: text, as: "a.md") { pdf, _ in
                let bytes = try Data(contentsOf: URL(filePath: pdf))
                if let first { #expect(bytes == first) }
                first = bytes
            }
        }
    }

    @Test func `of a drawing are vectors`() async throws {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
            <rect width="50" height="50" fill="red"/><text x="60" y="60">Words</text></svg>
            """
        try await pages(of: drawing, as: "a.svg") { pdf, count in
            #expect(count == 1)
            #expect(try words(pdf).first?.contains("Words") == true)
            let images = try execute("pdfimages", ["-list", pdf]).output
            #expect(images.split(separator: "\n").count == 2, "\(images)")
        }
    }

    /// On paper from a roll, 62 mm wide.
    @Test(arguments: ["a.txt", "a.md", "a.csv"])
    func `from a roll are as long as the text`(name: String) async throws {
        var layout = PageLayout(width: 175.7, length: 248.6)
        (layout.margins, layout.lengths) = (.init(10), 70...1_000)
        func heights(of lines: Int) async throws -> [Double] {
            // Each block of Markdown is a paragraph.
            let text = (1...lines).map { "word \($0)" }.joined(separator: "\n\n")
            var heights: [Double] = []
            try await pages(of: text, as: name, layout) { pdf, count in
                let facts = try execute("pdfinfo", ["-l", "99", pdf]).output
                heights = facts.matches(of: /size: +175.7 x ([0-9.]+)/).compactMap { Double($0.1) }
                #expect(heights.count == count)
                // All of it is there, the last line above the margin.
                let boxes = try execute("pdftotext", ["-bbox", pdf, "-"]).output
                #expect(boxes.contains(">\(lines)<"))
                let last = boxes.matches(of: /yMax="([0-9.]+)"/).compactMap { Double($0.1) }.last
                if let last, let end = heights.last, end > 70 {
                    #expect((6...24).contains(end - last), "\(name): \(last) of \(end)")
                }
            }
            return heights
        }
        #expect(try await heights(of: 1) == [70])
        let (ten, twenty) = (try await heights(of: 10), try await heights(of: 20))
        #expect(ten.count == 1 && twenty.count == 1)
        #expect(ten[0] > 100 && twenty[0] > ten[0] * 1.7, "\(ten) \(twenty)")
        // No page is longer than the roll, and the last one is as long as what is left.
        let many = try await heights(of: 200)
        #expect(many.count > 1 && many.dropLast().allSatisfy { $0 > 900 && $0 <= 1_000 })
        #expect(many.last.map { $0 < 999 } == true)
    }

    @Test func `of more than the limit are refused, and leave nothing`() async throws {
        var layout = PageLayout.a4
        layout.pagesLimit = 3
        let text = String(repeating: "line\n", count: 1_000)
        try await withFixtures { fixtures in
            let path = try fixtures.write(text, as: "long.txt")
            let result = fixtures.path("result.pdf")
            try await withPreviewer { previewer in
                try await withFile(path) { input in
                    try await withFile(result, flags: O_RDWR | O_CREAT) { output in
                        do throws(PreviewError) {
                            _ = try await previewer.makePages(
                                of: input,
                                name: "long.txt",
                                layout: layout,
                                into: output
                            )
                            Issue.record("pages beyond the limit were written")
                        } catch {
                            #expect(error.code == .pixelLimit)
                            #expect(error.message.contains("more than 3 pages"))
                        }
                    }
                }
            }
            #expect(try Data(contentsOf: URL(filePath: result)).isEmpty)
        }
    }

    @Test func `have layouts that survive encoding, and no others`() {
        var layout = PageLayout(width: 842, length: 595)
        layout.margins = .init(top: 1, right: 2, bottom: 3, left: 4)
        layout.orientation = .landscape
        layout.fontSize = 9.5
        layout.numbersLines = true
        layout.pagesLimit = 7
        #expect(layout.width == 595)
        (layout.worksheets, layout.lengths) = (["Costs", "3"], 70...2_834)
        #expect(PageLayout(decoding: layout.encoded()) == layout)
        #expect(PageLayout(decoding: Array(layout.encoded().dropLast())) == nil)
        layout.margins = .init(300)
        #expect(!layout.isValid && PageLayout(decoding: layout.encoded()) == nil)
        layout.margins = .init(.nan)
        #expect(!layout.isValid)
    }
}
