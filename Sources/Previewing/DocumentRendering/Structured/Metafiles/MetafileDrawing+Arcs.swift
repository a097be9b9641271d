import Glibc

// Shapes with round parts, which become curves: so they can be turned and skewed as all others.
extension MetafileDrawing {
    /// A rectangle.
    func rectangle(_ box: Box) -> String {
        lines(
            [
                MetafilePoint(x: box.x, y: box.y), MetafilePoint(x: box.x + box.width, y: box.y),
                MetafilePoint(x: box.x + box.width, y: box.y + box.height),
                MetafilePoint(x: box.x, y: box.y + box.height),
            ],
            closed: true
        )
    }

    /// The ellipse in a rectangle.
    func ellipse(_ box: Box) -> String { curves(Self.arc(box, from: 0, by: 2 * .pi)) + "Z" }

    /// A rectangle with corners that are quarters of an ellipse of a size.
    func roundRectangle(_ box: Box, width: Double, height: Double) -> String {
        let (across, down) = (
            min(width.magnitude, box.width.magnitude), min(height.magnitude, box.height.magnitude)
        )
        guard across > 0, down > 0 else { return rectangle(box) }
        let (right, bottom) = (box.x + box.width - across, box.y + box.height - down)
        var points: [MetafilePoint] = []
        for (index, corner) in [(right, bottom), (box.x, bottom), (box.x, box.y), (right, box.y)]
            .enumerated()
        {
            let part = Box(x: corner.0, y: corner.1, width: across, height: down)
            let arc = Self.arc(part, from: Double(index) * .pi / 2, by: .pi / 2)
            // A line to the next corner is a curve whose points lie on it.
            if let last = points.last, let first = arc.first { points += [last, first, first] }
            points += points.isEmpty ? arc : Array(arc.dropFirst())
        }
        return curves(points) + "Z"
    }

    /// How an arc is closed.
    enum ArcEnd { case open, chord, pie }

    /// The part of an ellipse between two rays from its center, against the clock.
    func arc(_ box: Box, _ start: MetafilePoint, _ end: MetafilePoint, _ kind: ArcEnd) -> String {
        let points = Self.arc(box, between: start, end)
        guard kind == .pie else { return curves(points) + (kind == .chord ? "Z" : "") }
        let centre = MetafilePoint(x: box.x + box.width / 2, y: box.y + box.height / 2)
        return curves(points) + "L" + place(centre) + "Z"
    }

    /// The points of the curves of such a part.
    static func arc(
        _ box: Box,
        between start: MetafilePoint,
        _ end: MetafilePoint
    ) -> [MetafilePoint] {
        let (across, down) = (max(box.width.magnitude, 1e-6), max(box.height.magnitude, 1e-6))
        func angle(_ point: MetafilePoint) -> Double {
            atan2(
                (point.y - box.y - box.height / 2) / down,
                (point.x - box.x - box.width / 2) / across
            )
        }
        let from = angle(start)
        // The axis of y points downwards.
        var sweep = angle(end) - from
        if sweep >= 0 { sweep -= 2 * .pi }
        return arc(box, from: from, by: sweep)
    }

    /// The points of the curves of a part of the ellipse in a rectangle, from an angle on.
    static func arc(_ box: Box, from angle: Double, by sweep: Double) -> [MetafilePoint] {
        guard angle.isFinite, sweep.isFinite else { return [] }
        let (across, down) = (box.width / 2, box.height / 2)
        let centre = MetafilePoint(x: box.x + across, y: box.y + down)
        let sweep = min(max(sweep, -2 * .pi), 2 * .pi)
        let count = max(1, Int(clamping: (sweep.magnitude / (.pi / 2)).rounded(.up)))
        let step = sweep / Double(count)
        let bow = 4 / 3 * tan(step / 4)
        func point(_ angle: Double, _ tangent: Double) -> MetafilePoint {
            MetafilePoint(
                x: centre.x + across * (cos(angle) - tangent * sin(angle)),
                y: centre.y + down * (sin(angle) + tangent * cos(angle))
            )
        }
        var points = [point(angle, 0)]
        for index in 0..<count {
            let (begin, end) = (angle + step * Double(index), angle + step * Double(index + 1))
            points += [point(begin, bow), point(end, -bow), point(end, 0)]
        }
        return points
    }
}
