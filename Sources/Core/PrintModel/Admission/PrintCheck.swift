/// The result of a check whether a document can be printed.
public struct PrintCheck: Codable, Sendable, Equatable {
    /// Whether the document can be printed.
    public var possible: Bool
    /// The printer that was checked, if any.
    public var printer: PrinterID?
    /// The document, if one was given.
    public var document: DocumentFacts?
    /// The plan; `nil` if printing is not possible.
    public var plan: PrintPlan?
    /// The notices, which do not prevent printing.
    public var notices: [Obstacle]
    /// The obstacles, each with its remedy.
    public var obstacles: [Obstacle]

    /// Creates a result, which is positive if there is a plan and no obstacle.
    public init(
        printer: PrinterID?,
        document: DocumentFacts?,
        plan: PrintPlan?,
        notices: [Obstacle] = [],
        obstacles: [Obstacle]
    ) {
        self.possible = obstacles.isEmpty && plan != nil
        self.printer = printer
        self.document = document
        self.plan = obstacles.isEmpty ? plan : nil
        self.notices = notices
        self.obstacles = obstacles
    }

    /// The same result in another language.
    public func inWords(of language: Language) -> PrintCheck {
        var copy = self
        copy.document = document?.inWords(of: language)
        copy.notices = notices.map { $0.inWords(of: language) }
        copy.obstacles = obstacles.map { $0.inWords(of: language) }
        return copy
    }
}
