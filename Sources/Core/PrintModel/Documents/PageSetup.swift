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

    /// Creates a page setup.
    public init(
        sheet: SheetSize,
        orientation: PageOrientation? = nil,
        margins: MediaMargins? = nil,
        fontSize: Double? = nil,
        lineNumbers: Bool = false
    ) {
        self.sheet = sheet
        self.orientation = orientation
        self.margins = margins
        self.fontSize = fontSize
        self.lineNumbers = lineNumbers
    }

    /// The least room between the margins, in hundredths of a millimeter.
    static let leastRoom = 1_700
    /// The paper where that of the printer is unknown: A4.
    static let usualSheet = SheetSize(size: MediaSize(width: 21_000, length: 29_700))
}
