/// A preview of the sheets of a job before they are printed: the answer to `POST /v1/previews`.
///
/// It describes one copy. Each face is one page of the finished PDF that would be sent, so its
/// picture shows the very file that goes to the printer. A sheet that is read in another orientation
/// than it is fed, such as one of a presentation, is rotated for the reader.
public struct SheetPreview: Codable, Sendable, Equatable {
    /// The id under which the service serves the faces; unused ones expire after an hour.
    public var id: String
    /// The number of faces of one copy; the back of the last sheet has none if it stays blank.
    public var faces: Int
    /// The document's pages on each face, in the order of their cells; an empty face stays blank, and so does a
    /// cell of 0.
    public var pages: [[Int]]
    /// The number of sheets of one copy.
    public var sheets: Int
    /// The value of `sides`.
    public var sides: Sides
    /// The sheet with its margins; `nil` if the printer does not report its size.
    public var sheet: SheetSize?
    /// The color mode of the faces: `color`, or `monochrome` if the plan or the printer has no
    /// color.
    public var color: ColorMode
    /// The result of the check: printer, document, plan, and notices.
    public var check: PrintCheck

    /// Creates a preview of a plan; `nil` if its pages are unknown.
    ///
    /// - Parameters:
    ///   - id: The id under which the service serves the faces.
    ///   - check: The result of a check that allows printing.
    ///   - printsColor: Whether the printer supports color.
    public init?(id: String, check: PrintCheck, printsColor: Bool) {
        guard let plan = check.plan, let pages = plan.faces, !pages.isEmpty else { return nil }
        self.id = id
        self.faces = pages.count
        self.pages = pages
        self.sheets = plan.sides.isTwoSided ? (pages.count + 1) / 2 : pages.count
        self.sides = plan.sides
        self.sheet = plan.sheet
        self.color = printsColor && !plan.isGray ? .color : .monochrome
        self.check = check
    }

    /// The faces of a sheet, front first; empty if there is no such sheet.
    ///
    /// - Parameter number: The sheet, from 1.
    /// - Returns: The numbers of its faces, from 1: one, or two if both sides are printed.
    public func faces(ofSheet number: Int) -> [Int] {
        guard (1...max(1, sheets)).contains(number), faces > 0 else { return [] }
        guard sides.isTwoSided else { return [number] }
        let front = 2 * number - 1
        return front < faces ? [front, front + 1] : [front]
    }

    /// The same preview in another language.
    public func inWords(of language: Language) -> SheetPreview {
        var copy = self
        copy.check = check.inWords(of: language)
        return copy
    }
}
