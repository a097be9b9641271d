/// What will happen if a job is printed.
///
/// What is sent is exactly what stands here: the finished PDF that it describes, and the attributes.
public struct PrintPlan: Codable, Sendable, Equatable {
    /// The document pages, in the order in which they come out; `nil` where the scheduler lays
    /// the document out and nobody knows yet.
    public var pages: [Int]?
    /// How many copies.
    public var copies: Int
    /// Whether the copies are kept apart.
    public var collate: Bool
    /// How many sides are printed on, all copies together.
    public var impressions: Int?
    /// How many sheets of paper come out, all copies together.
    public var sheets: Int?
    /// On which sides.
    public var sides: Sides
    /// On which medium, if the printer says so.
    public var media: MediaName?
    /// The size and the margins of that medium, if they are known.
    public var sheet: SheetSize?
    /// From which tray, if one is named.
    public var source: String?
    /// In colour or not, if that is said.
    public var color: ColorMode?
    /// How good, if that is said.
    public var quality: PrintQuality?
    /// How many pages stand on one side.
    public var numberUp: Int
    /// Whether the last sheet comes out first.
    public var reverse: Bool
    /// How the sheets are held; `nil` turns each page so that it fits best.
    public var orientation: PageOrientation?
    /// How large the pages stand on the sheets.
    public var scaling: PrintScaling
    /// What is done to the sheets afterwards.
    public var finishings: [String]
    /// In which bin they come out, if one is named.
    public var outputBin: String?
    /// How urgent, if that is said.
    public var priority: Int?
    /// Other attributes, by their IPP names.
    public var attributes: [String: String]
    /// How the values of ``attributes`` are written in IPP.
    public var syntaxes: [String: AttributeValues.Syntax]
    /// The `print-scaling` that is sent: `none` where the pages stand on their sheets already and the
    /// printer knows the word.
    public var printScaling: PrintScaling?
    /// In which order several pages fill a side.
    public var numberUpLayout: NumberUpLayout
    /// The size of the pages in percent of what ``scaling`` gives; `nil` is 100.
    public var percent: Int?
    /// The resolution at which pictures are printed in their own size, in pixels per inch.
    public var ppi: Int?
    /// Where a page stands that does not fill its place on the sheet.
    public var position: PagePosition
    /// Whether sheets are printed as a mirror shows them.
    public var mirror: Bool
    /// The lines around each page.
    public var border: PageBorder

    /// Makes a plan; sides and sheets are counted from the pages.
    public init(
        pages: [Int]?,
        copies: Int,
        collate: Bool = true,
        sides: Sides,
        media: MediaName?,
        sheet: SheetSize? = nil,
        source: String? = nil,
        color: ColorMode? = nil,
        quality: PrintQuality? = nil,
        numberUp: Int = 1,
        reverse: Bool = false,
        orientation: PageOrientation? = nil,
        scaling: PrintScaling = .auto,
        finishings: [String] = [],
        outputBin: String? = nil,
        priority: Int? = nil,
        attributes: [String: String] = [:],
        syntaxes: [String: AttributeValues.Syntax] = [:],
        printScaling: PrintScaling? = nil,
        numberUpLayout: NumberUpLayout = .lrtb,
        percent: Int? = nil,
        ppi: Int? = nil,
        position: PagePosition = .center,
        mirror: Bool = false,
        border: PageBorder = .none
    ) {
        self.pages = pages
        // What comes from a store or over the wire must not upset the arithmetic.
        let copies = min(
            max(copies, PrintTicket.copyRange.lowerBound),
            PrintTicket.copyRange.upperBound
        )
        self.copies = copies
        self.collate = collate
        self.sides = sides
        self.media = media
        self.sheet = sheet
        self.source = source
        self.color = color
        self.quality = quality
        self.numberUp = min(max(numberUp, 1), PrintTicket.numberUpRange.upperBound)
        self.reverse = reverse
        self.orientation = orientation
        self.scaling = scaling
        self.finishings = finishings
        self.outputBin = outputBin
        self.priority = priority
        self.attributes = attributes
        self.syntaxes = syntaxes
        self.printScaling = printScaling
        self.numberUpLayout = numberUpLayout
        self.percent = percent
        self.ppi = ppi
        self.position = position
        self.mirror = mirror
        self.border = border
        if let count = pages?.count {
            let perCopy = (count + self.numberUp - 1) / self.numberUp
            impressions = perCopy * copies
            sheets = (sides.isTwoSided ? (perCopy + 1) / 2 : perCopy) * copies
        }
    }

    /// The sides of one copy in the order in which they are sent, each with the pages that stand on
    /// it; an empty one stays white.
    ///
    /// Turned round, a copy begins with its last sheet, whose back stays white where the pages do not
    /// fill it.
    public var faces: [[Int]]? {
        guard let pages else { return nil }
        let perSheet = numberUp * (reverse && sides.isTwoSided ? 2 : 1)
        // Turned round, it is the first sheet that is not full.
        let first = reverse ? (pages.count + perSheet - 1) % perSheet + 1 : perSheet
        var faces: [[Int]] = []
        var start = 0
        while start < pages.count {
            let end = min(pages.count, start + (start == 0 ? first : perSheet))
            let sheet = pages[start..<end]
            for face in stride(from: sheet.startIndex, to: sheet.endIndex, by: numberUp) {
                faces.append(Array(sheet[face..<min(sheet.endIndex, face + numberUp)]))
            }
            if reverse, sides.isTwoSided, sheet.count <= numberUp, end < pages.count {
                faces.append([])
            }
            start = end
        }
        return faces
    }

    /// Whether the document already is what the plan describes, so that it can be sent as it is.
    public func isFulfilled(by document: DocumentFacts) -> Bool {
        guard document.type == "application/pdf", numberUp == 1, orientation == nil,
            scaling != .fit, percent == nil, !mirror, border == .none, let count = document.pages,
            let pages, pages.count == max(count, 1), pages.elementsEqual(1...max(count, 1)),
            let sizes = document.pageSizes, sizes.reduce(0, { $0 + $1.count }) == count
        else { return false }
        guard let sheet else { return true }
        return sizes.allSatisfy { sheet.isAsLarge(as: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case pages, pageRuns, copies, collate, impressions, sheets, sides, media, sheet, source
        case color, quality, numberUp, reverse, orientation, scaling, finishings, outputBin
        case priority, attributes, syntaxes, printScaling
        case numberUpLayout, percent, ppi, position, mirror, border
    }

    /// The pages of a plan: listed one by one, or as runs where they are many.
    private static func pages(
        _ values: KeyedDecodingContainer<CodingKeys>
    ) throws -> [Int]? {
        if let pages = try values.decodeIfPresent([Int].self, forKey: .pages) { return pages }
        guard let runs = try values.decodeIfPresent(PageRuns.self, forKey: .pageRuns) else {
            return nil
        }
        guard let pages = runs.pages else {
            throw DecodingError.dataCorruptedError(
                forKey: .pageRuns,
                in: values,
                debugDescription: "The runs name more pages than a plan can have."
            )
        }
        return pages
    }

    /// Writes a plan; more than a thousand pages are written as runs.
    ///
    /// What stands here is in every record and every event of a job, and must not grow with what a
    /// document claims.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let isLong = (pages?.count ?? 0) > PageRuns.longestList
        try values.encodeIfPresent(isLong ? nil : pages, forKey: .pages)
        try values.encodeIfPresent(
            isLong ? pages.map { PageRuns($0) } : nil,
            forKey: .pageRuns
        )
        try values.encode(copies, forKey: .copies)
        try values.encode(collate, forKey: .collate)
        try values.encodeIfPresent(impressions, forKey: .impressions)
        try values.encodeIfPresent(sheets, forKey: .sheets)
        try values.encode(sides, forKey: .sides)
        try values.encodeIfPresent(media, forKey: .media)
        try values.encodeIfPresent(sheet, forKey: .sheet)
        try values.encodeIfPresent(source, forKey: .source)
        try values.encodeIfPresent(color, forKey: .color)
        try values.encodeIfPresent(quality, forKey: .quality)
        try values.encode(numberUp, forKey: .numberUp)
        try values.encode(reverse, forKey: .reverse)
        try values.encodeIfPresent(orientation, forKey: .orientation)
        try values.encode(scaling, forKey: .scaling)
        try values.encode(finishings, forKey: .finishings)
        try values.encodeIfPresent(outputBin, forKey: .outputBin)
        try values.encodeIfPresent(priority, forKey: .priority)
        try values.encode(attributes, forKey: .attributes)
        try values.encode(syntaxes, forKey: .syntaxes)
        try values.encodeIfPresent(printScaling, forKey: .printScaling)
        try values.encode(numberUpLayout, forKey: .numberUpLayout)
        try values.encodeIfPresent(percent, forKey: .percent)
        try values.encodeIfPresent(ppi, forKey: .ppi)
        try values.encode(position, forKey: .position)
        try values.encode(mirror, forKey: .mirror)
        try values.encode(border, forKey: .border)
    }

    /// Reads a plan; one that was written down before an option was known has its usual value.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            pages: try Self.pages(values),
            copies: try values.decode(Int.self, forKey: .copies),
            collate: try values.decodeIfPresent(Bool.self, forKey: .collate) ?? true,
            sides: try values.decode(Sides.self, forKey: .sides),
            media: try values.decodeIfPresent(MediaName.self, forKey: .media),
            sheet: try values.decodeIfPresent(SheetSize.self, forKey: .sheet),
            source: try values.decodeIfPresent(String.self, forKey: .source),
            color: try values.decodeIfPresent(ColorMode.self, forKey: .color),
            quality: try values.decodeIfPresent(PrintQuality.self, forKey: .quality),
            numberUp: try values.decodeIfPresent(Int.self, forKey: .numberUp) ?? 1,
            reverse: try values.decodeIfPresent(Bool.self, forKey: .reverse) ?? false,
            orientation: try values.decodeIfPresent(PageOrientation.self, forKey: .orientation),
            scaling: try values.decodeIfPresent(PrintScaling.self, forKey: .scaling) ?? .auto,
            finishings: try values.decodeIfPresent([String].self, forKey: .finishings) ?? [],
            outputBin: try values.decodeIfPresent(String.self, forKey: .outputBin),
            priority: try values.decodeIfPresent(Int.self, forKey: .priority),
            attributes: try values.decodeIfPresent([String: String].self, forKey: .attributes)
                ?? [:],
            syntaxes: try values.decodeIfPresent(
                [String: AttributeValues.Syntax].self,
                forKey: .syntaxes
            ) ?? [:],
            printScaling: try values.decodeIfPresent(PrintScaling.self, forKey: .printScaling),
            numberUpLayout: try values.decodeIfPresent(
                NumberUpLayout.self,
                forKey: .numberUpLayout
            ) ?? .lrtb,
            percent: try values.decodeIfPresent(Int.self, forKey: .percent),
            ppi: try values.decodeIfPresent(Int.self, forKey: .ppi),
            position: try values.decodeIfPresent(PagePosition.self, forKey: .position) ?? .center,
            mirror: try values.decodeIfPresent(Bool.self, forKey: .mirror) ?? false,
            border: try values.decodeIfPresent(PageBorder.self, forKey: .border) ?? .none
        )
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
