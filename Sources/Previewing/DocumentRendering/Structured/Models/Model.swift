/// A model of triangles in space.
struct Model {
    /// The corners, three for each triangle.
    private(set) var corners: [SIMD3<Float>] = []
    /// How many points it has in place of triangles.
    private(set) var points = 0
    /// The smallest and the largest coordinates of those.
    private var pointBounds: (low: SIMD3<Float>, high: SIMD3<Float>)?
    /// Whether the third axis points up, as in printers; otherwise the second does.
    var isThirdUp = true

    /// The most triangles that are drawn.
    static let limit = 2_000_000
    /// How many points fit beside one another.
    private static let pointsAcross: Float = 120

    /// Whether no more triangles are taken.
    var isFull: Bool { corners.count >= Self.limit * 3 }
    /// The number of triangles.
    var count: Int { corners.count / 3 }

    /// Adds a triangle, if its corners are numbers.
    mutating func add(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) {
        guard !isFull else { return ReadingExtent.noteOmission() }
        for corner in [a, b, c] {
            for axis in 0..<3 {
                guard corner[axis].isFinite, abs(corner[axis]) < 1e15 else { return }
            }
        }
        corners.append(a)
        corners.append(b)
        corners.append(c)
    }

    /// Adds points, as scanners measure them, each as a small tetrahedron.
    mutating func add(points: [SIMD3<Float>]) {
        let known = points.filter { point in
            (0..<3).allSatisfy { point[$0].isFinite && abs(point[$0]) < 1e15 }
        }
        guard let (low, high) = Self.bounds(known) else { return }
        self.points = known.count
        pointBounds = (low, high)
        let extent = (high - low).max()
        let edge = extent > 0 ? extent / Self.pointsAcross : 1
        let tips: [SIMD3<Float>] = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
        // Of too many, some from all over.
        let step = known.count / (Self.limit / tips.count) + 1
        if step > 1 { ReadingExtent.noteOmission() }
        for index in stride(from: 0, to: known.count, by: step) {
            let point = known[index]
            let corners = tips.map { point + $0 * (edge / 2) }
            for left in corners.indices {
                let others = corners.indices.filter { $0 != left }.map { corners[$0] }
                add(others[0], others[1], others[2])
            }
        }
    }

    /// The smallest and the largest coordinates.
    var bounds: (low: SIMD3<Float>, high: SIMD3<Float>)? { Self.bounds(corners) }

    private static func bounds(
        _ corners: [SIMD3<Float>]
    ) -> (low: SIMD3<Float>, high: SIMD3<Float>)? {
        guard let first = corners.first else { return nil }
        return corners.reduce((first, first)) { bounds, corner in
            (pointwiseMin(bounds.0, corner), pointwiseMax(bounds.1, corner))
        }
    }

    /// The lengths of the edges of its box, such as "40 × 30 × 12.5".
    var size: String? {
        (pointBounds ?? bounds).map { low, high in
            (0..<3).map { axis in
                let length = Double(high[axis] - low[axis])
                return NumberText.general((length * 1_000).rounded() / 1_000)
            }.joined(separator: " × ")
        }
    }
}
