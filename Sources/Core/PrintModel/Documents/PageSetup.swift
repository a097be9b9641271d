/// What the service lays a document out on that has no pages of its own: the paper, the margins, and the letters.
public struct PageSetup: Codable, Sendable, Hashable {
    /// The paper, and the margins that the printer leaves on it.
    public var sheet: SheetSize
    /// The orientation; `nil` for the one that suits the document.
    public var orientation: PageOrientation?
    /// The margins of the text; `nil` for usual ones.
    public var margins: MediaMargins?
    /// The size of the letters in points; `nil` for that of the document.
    public var fontSize: Double?
    /// Whether lines are numbered.
    public var lineNumbers: Bool
    /// Whether the top margin has room for a header.
    public var header: Bool
    /// Whether the bottom margin has room for a footer.
    public var footer: Bool
    /// Whether a workbook is one page wide.
    public var fitWidth = false
    /// Whether a workbook has lines between its cells.
    public var gridLines = false
    /// Whether a workbook has the letters of its columns and the numbers of its rows.
    public var headings = false
    /// The worksheets of a workbook; `nil` for all.
    public var worksheets: WorksheetSelection?

    /// The least and the greatest length of a page of text on paper from a roll, in hundredths of a millimeter: it is as long
    /// as what is on it; `nil` for other paper.
    public var lengths: Lengths?

    /// A range of lengths.
    public struct Lengths: Codable, Sendable, Hashable {
        /// The least length.
        public var least: Int
        /// The greatest length.
        public var most: Int

        /// Creates a range.
        public init(least: Int, most: Int) {
            self.least = least
            self.most = most
        }
    }

    /// How pictures among several documents are scaled to the paper; `nil` if each has a page of its own shape.
    public var pictures: PrintScaling?

    /// Creates a page setup.
    public init(
        sheet: SheetSize,
        orientation: PageOrientation? = nil,
        margins: MediaMargins? = nil,
        fontSize: Double? = nil,
        lineNumbers: Bool = false,
        header: Bool = false,
        footer: Bool = false,
        pictures: PrintScaling? = nil
    ) {
        self.sheet = sheet
        self.orientation = orientation
        self.margins = margins
        self.fontSize = fontSize
        self.lineNumbers = lineNumbers
        self.header = header
        self.footer = footer
        self.pictures = pictures
    }

    /// Decodes a page setup; an option that it predates has its usual value.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sheet = try values.decode(SheetSize.self, forKey: .sheet)
        orientation = try values.decodeIfPresent(PageOrientation.self, forKey: .orientation)
        margins = try values.decodeIfPresent(MediaMargins.self, forKey: .margins)
        fontSize = try values.decodeIfPresent(Double.self, forKey: .fontSize)
        lineNumbers = try values.decode(Bool.self, forKey: .lineNumbers)
        header = try values.decodeIfPresent(Bool.self, forKey: .header) ?? false
        footer = try values.decodeIfPresent(Bool.self, forKey: .footer) ?? false
        fitWidth = try values.decodeIfPresent(Bool.self, forKey: .fitWidth) ?? false
        gridLines = try values.decodeIfPresent(Bool.self, forKey: .gridLines) ?? false
        headings = try values.decodeIfPresent(Bool.self, forKey: .headings) ?? false
        worksheets = try values.decodeIfPresent(WorksheetSelection.self, forKey: .worksheets)
        lengths = try values.decodeIfPresent(Lengths.self, forKey: .lengths)
        pictures = try values.decodeIfPresent(PrintScaling.self, forKey: .pictures)
    }

    /// The least room between the margins, in hundredths of a millimeter.
    static let leastRoom = 1_700
    /// The longest page from a roll.
    static let longestPage = 500_000
    /// The paper where that of the printer is unknown: A4.
    public static let usualSheet = SheetSize(size: MediaSize(width: 21_000, length: 29_700))
}
