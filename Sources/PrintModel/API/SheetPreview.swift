/// What the sheets of a job look like before they are printed: the answer to `POST /v1/previews`.
///
/// It speaks of one copy. Each face is one page of the finished PDF that would be sent, so that its
/// picture shows the very file that goes to the printer. Sheets are shown as they are fed; where all of
/// them are read the other way, such as those of a presentation, they are turned for the reader.
public struct SheetPreview: Codable, Sendable, Equatable {
    /// The id under which the service shows the faces; unused ones go after an hour.
    public var id: String
    /// How many sides of one copy have a picture; the back of the last sheet has none where it
    /// stays white.
    public var faces: Int
    /// The document's pages on each face, in the order in which they stand there; an empty face
    /// stays white.
    public var pages: [[Int]]
    /// How many sheets of paper one copy takes.
    public var sheets: Int
    /// On which sides of the sheets.
    public var sides: Sides
    /// The sheet with its margins, if the printer says how large it is.
    public var sheet: SheetSize?
    /// The colours that the faces are shown in: `color`, or `monochrome` where the plan or the
    /// printer has no colours.
    public var color: ColorMode
    /// What the service says about printing this: printer, document, plan and notices.
    public var check: PrintCheck

    /// Makes a preview of what a plan describes; `nil` where nobody knows the pages yet.
    ///
    /// - Parameters:
    ///   - id: The id under which the service shows the faces.
    ///   - check: An answer that says how it will be printed.
    ///   - printsColor: Whether the printer has colours at all.
    public init?(id: String, check: PrintCheck, printsColor: Bool) {
        guard let plan = check.plan, let pages = plan.faces, !pages.isEmpty else { return nil }
        self.id = id
        self.faces = pages.count
        self.pages = pages
        self.sheets = plan.sides.isTwoSided ? (pages.count + 1) / 2 : pages.count
        self.sides = plan.sides
        self.sheet = plan.sheet
        self.color = printsColor && plan.color?.isGrey != true ? .color : .monochrome
        self.check = check
    }

    /// The faces of a sheet, front first; empty where there is no such sheet.
    ///
    /// - Parameter number: The sheet, from 1.
    /// - Returns: The numbers of its faces, from 1: one, or two where both sides are printed on.
    public func faces(ofSheet number: Int) -> [Int] {
        guard (1...max(1, sheets)).contains(number), faces > 0 else { return [] }
        guard sides.isTwoSided else { return [number] }
        let front = 2 * number - 1
        return front < faces ? [front, front + 1] : [front]
    }

    /// The same in the words of a language.
    public func inWords(of language: Language) -> SheetPreview {
        var copy = self
        copy.check = check.inWords(of: language)
        return copy
    }
}

extension ColorMode {
    /// Whether nothing but shades of one colour comes out: `monochrome`, `auto-monochrome`,
    /// `process-monochrome`, `bi-level` and their kind (PWG 5100.13, 6.2.3).
    public var isGrey: Bool {
        rawValue.hasSuffix("monochrome") || rawValue.hasSuffix("bi-level")
    }
}
