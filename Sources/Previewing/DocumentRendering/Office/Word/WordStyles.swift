import PreviewModel

/// The named styles of a Word document (ECMA-376, part 1, 17.7).
struct WordStyles {
    /// The properties of a named style.
    struct Style {
        /// The display name, in lower case.
        var name = ""
        /// The id of the style that this one is based on.
        var parent: String?
        var look: Look = []
        /// The size of letters, in points.
        var size: Double?
        var alignment: TextStyle.Alignment?
        /// The id of the list that paragraphs of this style are items of.
        var list: String?
        /// The level in that list, from 0.
        var listLevel: Int?
    }

    /// The most styles that are read, and the longest chain of them that is followed.
    private static let (limit, chainLimit) = (2_000, 12)

    private var styles: [String: Style] = [:]

    /// No styles.
    init() {}

    /// Reads the part of a package that defines the styles.
    init(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var styles: [String: Style] = [:]
        var id: String?
        var inDefaults = false
        try package.scan(part) { event in
            guard case .begin(let name, let attributes) = event else {
                switch event {
                case .end("style"): id = nil
                case .end("docDefaults"): inDefaults = false
                default: break
                }
                return true
            }
            switch name {
            case "docDefaults": inDefaults = true
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

    /// A style and those that it is based on, in that order.
    func chain(from id: String) -> [Style] {
        var chain: [Style] = []
        var next: String? = id
        while let id = next, let style = styles[id], chain.count < Self.chainLimit {
            chain.append(style)
            next = style.parent
        }
        return chain
    }

    /// The level of the headings that have a style of this name, or `nil` where they are none.
    static func headingLevel(_ name: String) -> Int? {
        if name == "title" { return 1 }
        if name == "subtitle" { return 3 }
        let prefix = ["heading ", "heading"].first { name.hasPrefix($0) }
        guard let prefix, let level = Int(name.dropFirst(prefix.count)) else { return nil }
        return level
    }

    /// Whether a property that is either on or off is on.
    static func isOn(_ attributes: XMLScanner.Attributes) -> Bool {
        !["0", "false", "off", "none"].contains(attributes["val"] ?? "1")
    }

    /// The size of letters in points, within what is readable on a page; stored in half points.
    static func size(_ attributes: XMLScanner.Attributes) -> Double? {
        attributes.number("val").map { min(72, max(5, Double($0) / 2)) }
    }

    /// Returns the alignment of lines.
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
    /// Takes a property from its element.
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
