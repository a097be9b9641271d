import Glibc
import PreviewHelper

/// Draws a model: from above and to the side, without perspective, shaded by a light from the front.
struct ModelPicture {
    private let width: Int
    private var depths: [Float]
    private var shades: [UInt8]

    /// How often the picture is finer than what is shown, in each direction.
    private static let finer = 2
    private static let edgeLimit = 2_048
    /// The paint of the model, and the part of the picture that it may take.
    private static let paint = SIMD3<Float>(118, 152, 186)
    private static let share: Float = 0.92

    private init(width: Int) {
        self.width = width
        depths = [Float](repeating: -.infinity, count: width * width)
        shades = [UInt8](repeating: 0, count: width * width)
    }

    /// Draws a model in a square of so many pixels; `nil` where it has no triangle.
    static func draw(_ model: Model, pixels: Int) -> Picture? {
        guard let (low, high) = model.bounds else { return nil }
        let edge = max(16, min(pixels, edgeLimit / finer))
        var canvas = ModelPicture(width: edge * finer)
        let center = (low + high) / 2
        // The corner is turned so that three sides of a box are seen.
        let corners = model.corners.map { canvas.turned($0 - center, model.isThirdUp) }
        var reach: Float = 0
        for corner in corners { reach = max(reach, max(abs(corner.x), abs(corner.y))) }
        let half = Float(canvas.width) / 2
        let scale = reach > 0 ? half * share / reach : 1
        for index in stride(from: 0, to: corners.count - 2, by: 3) {
            canvas.fill(corners[index], corners[index + 1], corners[index + 2], scale, half)
        }
        return canvas.picture(edge)
    }

    /// A point as it is seen: right, up, and towards the eye.
    private func turned(_ point: SIMD3<Float>, _ isThirdUp: Bool) -> SIMD3<Float> {
        let point = isThirdUp ? point : SIMD3(point.x, -point.z, point.y)
        let (side, above): (Float, Float) = (0.55, 0.5)
        let x = cosf(side) * point.x + sinf(side) * point.y
        let deep = -sinf(side) * point.x + cosf(side) * point.y
        let y = cosf(above) * point.z + sinf(above) * deep
        let near = sinf(above) * point.z - cosf(above) * deep
        return SIMD3(x, y, near)
    }

    /// Fills a triangle where it is nearer than what is there.
    private mutating func fill(
        _ a: SIMD3<Float>,
        _ b: SIMD3<Float>,
        _ c: SIMD3<Float>,
        _ scale: Float,
        _ half: Float
    ) {
        let (one, two) = (b - a, c - a)
        let normal = SIMD3(
            one.y * two.z - one.z * two.y,
            one.z * two.x - one.x * two.z,
            one.x * two.y - one.y * two.x
        )
        let length = (normal * normal).sum().squareRoot()
        guard length > 0 else { return }
        // Both sides of a triangle are lit, since the order of corners is often wrong.
        let light = SIMD3<Float>(-0.35, 0.45, 0.82)
        let facing = normal.z < 0 ? -normal : normal
        let shade = UInt8(clamping: 40 + 215 * max(0, min(1, (facing * light).sum() / length)))
        let points = [a, b, c].map { SIMD2($0.x * scale + half, half - $0.y * scale) }
        let top = max(0, Int(clamping: points.map(\.y).reduce(.infinity, min)))
        let bottom = min(width - 1, Int(clamping: points.map(\.y).reduce(-.infinity, max)))
        let left = max(0, Int(clamping: points.map(\.x).reduce(.infinity, min)))
        let right = min(width - 1, Int(clamping: points.map(\.x).reduce(-.infinity, max)))
        guard top <= bottom, left <= right else { return }
        let (p, q, r) = (points[0], points[1], points[2])
        let area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        guard area != 0 else { return }
        for row in top...bottom {
            for column in left...right {
                let (x, y) = (Float(column) + 0.5, Float(row) + 0.5)
                let v = ((x - p.x) * (r.y - p.y) - (y - p.y) * (r.x - p.x)) / area
                let w = ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / area
                guard v >= 0, w >= 0, v + w <= 1 else { continue }
                let depth = a.z + v * one.z + w * two.z
                let place = row * width + column
                guard depth > depths[place] else { continue }
                (depths[place], shades[place]) = (depth, shade)
            }
        }
    }

    /// The picture, averaged, on white.
    private func picture(_ edge: Int) -> Picture {
        var pixels = [UInt8](repeating: 255, count: edge * edge * 4)
        let finer = Self.finer
        for row in 0..<edge {
            for column in 0..<edge {
                var sum = SIMD3<Float>()
                for part in 0..<(finer * finer) {
                    let place = (row * finer + part / finer) * width + column * finer + part % finer
                    let isEmpty = depths[place] == -.infinity
                    let shade = Float(shades[place]) / 255
                    // Light parts go towards white.
                    sum += isEmpty ? SIMD3(repeating: 255) : Self.paint * (0.25 + shade)
                }
                for axis in 0..<3 {
                    let mean = sum[axis] / Float(finer * finer)
                    pixels[(row * edge + column) * 4 + axis] = UInt8(
                        clamping: max(0, min(255, mean))
                    )
                }
            }
        }
        return Picture(width: edge, height: edge, pixels: pixels)
    }
}
