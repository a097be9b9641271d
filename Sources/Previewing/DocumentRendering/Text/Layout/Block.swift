import CPango
import PreviewModel

/// The style of text; the same bits as `cpango_look`.
struct Look: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let bold = Look(rawValue: CPANGO_BOLD.rawValue)
    static let italic = Look(rawValue: CPANGO_ITALIC.rawValue)
    static let monospace = Look(rawValue: CPANGO_MONOSPACE.rawValue)
    static let underline = Look(rawValue: CPANGO_UNDERLINE.rawValue)
    static let strike = Look(rawValue: CPANGO_STRIKE.rawValue)
    static let raised = Look(rawValue: CPANGO_RAISED.rawValue)
    static let lowered = Look(rawValue: CPANGO_LOWERED.rawValue)
}

/// A text with parts that look different.
struct StyledText {
    /// A part, in bytes of the text.
    struct Run {
        var range: Range<Int>
        var look: Look
        var colour: UInt32?
        var size: Double?
        /// The address that the part leads to, on pages that are written.
        var link: String?
    }

    /// The longest text, in bytes.
    static var limit: Int { ReadingExtent.limit(16_384, whole: PageLayout.textLimit) }
    /// The longest text that is set at once, in bytes: setting takes more than linear time.
    static let settingLimit = 131_072

    private(set) var string = ""
    private(set) var runs: [Run] = []

    init(_ string: String = "") { append(string) }

    /// A part of another text.
    init(_ string: String, runs: [Run]) {
        self.string = string
        self.runs = runs
    }

    var isEmpty: Bool { string.isEmpty }
    /// Whether it holds a letter, rather than blanks.
    var isVisible: Bool { string.contains { !$0.isWhitespace } }

    /// Adds words; what goes beyond ``limit`` is left out.
    mutating func append(
        _ words: String,
        look: Look = [],
        colour: UInt32? = nil,
        size: Double? = nil,
        link: String? = nil
    ) {
        let start = string.utf8.count
        guard start < Self.limit || words.isEmpty else { return ReadingExtent.noteOmission() }
        if words.utf8.count <= Self.limit - start {
            string += words
        } else {
            string.unicodeScalars += words.unicodeScalars.prefix((Self.limit - start) / 4)
            ReadingExtent.noteOmission()
        }
        let end = string.utf8.count
        guard end > start, !look.isEmpty || colour != nil || size != nil || link != nil else {
            return
        }
        runs.append(Run(range: start..<end, look: look, colour: colour, size: size, link: link))
    }

    /// The placeholder character for the page number, from the private use area of Unicode.
    static let pageNumber: Unicode.Scalar = "\u{E0F0}"

    /// The text with the number of its page in it.
    func numbered(_ page: Int) -> StyledText {
        guard string.unicodeScalars.contains(Self.pageNumber) else { return self }
        let mark = Array(String(Self.pageNumber).utf8)
        let digits = Array(String(page).utf8)
        let bytes = Array(string.utf8)
        // The new offset of each old one.
        var (places, filled): ([Int], [UInt8]) = ([], [])
        for (index, byte) in bytes.enumerated() {
            places.append(filled.count)
            if bytes[index...].starts(with: mark) {
                filled += digits
            } else if !(1...2).contains(where: { back in
                index >= back && bytes[(index - back)...].starts(with: mark)
            }) {
                filled.append(byte)
            }
        }
        places.append(filled.count)
        var text = StyledText(String(decoding: filled, as: UTF8.self))
        text.runs = runs.map { run in
            var run = run
            run.range = places[run.range.lowerBound]..<places[run.range.upperBound]
            return run
        }
        return text
    }

    mutating func append(_ other: StyledText) {
        let start = string.utf8.count
        guard start + other.string.utf8.count <= Self.limit else {
            return ReadingExtent.noteOmission()
        }
        string += other.string
        for var run in other.runs {
            run.range = (run.range.lowerBound + start)..<(run.range.upperBound + start)
            runs.append(run)
        }
    }
}

/// The layout style of a paragraph.
struct TextStyle {
    /// Where lines begin; "start" follows the direction of writing.
    enum Alignment: Int32 {
        case start = 0
        case center = 1
        case end = 2
        case justify = 3
    }

    /// The handling of a line that is too long.
    enum Cut: Int32 {
        case wrap = 0
        case middle = 1
        case end = 2
    }

    var size = 11.0
    var look: Look = []
    /// The color as 0xRRGGBB.
    var colour: UInt32 = 0x1D1D1F
    var alignment = Alignment.start
    var cut = Cut.wrap
    /// The most lines where something is cut.
    var lines = 1
    /// The height of lines, as a factor of the font's own.
    var spacing = 1.15
    /// The distance between tab stops, in points.
    var tab = 36.0
    /// The space above, in points, which the first paragraph of a page omits.
    var before = 0.0
    /// The space below, in points.
    var after = 6.0
    /// The left indentation, in points.
    var indent = 0.0
    /// The level of a heading, from 1; 0 for other text.
    var level = 0
    /// Whether a hook is drawn where a line is wrapped, on pages that are written.
    var marksWraps = false

    static let body = TextStyle()

    /// A heading; 1 is the highest.
    static func heading(_ level: Int) -> TextStyle {
        var style = TextStyle()
        style.size = [22, 17, 14, 12, 11, 11][max(0, min(5, level - 1))]
        style.level = max(1, min(6, level))
        style.look = .bold
        style.spacing = 1.05
        style.before = style.size * 0.7
        style.after = style.size * 0.35
        return style
    }

    static let code: TextStyle = {
        var style = TextStyle()
        style.size = 9
        style.look = .monospace
        style.spacing = 1.1
        style.after = 0
        return style
    }()
}

/// A piece of a page, from top to bottom.
enum Block {
    case text(Paragraph)
    case table(Table)
    case picture(InlinePicture)
    case rule
    case pageBreak
    /// The header and footer of this page, if at its beginning, and of the following pages.
    case running(header: [Block], footer: [Block])
    /// A page of its own, with its contents downscaled to fit.
    case slide([Frame])

    /// Whether it holds a letter, rather than blanks.
    var isVisible: Bool {
        switch self {
        case .text(let paragraph): paragraph.text.isVisible
        case .table(let table):
            table.rows.contains { row in
                row.contains { $0.text.isVisible || $0.picture != nil }
            }
        case .picture: true
        case .slide(let frames): frames.contains { $0.blocks.contains(where: \.isVisible) }
        case .rule, .pageBreak, .running: false
        }
    }
}

/// A picture in a document, which is decoded where it is drawn.
struct InlinePicture {
    /// How large it is to be, in points; smaller where there is no room.
    var width: Double
    var height: Double
    var alignment = TextStyle.Alignment.start
    /// How much of the width of its column it takes, where the document says so.
    var share: Double?
    /// The words in its place where it cannot be shown.
    var alternative = ""
    /// The left indentation, in points.
    var indent = 0.0
    /// The address that it leads to, on pages that are written.
    var link: String?
    /// Reads the bytes of the file; `nil` where they cannot be had.
    var file: () -> [UInt8]?

    /// The size that fits into a room.
    func size(width limit: Double, height room: Double) -> (width: Double, height: Double) {
        let wanted = share.map { limit * $0 / width } ?? 1
        let factor = min(wanted, limit / width, room / height)
        return (width * factor, height * factor)
    }
}

/// A part of a slide.
struct Frame {
    /// The vertical alignment of blocks that do not fill their frame.
    enum Anchor { case top, middle, bottom }

    var box: Box
    var blocks: [Block]
    var anchor = Anchor.top
}

/// A paragraph with its marker and decoration.
struct Paragraph {
    var text: StyledText
    var style: TextStyle
    /// The marker before the first line: a bullet or number.
    var marker: String?
    /// Whether the text has a gray background, as code does.
    var shaded = false
    /// The background color as 0xRRGGBB.
    var fill: UInt32?
    /// Whether the paragraph has a bar beside it, as quotations do.
    var quoted = false
    /// The number of the line, which stands before it.
    var number: Int?

    init(_ text: StyledText, _ style: TextStyle = .body) {
        self.text = text
        self.style = style
    }
}

/// Rows of cells.
struct Table {
    /// How a table looks.
    enum Kind {
        /// Within a text: as wide as the page at most, cells with several lines.
        case document
        /// Cells of a sheet: one line each, cut at the right edge of the page; letters and numbers beside.
        case sheet
        /// Names and what is known of them, without lines between.
        case listing
    }

    struct Cell {
        var text = StyledText()
        /// The picture below the text.
        var picture: InlinePicture?
        var alignment = TextStyle.Alignment.start
        /// The number of columns that the cell spans.
        var span = 1
        /// The background color as 0xRRGGBB.
        var fill: UInt32?

        /// Whether the cell is empty, so that the text of its neighbor may overflow into it.
        var isEmpty: Bool { text.isEmpty && fill == nil && span == 1 && picture == nil }
    }

    var kind: Kind
    var rows: [[Cell]] = []
    /// Whether the first row names the columns.
    var hasHeader = false
    var size = 9.5
    /// The widths of columns that the document gives, in points, by their index.
    var widths: [Int: Double] = [:]
    /// Whether lines are drawn around its cells.
    var hasLines = true
    /// Of a sheet, the first column and row that are shown, from 0.
    var firstColumn = 0
    var firstRow = 0

    /// Joins cells, in each of their first rows, from right to left.
    mutating func join(_ merged: [(row: Int, columns: ClosedRange<Int>)]) {
        for (row, columns) in merged.sorted(by: { $0.columns.lowerBound > $1.columns.lowerBound }) {
            guard rows.indices.contains(row), rows[row].indices.contains(columns.lowerBound)
            else { continue }
            let last = min(columns.upperBound, rows[row].count - 1)
            rows[row].removeSubrange((columns.lowerBound + 1)..<(last + 1))
            rows[row][columns.lowerBound].span = columns.count
        }
    }
}
