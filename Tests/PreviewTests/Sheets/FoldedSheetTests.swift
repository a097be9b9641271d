import Foundation
import PreviewModel
import QuickPreview
import Testing

private let sheet = SheetLayout.Sheet(
    width: 600,
    length: 800,
    top: 20,
    right: 20,
    bottom: 20,
    left: 20
)

@Suite struct `Sheets that are folded or joined` {
    /// A page of four quarters: red and green above, blue and yellow below.
    private static var quarters: String {
        let content =
            "1 0 0 rg 0 400 300 400 re f 0 1 0 rg 300 400 300 400 re f "
            + "0 0 1 rg 0 0 300 400 re f 1 1 0 rg 300 0 300 400 re f"
        return """
            %PDF-1.4
            1 0 obj
            <</Type/Catalog/Pages 2 0 R>>
            endobj
            2 0 obj
            <</Type/Pages/Kids[3 0 R]/Count 1>>
            endobj
            3 0 obj
            <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<<>>/Contents 4 0 R>>
            endobj
            4 0 obj
            <</Length \(content.utf8.count)>>
            stream
            \(content)
            endstream
            endobj
            trailer
            <</Root 1 0 R/Size 5>>
            %%EOF

            """
    }

    /// The words on each side as the reader holds it, from left to right.
    private func words(_ path: String, _ side: Int) throws -> [(word: String, x: Double)] {
        let boxes = try run(
            "pdftotext",
            "-bbox",
            "-f",
            "\(side)",
            "-l",
            "\(side)",
            path,
            "-"
        )
        return boxes.split(separator: "\n").compactMap { line in
            guard let word = line.firstMatch(of: /xMin="([\d.]+)".*>(.+)<\/word>/) else {
                return nil
            }
            return (String(word.2), Double(word.1) ?? 0)
        }
        .filter { Int($0.word) != nil }
    }

    @Test(arguments: [false, true])
    func `are nearer to the fold, the more sheets lie around them`(
        _ isReversed: Bool
    ) async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: Array(repeating: PDFMaker.Page(colour: "1 1 0"), count: 12))
            let source = try fixtures.write(maker.text, as: "book.pdf")
            // Two signatures: of two sheets, and of one.
            let sheets = [[[8, 1], [2, 7]], [[6, 3], [4, 5]], [[12, 9], [10, 11]]]
            let depths = [0.0, 1, 0]
            var layout = SheetLayout(
                faces: Array((isReversed ? sheets.reversed() : sheets).joined()),
                sheet: sheet,
                numberUp: 2
            )
            layout.fold = .shortEdge
            layout.sheetsInSignature = 2
            layout.isReversed = isReversed
            layout.footer = .init(center: ["", ""])
            func held(_ name: String) async throws -> String {
                let path = try await prepare(layout, of: source, fixtures, as: name)
                _ = try run("qpdf", "--rotate=+90:1-z", path, fixtures.path("held-\(name)"))
                return fixtures.path("held-\(name)")
            }
            let plain = try await held("plain.pdf")
            layout.creep = 2.5
            #expect(SheetLayout(decoding: layout.encoded()) == layout)
            let crept = try await held("crept.pdf")
            let order = isReversed ? Array(depths.reversed()) : depths
            for side in 1...6 {
                let expected = order[(side - 1) / 2] * 2.5
                // As the reader holds them: the left page and its number, then the right one.
                let before = try words(plain, side).sorted { $0.x < $1.x }
                let after = try words(crept, side).sorted { $0.x < $1.x }
                #expect(before.count == 4 && before.map(\.word) == after.map(\.word))
                for (place, (old, new)) in zip(before, after).enumerated() {
                    let shift = place < 2 ? expected : -expected
                    #expect(abs(new.x - old.x - shift) < 0.1, "side \(side): \(old) \(new)")
                }
            }
            layout.creep = 4
            #expect(!layout.isValid)
        }
    }

    @Test(arguments: [SheetLayout.Fold.shortEdge, .longEdge])
    func `have their pages left and right of the fold`(_ fold: SheetLayout.Fold) async throws {
        try await withFixtures { fixtures in
            let maker = PDFMaker(pages: Array(repeating: PDFMaker.Page(colour: "1 1 0"), count: 8))
            let source = try fixtures.write(maker.text, as: "book.pdf")
            var layout = SheetLayout(
                faces: [[8, 1], [2, 7], [0, 3], [4]],
                sheet: sheet,
                numberUp: 2
            )
            layout.fold = fold
            let result = try await prepare(layout, of: source, fixtures)
            // As the printer turns them, backs of the long edge are upside down: the reader's left is above.
            for (side, turn, pages) in [
                (1, 90, ["8", "1"]), (2, fold == .shortEdge ? 90 : 270, ["2", "7"]),
                (3, 90, ["3"]), (4, fold == .shortEdge ? 90 : 270, ["4"]),
            ] {
                let held = fixtures.path("held-\(side).pdf")
                _ = try run("qpdf", "--rotate=+\(turn):\(side)", result, held)
                let found = try words(held, side)
                #expect(found.sorted { $0.x < $1.x }.map(\.word) == pages, "side \(side)")
                #expect(found.allSatisfy { ($0.x < 400) == (["8", "2", "4"].contains($0.word)) })
            }
        }
    }

    private func common(_ a: Imposition.Area, _ b: Imposition.Area) -> Imposition.Area {
        let (x, y) = (max(a.x, b.x), max(a.y, b.y))
        return Imposition.Area(
            x: x,
            y: y,
            width: max(0, min(a.x + a.width, b.x + b.width) - x),
            height: max(0, min(a.y + a.height, b.y + b.height) - y)
        )
    }

    @Test func `meet at the fold`() throws {
        let size = PageSize(width: 600, height: 1000)
        var layout = SheetLayout(faces: [[1, 2]], sheet: sheet, numberUp: 2)
        layout.fold = .shortEdge
        guard
            case .sheet(_, _, let pages) = Imposition(layout, first: size).face(
                [1, 2],
                size: { _ in size }
            )
        else {
            Issue.record("A folded sheet is a new page.")
            return
        }
        // Held, the sheet is 800 x 600, and pages are 560 high; as it is fed, the reader's left is below.
        let rounded = pages.map { $0.matrix.map { ($0 * 100).rounded() } }
        #expect(rounded == [[0, 56, -56, 0, 58000, 6400], [0, 56, -56, 0, 58000, 40000]])
        #expect(pages.map { $0.clip.y } == [20, 400])
        #expect(pages.map { $0.clip.height } == [380, 380])
    }

    @Test(arguments: [(2, 3, false), (3, 2, false), (2, 3, true), (1, 1, false), (10, 10, true)])
    func `of a poster show a page once`(_ columns: Int, _ rows: Int, _ mirror: Bool) throws {
        let size = PageSize(width: 300, height: 400)
        for isReversed in [false, true] {
            var layout = SheetLayout(faces: [[1]], sheet: sheet)
            layout.poster = .init(columns: columns, rows: rows, isReversed: isReversed)
            layout.mirror = mirror
            let imposition = Imposition(layout, first: size)
            var area = 0.0
            var corners = Set<[Int]>()
            for index in 0..<(columns * rows) {
                guard
                    case .sheet(_, _, let placed) = imposition.face(
                        [1],
                        at: index + columns * rows,
                        size: { _ in size }
                    ), let part = placed.first, let cut = part.cut
                else {
                    Issue.record("A sheet of a poster is a new page.")
                    return
                }
                // The part of the page that this sheet shows within its marks, in the coordinates of the page.
                let m = part.matrix
                let scale = abs(m[0]) + abs(m[1])
                let far = [
                    m[0] * size.width + m[2] * size.height, m[1] * size.width + m[3] * size.height,
                ]
                let whole = Imposition.Area(
                    x: m[4] + min(0, far[0]),
                    y: m[5] + min(0, far[1]),
                    width: abs(far[0]),
                    height: abs(far[1])
                )
                let shown = common(common(cut, whole), part.clip)
                area += shown.width * shown.height / scale / scale
                let (x, y) = (cut.x - m[4], cut.y - m[5])
                let at = m[0] != 0 ? [x / m[0], y / m[3]] : [y / m[1], x / m[2]]
                #expect(corners.insert(at.map { Int($0.rounded()) }).inserted)
                #expect(part.clip.x >= 19.99 && part.clip.x + part.clip.width <= 580.01)
            }
            #expect(abs(area - 300 * 400) < 300 * 400 * 0.001, "\(area)")
        }
    }

    @Test func `of a poster are ordered by rows`() async throws {
        try await withFixtures { fixtures in
            let source = try fixtures.write(Self.quarters, as: "quarters.pdf")
            for isReversed in [false, true] {
                var layout = SheetLayout(
                    faces: Array(repeating: [1], count: 4),
                    sheet: sheet,
                    orientation: .portrait
                )
                layout.poster = .init(columns: 2, rows: 2, isReversed: isReversed)
                let result = try await prepare(layout, of: source, fixtures)
                var colours: [String] = []
                for page in 1...4 {
                    try await withPreviewer { previewer in
                        let image = try await thumbnail(previewer, result, page: page, size: 400)
                        colours.append(image.colour(0.5, 0.5))
                    }
                }
                let expected = ["red", "green", "blue", "yellow"]
                #expect(colours == (isReversed ? expected.reversed() : expected))
                let marks = try run("qpdf", "--qdf", "--stream-data=uncompress", result, "-")
                #expect(marks.contains("1 G 2 w"))
            }
        }
    }

    @Test func `are refused with contradictions`() {
        var layout = SheetLayout(faces: [[1]], sheet: sheet)
        layout.fold = .shortEdge
        #expect(!layout.isValid)
        layout.numberUp = 2
        #expect(layout.isValid)
        layout.poster = .init(columns: 2, rows: 2)
        #expect(!layout.isValid)
        layout.fold = .none
        layout.numberUp = 1
        #expect(layout.isValid && SheetLayout(decoding: layout.encoded()) == layout)
        layout.poster = .init(columns: 11, rows: 1)
        #expect(!layout.isValid && SheetLayout(decoding: layout.encoded()) == nil)
        layout.poster = .init(columns: 0, rows: 1)
        #expect(!layout.isValid && SheetLayout(decoding: layout.encoded()) == nil)
    }
}
