import PreviewModel
import Testing

/// A sheet of 600 x 800 points with margins that differ on each side.
private let sheet = SheetLayout.Sheet(
    width: 600,
    length: 800,
    top: 40,
    right: 30,
    bottom: 20,
    left: 10
)
private let bare = SheetLayout.Sheet(width: 600, length: 800)

private func face(
    _ width: Double,
    _ height: Double,
    on sheet: SheetLayout.Sheet? = sheet,
    numberUp: Int = 1,
    _ scaling: SheetLayout.Scaling = .auto,
    _ orientation: SheetLayout.Orientation? = nil,
    pages: [Int] = [1],
    isPicture: Bool = false
) -> Imposition.Face {
    let size = PageSize(width: width, height: height)
    let layout = SheetLayout(
        faces: [pages],
        sheet: sheet,
        numberUp: numberUp,
        scaling: scaling,
        orientation: orientation
    )
    return Imposition(layout, first: size, isPicture: isPicture).face(pages) { _ in size }
}

extension Imposition.Face {
    /// The matrices of what stands on a new page, rounded; nothing for a page as it is.
    fileprivate var matrices: [[Double]] {
        guard case .sheet(_, _, let placements) = self else { return [] }
        return placements.map { $0.matrix.map { ($0 * 1000).rounded() / 1000 } }
    }

    /// Where the corners of the first page come to lie.
    fileprivate func corners(_ width: Double, _ height: Double) -> [[Double]] {
        guard case .sheet(_, _, let placements) = self, let m = placements.first?.matrix else {
            return []
        }
        return [(0, 0), (width, height)].map { x, y in
            [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]].map {
                ($0 * 10).rounded() / 10
            }
        }
    }
}

@Suite struct `A page on a sheet` {
    @Test func `of the sheet's size stays unchanged, or is only rotated`() {
        #expect(face(600, 800) == .page(1, quarterTurns: 0))
        #expect(face(602, 798) == .page(1, quarterTurns: 0))
        #expect(face(800, 600) == .page(1, quarterTurns: 1))
        #expect(face(600, 800, .fill) == .page(1, quarterTurns: 0))
        #expect(face(600, 800, .none) == .page(1, quarterTurns: 0))
        #expect(face(600, 800, on: bare, .fit) == .page(1, quarterTurns: 0))
        #expect(face(100, 50, on: nil) == .page(1, quarterTurns: 0))
        #expect(face(800, 600, .auto, .landscape) == .page(1, quarterTurns: 1))
        #expect(face(600, 800, .auto, .portrait) == .page(1, quarterTurns: 0))
        #expect(face(600, 800, .auto, .reversePortrait) == .page(1, quarterTurns: 2))
        #expect(face(800, 600, .auto, .reverseLandscape) == .page(1, quarterTurns: 3))
        #expect(face(100, 50, on: nil, .auto, .reversePortrait) == .page(1, quarterTurns: 2))
    }

    @Test func `of a reversed orientation is placed within the margins, and turned by half a turn`()
    {
        // Half as large, it fills the 560 x 740 points between the margins: from 10 to 570, and from 20 to 760.
        #expect(face(1120, 1480, .fit, .portrait).corners(1120, 1480) == [[10, 20], [570, 760]])
        #expect(
            face(1120, 1480, .fit, .reversePortrait).corners(1120, 1480) == [
                [570, 760], [10, 20],
            ]
        )
        // Four to a side keep their order for the reader.
        let four = face(600, 800, numberUp: 4, .auto, .portrait, pages: [1, 2, 3, 4]).matrices
        let turned = face(600, 800, numberUp: 4, .auto, .reversePortrait, pages: [1, 2, 3, 4])
            .matrices
        #expect(four.count == 4 && turned.count == 4)
        #expect(turned[0][4] > turned[1][4] && turned[0][5] < turned[2][5])
        #expect(four[0][4] < four[1][4] && four[0][5] > four[2][5])
    }

    @Test func `of the sheet's size is scaled down if it has to fit the margins`() {
        let placed = face(600, 800, .fit)
        // 560 x 740 are left; 740 of 800 is the smaller scale.
        #expect(placed.matrices == [[0.925, 0, 0, 0.925, 12.5, 20]])
    }

    @Test func `that is smaller keeps its size, and is centered`() {
        #expect(face(300, 400).matrices == [[1, 0, 0, 1, 150, 200]])
        #expect(face(400, 300).matrices == [[1, 0, 0, 1, 100, 250]])
    }

    @Test func `that is smaller but too wide is rotated counterclockwise`() {
        // As held the sheet is 800 wide and 600 high; its foot lies at the right.
        #expect(face(700, 300).matrices == [[0, 1, -1, 0, 450, 50]])
    }

    @Test func `that is larger is scaled down to fit the margins`() {
        let (placed, turned) = (face(1200, 1600), face(1600, 1200))
        #expect(placed.corners(1200, 1600) == [[12.5, 20], [567.5, 760]])
        // Turned, the head of the page lies at the left edge of the sheet.
        #expect(turned.corners(1600, 1200) == [[567.5, 20], [12.5, 760]])
    }

    @Test func `fills the sheet, and is cropped at its edges`() {
        let placed = face(400, 400, .fill)
        #expect(placed.matrices == [[2, 0, 0, 2, -100, 0]])
        guard case .sheet(_, _, let placements) = placed else { return }
        #expect(placements[0].clip == .init(x: 0, y: 0, width: 600, height: 800))
    }

    @Test func `in its own size may be larger than the sheet`() {
        #expect(face(1000, 1000, .none).matrices == [[1, 0, 0, 1, -200, -100]])
    }

    @Test func `is upright on a sheet held in the requested orientation`() {
        let (placed, upright) = (
            face(600, 800, .auto, .landscape), face(800, 600, .auto, .portrait)
        )
        // 740 x 560 are left of the landscape sheet; 560 of 800 is the scale.
        #expect(placed.matrices.first.map { Array($0.prefix(4)) } == [0, 0.7, -0.7, 0])
        #expect(upright.matrices.first.map { Array($0.prefix(4)) } == [0.7, 0, 0, 0.7])
    }

    @Test func `on a sheet wider than long is rotated if it is in portrait`() {
        let wide = SheetLayout.Sheet(width: 800, length: 600)
        #expect(face(800, 600, on: wide, .auto, .landscape) == .page(1, quarterTurns: 0))
        #expect(face(600, 800, on: wide) == .page(1, quarterTurns: 1))
    }
}

@Suite struct `A picture on a sheet` {
    @Test func `fills the printable area, rotated if it is larger that way`() {
        let placed = face(72, 96, isPicture: true)
        #expect(placed.corners(72, 96) == [[12.5, 20], [567.5, 760]])
        #expect(face(96, 72, isPicture: true).corners(96, 72) == [[567.5, 20], [12.5, 760]])
    }

    @Test func `extends to the edges on a borderless printer`() {
        #expect(face(100, 100, on: bare, isPicture: true).matrices == [[8, 0, 0, 8, -100, 0]])
    }

    @Test func `is never treated as a full page`() {
        #expect(face(600, 800, .none, isPicture: true).matrices == [[1, 0, 0, 1, 0, 0]])
    }

    @Test func `without a sheet size is placed on A4`() {
        guard case .sheet(let width, let height, _) = face(9, 9, on: nil, isPicture: true) else {
            Issue.record("no sheet")
            return
        }
        #expect(width == 595.276 && height == 841.89)
    }
}

@Suite struct `Several pages on a side` {
    private func scales(_ numberUp: Int, _ width: Double, _ height: Double) -> [Double] {
        face(width, height, on: bare, numberUp: numberUp, pages: Array(1...numberUp)).matrices[0]
    }

    @Test func `rotate the sheet if they are larger that way`() {
        // Two upright pages side by side, the first at the head of the landscape sheet's left.
        let two = face(600, 800, on: bare, numberUp: 2, pages: [1, 2])
        guard case .sheet(600, 800, let placements) = two else {
            Issue.record("\(two)")
            return
        }
        #expect(placements.map(\.page) == [1, 2])
        #expect(placements.allSatisfy { $0.matrix[0] == 0 && $0.matrix[1] > 0.65 })
        // As fed, the first lies below: the reader's left is the foot of the sheet.
        #expect(placements[0].matrix[5] < placements[1].matrix[5])
        #expect(scales(2, 800, 600)[0] > 0.6)
        #expect(scales(4, 600, 800)[0] > 0.49)
        #expect(scales(9, 600, 800)[0] > 0.32)
        #expect(scales(6, 600, 800)[1] > 0.33)
    }

    @Test func `run from left to right, then down`() {
        let four = face(600, 800, on: bare, numberUp: 4, pages: [1, 2, 3, 4]).matrices
        #expect(four[0][4] < four[1][4] && four[0][5] == four[1][5])
        #expect(four[2][5] < four[0][5] && four[2][4] == four[0][4])
    }

    @Test func `keep their size on a side that is not full`() {
        let three = face(600, 800, on: bare, numberUp: 4, pages: [1, 2, 3]).matrices
        let four = face(600, 800, on: bare, numberUp: 4, pages: [1, 2, 3, 4]).matrices
        #expect(three == Array(four.prefix(3)))
    }

    @Test(arguments: [2, 4, 6, 9, 16]) func `stay within the margins without overlapping`(
        _ count: Int
    ) {
        let placed = face(600, 800, numberUp: count, pages: Array(1...count))
        guard case .sheet(_, _, let placements) = placed else {
            Issue.record("\(placed)")
            return
        }
        #expect(placements.count == count)
        for (index, one) in placements.enumerated() {
            #expect(one.clip.x >= 9.99 && one.clip.x + one.clip.width <= 570.01)
            #expect(one.clip.y >= 19.99 && one.clip.y + one.clip.height <= 760.01)
            for other in placements[(index + 1)...] {
                let apartX =
                    one.clip.x + one.clip.width <= other.clip.x
                    || other.clip.x + other.clip.width <= one.clip.x
                let apartY =
                    one.clip.y + one.clip.height <= other.clip.y
                    || other.clip.y + other.clip.height <= one.clip.y
                #expect(apartX || apartY)
            }
        }
    }
}

@Suite struct `A layout` {
    private static let full = SheetLayout(
        faces: [[3, 1], [], [2]],
        sheet: sheet,
        numberUp: 2,
        scaling: .fill,
        orientation: .landscape
    )

    @Test(arguments: [
        full, SheetLayout(faces: [[1]]), SheetLayout(faces: [[1_000_000]], sheet: .a4),
    ])
    func `survives encoding and decoding`(_ layout: SheetLayout) {
        #expect(SheetLayout(decoding: layout.encoded()) == layout)
    }

    @Test func `that is truncated or has trailing bytes is rejected`() {
        let bytes = Self.full.encoded()
        for count in 0..<bytes.count {
            #expect(SheetLayout(decoding: Array(bytes[..<count])) == nil)
        }
        #expect(SheetLayout(decoding: bytes + [0]) == nil)
    }

    @Test(arguments: [
        SheetLayout(faces: []), SheetLayout(faces: [[]]), SheetLayout(faces: [[1, 2]]),
        SheetLayout(faces: [[1]], numberUp: 0), SheetLayout(faces: [[1]], numberUp: 65),
        SheetLayout(faces: [[1]], sheet: .init(width: 0, length: 800)),
        SheetLayout(faces: [[1]], sheet: .init(width: .nan, length: 800)),
        SheetLayout(faces: [[1]], sheet: .init(width: 600, length: 800, left: 600)),
        SheetLayout(faces: [[1]], sheet: .init(width: 600, length: 800, top: -1)),
    ])
    func `that is impossible is rejected`(_ layout: SheetLayout) {
        #expect(!layout.isValid)
        #expect(SheetLayout(decoding: layout.encoded()) == nil)
    }
}
