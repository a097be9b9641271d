import PreviewModel
import Testing

/// A sheet of 600 x 800 points with margins of 20.
private let sheet = SheetLayout.Sheet(
    width: 600,
    length: 800,
    top: 20,
    right: 20,
    bottom: 20,
    left: 20
)

private func placements(
    _ width: Double,
    _ height: Double,
    numberUp: Int = 1,
    pages: [Int] = [1],
    _ change: (inout SheetLayout) -> Void
) -> [Imposition.Placement] {
    let size = PageSize(width: width, height: height)
    var layout = SheetLayout(faces: [pages], sheet: sheet, numberUp: numberUp)
    change(&layout)
    let face = Imposition(layout, first: size).face(pages) { _ in size }
    guard case .sheet(_, _, let placements) = face else { return [] }
    return placements
}

/// The rectangle that a page covers, rounded: left, below, right, above.
private func covered(
    _ placement: Imposition.Placement,
    _ width: Double,
    _ height: Double
)
    -> [Double]
{
    let m = placement.matrix
    let corners = [(0, 0), (width, height)].map { x, y in
        (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
    }
    let (a, b) = (corners[0], corners[1])
    return [min(a.0, b.0), min(a.1, b.1), max(a.0, b.0), max(a.1, b.1)].map { $0.rounded() }
}

@Suite struct `A page with placement options` {
    /// A page as wide as the sheet, and one that is longer than what can be printed.
    @Test(
        arguments: [
            (600, 300, .top, [0, 480, 600, 780]), (600, 300, .bottomLeft, [0, 20, 600, 320]),
            (600, 300, .center, [0, 250, 600, 550]), (300, 790, .left, [20, 5, 320, 795]),
            (300, 790, .topRight, [280, 10, 580, 800]), (590, 790, .top, [5, 10, 595, 800]),
        ] as [(Double, Double, SheetLayout.Position, [Double])]
    )
    func `keeps to the margins in each direction in which it fits`(
        _ width: Double,
        _ height: Double,
        _ position: SheetLayout.Position,
        _ area: [Double]
    ) throws {
        for scaling in [SheetLayout.Scaling.auto, .none] {
            let placed = placements(width, height) {
                $0.position = position
                $0.scaling = scaling
                $0.orientation = .portrait
            }
            #expect(covered(try #require(placed.first), width, height) == area, "\(scaling)")
        }
    }

    @Test(
        arguments: [
            (.center, [200, 300, 400, 500]), (.top, [200, 580, 400, 780]),
            (.bottom, [200, 20, 400, 220]), (.left, [20, 300, 220, 500]),
            (.topRight, [380, 580, 580, 780]), (.bottomLeft, [20, 20, 220, 220]),
        ] as [(SheetLayout.Position, [Double])]
    )
    func `is at the requested position within the margins`(
        _ position: SheetLayout.Position,
        _ area: [Double]
    ) throws {
        let page = try #require(placements(200, 200) { $0.position = position }.first)
        #expect(covered(page, 200, 200) == area)
    }

    @Test func `has the requested size`() throws {
        let half = try #require(
            placements(600, 800) {
                $0.scaling = .none
                $0.percent = 50
            }.first
        )
        #expect(covered(half, 600, 800) == [150, 200, 450, 600])
        let fitted = try #require(
            placements(280, 380) {
                $0.scaling = .fit
                $0.percent = 50
            }.first
        )
        #expect(covered(fitted, 280, 380) == [160, 210, 440, 590])
    }

    @Test func `is mirrored`() throws {
        let plain = try #require(placements(200, 100) { $0.position = .left }.first)
        let mirrored = try #require(
            placements(200, 100) {
                $0.position = .left
                $0.mirror = true
            }.first
        )
        #expect(covered(plain, 200, 100) == [20, 350, 220, 450])
        #expect(covered(mirrored, 200, 100) == [380, 350, 580, 450])
        // The left edge of the page is at the right now.
        #expect(mirrored.matrix[0] == -1 && mirrored.matrix[3] == 1)
        // Not even a page of the sheet's size stays as it is.
        #expect(placements(600, 800) { $0.mirror = true }.first?.matrix == [-1, 0, 0, 1, 600, 0])
        // Turned, left and right are still those of the reader.
        let turned = try #require(
            placements(800, 600) {
                $0.orientation = .landscape
                $0.mirror = true
            }.first
        )
        #expect(turned.matrix == [0, -1, -1, 0, 600, 800])
    }

    @Test(
        arguments: [(.single, 1, 1), (.doubleThick, 2, 6)]
            as [(SheetLayout.Border, Int, Double)]
    )
    func `has its border within the margins`(
        _ border: SheetLayout.Border,
        _ count: Int,
        _ inset: Double
    ) throws {
        let page = try #require(
            placements(560, 760) {
                $0.scaling = .fit
                $0.border = border
            }.first
        )
        #expect(page.lines.count == count)
        let half = border.width / 2
        for line in page.lines {
            #expect(line.x - half >= 20 - 0.01 && line.y - half >= 20 - 0.01)
            #expect(line.x + line.width + half <= 580.01)
            #expect(line.y + line.height + half <= 780.01)
        }
        #expect(covered(page, 560, 760)[0] >= 20 + inset - 1)
    }

    @Test(
        arguments: [
            (.lrtb, [1, 2, 3, 4]), (.lrbt, [3, 4, 1, 2]), (.rltb, [2, 1, 4, 3]),
            (.rlbt, [4, 3, 2, 1]), (.tblr, [1, 3, 2, 4]), (.tbrl, [3, 1, 4, 2]),
            (.btlr, [2, 4, 1, 3]), (.btrl, [4, 2, 3, 1]),
        ] as [(SheetLayout.Order, [Int])]
    )
    func `takes its position in the requested order`(_ order: SheetLayout.Order, _ rows: [Int]) {
        let placed = placements(300, 400, numberUp: 4, pages: [1, 2, 3, 4]) { $0.order = order }
        let read = placed.sorted { a, b in
            let (a, b) = (covered(a, 300, 400), covered(b, 300, 400))
            return a[1] != b[1] ? a[1] > b[1] : a[0] < b[0]
        }
        #expect(read.map(\.page) == rows)
    }

    @Test func `survives encoding and decoding`() {
        var layout = SheetLayout(faces: [[1]], sheet: sheet)
        layout.percent = 75
        layout.resolution = 300
        layout.position = .bottomRight
        layout.order = .btrl
        layout.mirror = true
        layout.border = .double
        #expect(SheetLayout(decoding: layout.encoded()) == layout)
        layout.percent = 0
        #expect(SheetLayout(decoding: layout.encoded()) == nil)
        layout.percent = 100
        layout.resolution = 10_000
        #expect(SheetLayout(decoding: layout.encoded()) == nil)
    }
}
