extension Imposition.Area {
    /// The area without a margin of this width at each edge; a negative width adds one.
    func inset(by strip: Double) -> Imposition.Area {
        guard strip != 0 else { return self }
        return Imposition.Area(
            x: x + strip,
            y: y + strip,
            width: max(width - 2 * strip, 0.01),
            height: max(height - 2 * strip, 0.01)
        )
    }

    /// The part of the area that lies in another one.
    func within(_ other: Imposition.Area) -> Imposition.Area {
        let (left, below) = (max(x, other.x), max(y, other.y))
        return Imposition.Area(
            x: left,
            y: below,
            width: max(min(x + width, other.x + other.width) - left, 0.01),
            height: max(min(y + height, other.y + other.height) - below, 0.01)
        )
    }
}
