/// What will happen if a job is printed.
public struct PrintPlan: Codable, Sendable, Equatable {
    /// The document pages, in the order in which they are printed; `nil` where the scheduler lays
    /// the document out and nobody knows yet.
    public var pages: [Int]?
    /// How many copies.
    public var copies: Int
    /// How many sides are printed on, all copies together.
    public var impressions: Int?
    /// How many sheets of paper come out, all copies together.
    public var sheets: Int?
    /// On which sides.
    public var sides: Sides
    /// On which medium, if the printer says so.
    public var media: MediaName?
    /// How many pages stand on one side.
    public var numberUp: Int

    /// Makes a plan; sides and sheets are counted from the pages.
    public init(pages: [Int]?, copies: Int, sides: Sides, media: MediaName?, numberUp: Int = 1) {
        self.pages = pages
        self.copies = copies
        self.sides = sides
        self.media = media
        self.numberUp = numberUp
        if let count = pages?.count {
            let sidesPerCopy = (count + numberUp - 1) / numberUp
            let sheetsPerCopy = sides.isTwoSided ? (sidesPerCopy + 1) / 2 : sidesPerCopy
            impressions = sidesPerCopy * copies
            sheets = sheetsPerCopy * copies
        }
    }
}

/// The answer to the question whether a document can be printed.
public struct PrintCheck: Codable, Sendable, Equatable {
    /// Whether it can.
    public var possible: Bool
    /// The printer that was asked, if there is one.
    public var printer: PrinterID?
    /// The document, if there was one to look at.
    public var document: DocumentFacts?
    /// What will happen; `nil` where it is not possible.
    public var plan: PrintPlan?
    /// What is worth knowing, and refuses nothing.
    public var notices: [Obstacle]
    /// Why it is not possible, each with its remedy.
    public var obstacles: [Obstacle]

    /// Makes an answer: possible where there is a plan and no obstacle.
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

    /// The same answer in the words of a language.
    public func inWords(of language: Language) -> PrintCheck {
        var copy = self
        copy.notices = notices.map { $0.inWords(of: language) }
        copy.obstacles = obstacles.map { $0.inWords(of: language) }
        return copy
    }
}
