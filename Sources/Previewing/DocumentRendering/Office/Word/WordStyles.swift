import PreviewHelper
import PreviewModel

/// The named styles of a Word document (ECMA-376, part 1, 17.7).
struct WordStyles {
    /// The properties of a named style.
    struct Style {
        /// The display name, in lower case.
        var name = ""
        /// The id of the parent style.
        var parent: String?
        var look: Look = []
        /// The font size in points.
        var size: Double?
        var alignment: TextStyle.Alignment?
        /// The id of the list to which paragraphs of this style belong.
        var list: String?
        /// The level in that list, from 0.
        var listLevel: Int?
        /// Of a table: whether it has lines.
        var hasLines = false
    }

    /// The maximum number of styles to read, and of parent styles to follow.
    private static let (limit, chainLimit) = (2_000, 12)

    private var styles: [String: Style] = [:]

    /// Creates an empty set of styles.
    init() {}

    /// Reads the part of a package that defines the styles.
    init(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var styles: [String: Style] = [:]
        var id: String?
        var inDefaults = false
        var inBorders = false
        try package.scan(part) { event in
            guard case .begin(let name, let attributes) = event else {
                switch event {
                case .end("style"): id = nil
                case .end("docDefaults"): inDefaults = false
                case .end("tblBorders"): inBorders = false
                default: break
                }
                return true
            }
            switch name {
            case "docDefaults": inDefaults = true
            case "tblBorders": inBorders = true
            case "top", "insideH", "insideV", "bottom":
                if inBorders, let id, Self.isLine(attributes) { styles[id]?.hasLines = true }
            case "style":
                id = attributes["styleId"]
                if let id, styles.count < Self.limit { styles[id] = Style() }
            default:
                guard let id, !(inDefaults && name == "sz") else { break }
                styles[id]?.take(name, attributes)
            }
            return true
        }
        self.styles = styles
    }

    /// Returns a style, followed by its parent styles, nearest first.
    func chain(from id: String) -> [Style] {
        var chain: [Style] = []
        var next: String? = id
        while let id = next, let style = styles[id], chain.count < Self.chainLimit {
            chain.append(style)
            next = style.parent
        }
        return chain
    }

    /// Whether tables of a style have lines.
    func hasLines(_ id: String) -> Bool { chain(from: id).contains(where: \.hasLines) }

    /// Whether an element of the borders of a table is a line.
    static func isLine(_ attributes: XMLScanner.Attributes) -> Bool {
        !["none", "nil"].contains(attributes["val"] ?? "none")
    }

    /// The heading level of a style with this name; `nil` if it is not a heading.
    static func headingLevel(_ name: String) -> Int? {
        if name == "title" { return 1 }
        if name == "subtitle" { return 3 }
        let prefix = ["heading ", "heading"].first { name.hasPrefix($0) }
        guard let prefix, let level = Int(name.dropFirst(prefix.count)) else { return nil }
        return level
    }

    /// Whether a toggle property is on.
    static func isOn(_ attributes: XMLScanner.Attributes) -> Bool {
        !["0", "false", "off", "none"].contains(attributes["val"] ?? "1")
    }

    /// The font size in points, limited to a readable range; the file has half points.
    static func size(_ attributes: XMLScanner.Attributes) -> Double? {
        attributes.number("val").map { min(72, max(5, Double($0) / 2)) }
    }

    /// The alignment of a paragraph; `nil` for an unknown one.
    static func alignment(_ attributes: XMLScanner.Attributes) -> TextStyle.Alignment? {
        switch attributes["val"] {
        case "center": .center
        case "right", "end": .end
        case "both", "distribute": .justify
        case "left", "start": .start
        default: nil
        }
    }
}

extension WordStyles.Style {
    /// Sets a property from its element.
    fileprivate mutating func take(_ name: String, _ attributes: XMLScanner.Attributes) {
        switch name {
        case "name": self.name = attributes["val"]?.lowercased() ?? ""
        case "basedOn": parent = attributes["val"]
        case "b": if WordStyles.isOn(attributes) { look.insert(.bold) }
        case "i": if WordStyles.isOn(attributes) { look.insert(.italic) }
        case "sz": size = WordStyles.size(attributes)
        case "jc": alignment = WordStyles.alignment(attributes)
        case "numId": list = attributes["val"]
        case "ilvl": listLevel = attributes.number("val")
        default: break
        }
    }
}
