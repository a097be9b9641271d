/// A model of triangles in space.
struct Model {
    /// The corners, three for each triangle.
    private(set) var corners: [SIMD3<Float>] = []
    /// Whether the third axis points up, as in printers; otherwise the second does.
    var isThirdUp = true

    /// The most triangles that are drawn.
    static let limit = 2_000_000

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

    /// The smallest and the largest coordinates.
    var bounds: (low: SIMD3<Float>, high: SIMD3<Float>)? {
        guard let first = corners.first else { return nil }
        return corners.reduce((first, first)) { bounds, corner in
            (pointwiseMin(bounds.0, corner), pointwiseMax(bounds.1, corner))
        }
    }

    /// The lengths of the edges of its box, such as "40 × 30 × 12.5".
    var size: String? {
        bounds.map { low, high in
            (0..<3).map { axis in
                let length = Double(high[axis] - low[axis])
                return NumberText.general((length * 1_000).rounded() / 1_000)
            }.joined(separator: " × ")
        }
    }
}
