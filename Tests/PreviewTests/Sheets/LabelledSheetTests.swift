import Foundation
import PreviewModel
import QuickPreview
import Testing

private let a4 = SheetLayout.Sheet(
    width: 595.276,
    length: 841.89,
    top: 12,
    right: 12,
    bottom: 12,
    left: 12
)

@Suite struct `Texts on sheets` {
    /// A word on a page, in points from the top left.
    private struct Word {
        var text: String
        var left, top, right, bottom: Double
    }

    private func words(_ path: String, _ side: Int) throws -> [Word] {
        let boxes = try run("pdftotext", "-bbox", "-f", "\(side)", "-l", "\(side)", path, "-")
        let pattern =
            /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.+)<\/word>/
        return boxes.split(separator: "\n").compactMap { line in
            guard let found = line.firstMatch(of: pattern) else { return nil }
            let numbers = [found.1, found.2, found.3, found.4].compactMap { Double($0) }
            return Word(
                text: String(found.5),
                left: numbers[0],
                top: numbers[1],
                right: numbers[2],
                bottom: numbers[3]
            )
        }
    }

    private func text(_ path: String, _ side: Int) throws -> String {
        try run("pdftotext", "-raw", "-f", "\(side)", "-l", "\(side)", path, "-")
            .split { $0.isWhitespace }.joined(separator: " ")
    }

    /// A document whose pages are full of ink, each with its number.
    private func full(_ count: Int, _ fixtures: Fixtures) throws -> String {
        try fixtures.write(
            PDFMaker(
                pages: Array(
                    repeating: .init(width: 595, height: 842, colour: "1 1 0"),
                    count: count
                )
            ).text,
            as: "full.pdf"
        )
    }

    @Test func `tell the page on each side`() async throws {
        try await withFixtures { fixtures in
            let source = try full(6, fixtures)
            var layout = SheetLayout(
                faces: [[3], [1, 2, 5], [], [6, 4]],
                sheet: a4,
                numberUp: 4
            )
            layout.header = .init(left: ["Left"], center: ["Page <", "> of 6"], right: ["Right"])
            layout.footer = .init(center: ["Below ", ""])
            let result = try await prepare(layout, of: source, fixtures)
            for (side, pages) in [(1, "3"), (2, "1-2, 5"), (4, "6, 4")] {
                let text = try text(result, side)
                for expected in ["Left", "Page <\(pages)> of 6", "Right", "Below \(pages)"] {
                    #expect(text.contains(expected), "\(side): \(text)")
                }
            }
            #expect(try text(result, 3) == "")
        }
    }

    @Test(
        arguments: [
            (SheetLayout.Scaling.auto, 1), (.fit, 1), (.fill, 1), (.none, 1), (.auto, 2),
            (.auto, 4),
        ]
    )
    func `have no page below them`(_ scaling: SheetLayout.Scaling, _ numberUp: Int) async throws {
        try await withFixtures { fixtures in
            let source = try full(numberUp, fixtures)
            var layout = SheetLayout(
                faces: [Array(1...numberUp)],
                sheet: a4,
                numberUp: numberUp,
                scaling: scaling,
                orientation: .portrait
            )
            layout.header = .init(center: ["Header"])
            layout.footer = .init(center: ["Footer"])
            let result = try await prepare(layout, of: source, fixtures)
            let words = try words(result, 1)
            let header = try #require(words.first { $0.text == "Header" })
            let footer = try #require(words.first { $0.text == "Footer" })
            // Within the printable area, and in the middle.
            #expect(header.top >= 12 && footer.bottom <= 830)
            #expect(abs((header.left + header.right) / 2 - 297.6) < 1)
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, result, page: 1, size: 842)
                for y in [header.top, header.bottom, footer.top, footer.bottom] {
                    for x in [0.2, 0.35, 0.65, 0.8] {
                        #expect(image.colour(x, y / 841.89) == "white", "\(x), \(y)")
                    }
                }
                #expect(image.colour(0.3, 0.3) == "yellow")
            }
        }
    }

    @Test func `leave pages as they are that have room for them`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write("first line\n", as: "a.txt")
            let pages = fixtures.path("pages.pdf")
            for (name, wide) in [("portrait", false), ("landscape", true)] {
                var pageLayout = PageLayout(width: a4.width, length: a4.length)
                pageLayout.leastMargins = .init(12)
                pageLayout.margins = .init(12)
                pageLayout.orientation = wide ? .landscape : .portrait
                pageLayout.hasHeader = true
                try await withPreviewer { previewer in
                    try await withFile(source) { input in
                        try await withFile(pages, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                            _ = try await previewer.makePages(
                                of: input,
                                name: "a.txt",
                                layout: pageLayout,
                                into: output
                            )
                        }
                    }
                }
                var layout = SheetLayout(faces: [[1]], sheet: a4)
                layout.header = .init(center: ["Header"])
                layout.pagesHaveRoom = true
                let result = try await prepare(layout, of: pages, fixtures)
                let held = fixtures.path("held.pdf")
                _ = try run("qpdf", wide ? "--rotate=+90" : "--rotate=+0", result, held)
                let found = try words(held, 1)
                let header = try #require(found.first { $0.text == "Header" }, "\(name)")
                let line = try #require(found.first { $0.text == "first" }, "\(name)")
                #expect(line.top > header.bottom, "\(name)")
                #expect(line.top - header.bottom < 12, "\(name)")
                let before = try #require(try words(pages, 1).first { $0.text == "first" })
                #expect(abs(before.top - line.top) < 0.1 && abs(before.left - line.left) < 0.1)
            }
        }
    }

    @Test(arguments: [
        "\u{202E}evil", ") Tj ET <</Type/Page>> endstream endobj", "(((\\", "%%EOF", "<</A",
        String(repeating: "x", count: 10_000), "مرحبا بالعالم", "漢字とかな", "हिन्दी", "👍🏽 emoji",
        "a\u{0}b\nc", "e\u{301}\u{302}\u{303}",
    ])
    func `cannot break the document`(_ text: String) async throws {
        try await withFixtures { fixtures in
            let source = try full(1, fixtures)
            var layout = SheetLayout(faces: [[1]], sheet: a4)
            layout.header = .init(left: [text], center: [text, ""], right: ["end"])
            layout.stamp = text
            #expect(SheetLayout(decoding: layout.encoded()) == layout)
            let result = try await prepare(layout, of: source, fixtures)
            let words = try words(result, 1)
            #expect(words.contains { $0.text == "end" }, "\(words)")
            #expect(words.filter { $0.text == "end" }.allSatisfy { $0.right < 590 })
            #expect(try run("pdfinfo", result).contains(/Pages: +1\n/))
        }
    }

    @Test func `are the same bytes each time`() async throws {
        try await withFixtures { fixtures in
            let source = try full(2, fixtures)
            var layout = SheetLayout(faces: [[1], [2]], sheet: a4)
            layout.header = .init(center: ["页 ", " مرحبا"])
            layout.stamp = "COPY"
            let first = try await prepare(layout, of: source, fixtures)
            let before = try Data(contentsOf: URL(filePath: first))
            let second = try await prepare(layout, of: source, fixtures)
            #expect(try Data(contentsOf: URL(filePath: second)) == before)
        }
    }

    @Test(arguments: [false, true])
    func `of a booklet stand on each half`(_ isLong: Bool) async throws {
        try await withFixtures { fixtures in
            let source = try full(4, fixtures)
            var layout = SheetLayout(faces: [[4, 1], [2, 3]], sheet: a4, numberUp: 2)
            layout.fold = isLong ? .longEdge : .shortEdge
            layout.header = .init(center: ["Side/", "/"])
            let result = try await prepare(layout, of: source, fixtures)
            for (side, turn, pages) in [(1, 90, ["4", "1"]), (2, isLong ? 270 : 90, ["2", "3"])] {
                let held = fixtures.path("held-\(side).pdf")
                _ = try run("qpdf", "--rotate=+\(turn):\(side)", result, held)
                let found = try words(held, side).filter { $0.text.hasPrefix("Side/") }
                    .sorted { $0.left < $1.left }
                #expect(found.map(\.text) == pages.map { "Side/\($0)/" })
                #expect(found.allSatisfy { $0.bottom < 40 })
                #expect((found.first?.right ?? 0) < 421 && (found.last?.left ?? 0) > 421)
            }
        }
    }

    @Test func `too wide for the sheet are smaller together`() async throws {
        try await withFixtures { fixtures in
            let source = try full(1, fixtures)
            var layout = SheetLayout(faces: [[1]], sheet: a4)
            let long = Array(repeating: "word", count: 30).joined(separator: " ")
            layout.header = .init(left: ["first"], center: [long], right: ["last"])
            let result = try await prepare(layout, of: source, fixtures)
            let words = try words(result, 1).filter { $0.top < 60 }
            let first = try #require(words.first { $0.text == "first" })
            let last = try #require(words.first { $0.text == "last" })
            let middle = words.filter { $0.text == "word" }
            #expect(middle.count == 30)
            #expect(middle.allSatisfy { $0.left > first.right && $0.right < last.left })
            #expect(first.left >= 12 && last.right <= 583)
        }
    }

    /// The share of pixels that are as gray as a stamp on white.
    private func paleShare(_ image: PreviewImage) -> Double {
        let pale = stride(from: 0, to: image.pixels.count, by: 4).count {
            (160..<220).contains(image.pixels[$0])
        }
        return Double(pale) / Double(image.width * image.height)
    }

    @Test(arguments: [1, 2])
    func `stamp each side that has a page, in pale letters`(_ numberUp: Int) async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(
                PDFMaker(
                    pages: Array(
                        repeating: .init(width: 595, height: 842, colour: "1 1 1"),
                        count: 2
                    )
                ).text,
                as: "white.pdf"
            )
            var layout = SheetLayout(
                faces: [[1], [], [2]],
                sheet: a4,
                numberUp: numberUp
            )
            let plain = try await prepare(layout, of: source, fixtures)
            try await withPreviewer { previewer in
                for side in 1...3 {
                    let image = try await thumbnail(previewer, plain, page: side, size: 400)
                    #expect(paleShare(image) < 0.005)
                }
            }
            layout.stamp = "DRAFT"
            let result = try await prepare(layout, of: source, fixtures)
            try await withPreviewer { previewer in
                for side in 1...3 {
                    let image = try await thumbnail(previewer, result, page: side, size: 400)
                    let found = paleShare(image)
                    #expect(side == 2 ? found == 0 : found > 0.02, "\(found)")
                    // The corners where the letters do not go.
                    let edges = numberUp == 1 ? [(0.05, 0.05), (0.95, 0.95)] : []
                    for (x, y) in edges { #expect(image.colour(x, y) == "white") }
                }
            }
            // Letters that are turned are words of their own there.
            let letters = try text(result, 1).filter(\.isLetter)
            #expect(letters.contains("DRAFT") || Set("DRAFT").isSubset(of: letters), "\(letters)")
        }
    }

    @Test func `name the pages of a contact sheet, below them`() async throws {
        try await withFixtures { fixtures in
            let source = try full(5, fixtures)
            var layout = SheetLayout(faces: [[1, 2, 3, 4], [5]], sheet: a4, numberUp: 4)
            layout.contactSheet = .init(
                columns: 2,
                rows: 2,
                names: [
                    .init(page: 1, count: 1, text: "one.jpg"),
                    .init(page: 2, count: 2, text: "two.tiff"),
                    .init(page: 4, count: 1, text: String(repeating: "long", count: 40)),
                ]
            )
            #expect(SheetLayout(decoding: layout.encoded()) == layout)
            let result = try await prepare(layout, of: source, fixtures)
            let first = try words(result, 1)
            let names = first.filter { $0.text.hasSuffix(".jpg") || $0.text.hasSuffix(".tiff") }
            #expect(names.map(\.text) == ["one.jpg", "two.tiff", "two.tiff"])
            // In the left and the right column, and both in the same row.
            #expect(names[0].right < 300 && names[1].left > 300)
            #expect(abs(names[0].top - names[1].top) < 1 && names[2].top > names[0].bottom + 300)
            #expect(try text(result, 1).contains("two.tiff (1)"))
            #expect(try text(result, 1).contains("two.tiff (2)"))
            let long = try #require(first.first { $0.text.hasPrefix("longlong") })
            #expect(long.left > 300 && long.right < 583.3, "\(long)")
            // A page without a name has its number; of the pages' own text, "page 5" is one.
            #expect(try text(result, 2) == "page 5 5")
            // Nothing yellow reaches a name.
            try await withPreviewer { previewer in
                let image = try await thumbnail(previewer, result, page: 1, size: 842)
                for name in names {
                    #expect(image.colour((name.left - 3) / 595, (name.top + 4) / 842) == "white")
                }
                #expect(image.colour(0.25, 0.25) == "yellow")
            }
        }
    }

    @Test func `of a contact sheet need room`() {
        var layout = SheetLayout(faces: [[1]], sheet: a4, numberUp: 64)
        layout.contactSheet = .init(columns: 8, rows: 8)
        #expect(layout.isValid)
        layout.contactSheet = .init(columns: 7, rows: 9)
        #expect(!layout.isValid)
        layout.contactSheet = .init(columns: 8, rows: 8)
        layout.sheet = .init(width: 200, length: 160)
        #expect(!layout.isValid)
    }

    @Test func `are bounded`() {
        var layout = SheetLayout(faces: [[1]], sheet: a4)
        layout.header = .init(left: [], center: [""], right: [""])
        #expect(!layout.isValid && SheetLayout(decoding: layout.encoded()) == nil)
        layout.header = .init(center: [String(repeating: "x", count: 20_000)])
        #expect(!layout.isValid)
        layout.header = .init(center: Array(repeating: "x", count: 300))
        #expect(!layout.isValid)
        layout.header = .init(center: ["x"])
        #expect(layout.isValid)
        layout.sheet = .init(width: 60, length: 33)
        #expect(!layout.isValid)
        layout.header = nil
        #expect(layout.isValid)
        let texts = SheetTexts(decoding: [1, 2, 3])
        #expect(texts == nil)
    }
}
