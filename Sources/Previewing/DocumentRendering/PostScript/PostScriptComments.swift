import PreviewHelper
import PreviewModel

/// The structuring comments of a PostScript program (PostScript Language Document Structuring
/// Conventions 3.0), which are not verified.
struct PostScriptComments {
    /// A rectangle on the page, in points from the lower left corner.
    struct Box: Equatable {
        var left: Double
        var bottom: Double
        var right: Double
        var top: Double

        var width: Double { right - left }
        var height: Double { top - bottom }
    }

    /// Whether it is a picture to be placed on others' pages, and not a document of pages.
    private(set) var isPicture = false
    /// The title; a single line.
    private(set) var title: String?
    /// The declared number of pages.
    private(set) var pages: Int?
    /// The requested paper size.
    private var media: PageSize?
    private var box: Box?
    private var exactBox: Box?

    /// How much of a program is searched: its header, and its trailer, where a header may leave its values to.
    private static let headLimit = 256 << 10
    private static let tailLimit = 64 << 10
    /// The longest accepted side, in points: 50 meters.
    private static let sideLimit = 144_000.0

    init(_ program: FilePart, type: FileType) {
        let head = program.bytes(at: 0, count: min(program.size, Self.headLimit)) ?? []
        let lines = head.split { $0 == 0x0A || $0 == 0x0D }
        isPicture = type == .eps || type.rawValue == "image/x-gzeps"
        if let first = lines.first {
            isPicture = isPicture || first.prefix(64).firstPlace(of: Array(" EPSF-".utf8)) != nil
        }
        readHeader(lines)
        let isEverythingKnown = box != nil && (isPicture || pages != nil)
        guard !isEverythingKnown else { return }
        let count = min(program.size, Self.tailLimit)
        let tail = program.bytes(at: program.size - count, count: count) ?? []
        // Of several trailers, use the last: others belong to embedded pictures.
        for line in tail.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).reversed() {
            read(line)
        }
        // As a last resort, search for the comment anywhere.
        guard isPicture, size == nil else { return }
        for line in lines where size == nil { read(line) }
    }

    /// Reads the comments before the program itself.
    private mutating func readHeader(_ lines: [ArraySlice<UInt8>]) {
        for line in lines {
            if line.starts(with: "%%EndComments".utf8) { break }
            // A header may also end without `%%EndComments`; blank lines do not end it.
            guard line.first == 0x25 else {
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                break
            }
            read(line)
        }
    }

    /// Reads a comment; the first occurrence of each comment counts.
    private mutating func read(_ line: ArraySlice<UInt8>) {
        guard line.count < 1024, line.starts(with: "%%".utf8) else { return }
        let text = String(decoding: line.dropFirst(2), as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { return }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        switch text[..<colon] {
        case "BoundingBox": box = box ?? Self.box(value)
        case "HiResBoundingBox": exactBox = exactBox ?? Self.box(value)
        case "Pages":
            let count = value.split(separator: " ").first.flatMap { Int($0) }
            if pages == nil, let count, count > 0 { pages = count }
        case "Title": title = title ?? Self.title(value)
        case "DocumentMedia":
            // A name, which may be in parentheses, then width and height.
            let numbers = value.split(separator: " ").dropFirst().compactMap { Double($0) }
            if media == nil, numbers.count >= 2 { media = Self.size(numbers[0], numbers[1]) }
        case "DocumentPaperSizes":
            let name = value.split(separator: " ").first.map { $0.lowercased() }
            media = media ?? name.flatMap { Self.papers[$0] }
        default: break
        }
    }

    /// The part of the page that a picture takes, the finer numbers where they agree with the others.
    var pictureBox: Box? {
        guard isPicture, let box else { return isPicture ? exactBox : nil }
        guard let exactBox, exactBox.left >= box.left - 1, exactBox.bottom >= box.bottom - 1,
            exactBox.right <= box.right + 1, exactBox.top <= box.top + 1,
            exactBox.width > box.width - 3, exactBox.height > box.height - 3
        else { return box }
        return exactBox
    }

    /// The size of the picture, or of the pages until the program sets another; `nil` where no comment says.
    var size: PageSize? {
        if let box = pictureBox { return PageSize(width: box.width, height: box.height) }
        if let media { return media }
        // Without a paper size, the bounding box often is the whole paper.
        guard let box, box.left == 0, box.bottom == 0 else { return nil }
        return PageSize(width: box.width, height: box.height)
    }

    private static func box(_ text: Substring) -> Box? {
        let numbers = text.split { $0 == " " || $0 == "\t" }.compactMap { Double($0) }
        guard numbers.count >= 4, numbers.allSatisfy({ $0.isFinite && abs($0) <= sideLimit }) else {
            return nil
        }
        let box = Box(left: numbers[0], bottom: numbers[1], right: numbers[2], top: numbers[3])
        return size(box.width, box.height) == nil ? nil : box
    }

    private static func size(_ width: Double, _ height: Double) -> PageSize? {
        guard width > 0, height > 0, width <= sideLimit, height <= sideLimit else { return nil }
        return PageSize(width: width, height: height)
    }

    /// A text, which may be a PostScript string (PLRM 3.2.2).
    private static func title(_ text: Substring) -> String? {
        var title = text[...]
        if title.first == "(", title.last == ")" { title = title.dropFirst().dropLast() }
        if title == "(atend)" || title == "atend" { return nil }
        let line = title.replacingEscapes.singleLine
        return line.isEmpty ? nil : line
    }

    /// The papers that programs ask for by a name, in points.
    private static let papers: [String: PageSize] = [
        "a3": PageSize(width: 842, height: 1191), "a4": PageSize(width: 595, height: 842),
        "a5": PageSize(width: 420, height: 595), "b5": PageSize(width: 516, height: 729),
        "letter": PageSize(width: 612, height: 792), "legal": PageSize(width: 612, height: 1008),
        "tabloid": PageSize(width: 792, height: 1224), "ledger": PageSize(width: 1224, height: 792),
    ]
}

extension Substring {
    /// Without the backslashes before parentheses and backslashes.
    fileprivate var replacingEscapes: String {
        var result = ""
        var isEscaped = false
        for character in self {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.append(character)
        }
        return result
    }
}
