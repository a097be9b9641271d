extension SheetLayout {
    /// The border around each page.
    public enum Border: UInt8, Sendable {
        case none, single, singleThick, double, doubleThick

        /// The width of a line, in points.
        public var width: Double {
            switch self {
            case .none: 0
            case .single, .double: 0.5
            case .singleThick, .doubleThick: 1.5
            }
        }
        /// The number of lines.
        public var count: Int {
            switch self {
            case .none: 0
            case .single, .singleThick: 1
            case .double, .doubleThick: 2
            }
        }
        /// The distance of the page from the edge of its place, in points.
        public var inset: Double { Double(count) * width * 2 }
    }

    /// The fold of a booklet, in the middle between the two pages of a side.
    public enum Fold: UInt8, Sendable {
        case none
        /// The printer turns the sheets about their short edge, to which the fold is parallel.
        case shortEdge
        /// The printer turns the sheets about their long edge, so that backs are upside down.
        case longEdge
    }
}
