/// The styles of an OpenDocument package, by their names: those of styles.xml, and the automatic ones of content.xml.
struct OpenDocumentStyles {
    private typealias Style = OpenDocumentStyle

    private var styles: [String: Style] = [:]
    /// The style whose properties are being read.
    private var openStyle: String?
    /// Whether the first page of the document is wider than high; `nil` where that is not said.
    private(set) var isWide: Bool?

    /// Takes an element of a style; all others are ignored.
    mutating func take(_ event: XMLScanner.Event) {
        switch event {
        case .begin("style", let attributes), .begin("default-style", let attributes):
            openStyle = attributes["name"]
            if let openStyle, styles.count < 4_000 {
                styles[openStyle] = Style(
                    parent: attributes["parent-style-name"],
                    page: attributes["master-page-name"]
                )
            }
        case .begin("text-properties", let attributes):
            guard let openStyle else { break }
            if attributes["font-weight"] == "bold" { styles[openStyle]?.look.insert(.bold) }
            if attributes["font-style"] == "italic" { styles[openStyle]?.look.insert(.italic) }
            if let line = attributes["text-underline-style"], line != "none" {
                styles[openStyle]?.look.insert(.underline)
            }
            if let size = attributes["font-size"], size.hasSuffix("pt"),
                let points = Double(size.dropLast(2))
            {
                styles[openStyle]?.size = min(72, max(5, points))
            }
            if let colour = attributes["color"], colour.hasPrefix("#") {
                styles[openStyle]?.colour = UInt32(colour.dropFirst(), radix: 16)
            }
        case .begin("table-column-properties", let attributes):
            guard let openStyle else { break }
            styles[openStyle]?.width = Self.points(attributes["column-width"])
        case .begin("table-cell-properties", let attributes):
            guard let openStyle else { break }
            styles[openStyle]?.fill = Self.colour(attributes["background-color"])
            let sides = ["border", "border-left", "border-right", "border-top", "border-bottom"]
            let lines = sides.compactMap { attributes[$0] }
            if !lines.isEmpty {
                styles[openStyle]?.hasLines = lines.contains { $0 != "none" && $0 != "hidden" }
            }
        case .begin("table-properties", let attributes):
            takeBreaks(attributes)
        case .begin("page-layout-properties", let attributes):
            guard isWide == nil, let width = Self.points(attributes["page-width"]),
                let height = Self.points(attributes["page-height"])
            else { break }
            isWide = width > height
        case .begin("paragraph-properties", let attributes):
            guard let openStyle else { break }
            styles[openStyle]?.fill = Self.colour(attributes["background-color"])
            takeBreaks(attributes)
            styles[openStyle]?.alignment =
                switch attributes["text-align"] {
                case "center": .center
                case "end", "right": .end
                case "justify": .justify
                default: nil
                }
        case .end("style"), .end("default-style"): openStyle = nil
        default: break
        }
    }

    /// Takes where the open style begins pages.
    private mutating func takeBreaks(_ attributes: XMLScanner.Attributes) {
        guard let openStyle else { return }
        styles[openStyle]?.breaksBefore = attributes["break-before"].map { $0 == "page" }
        styles[openStyle]?.breaksAfter = attributes["break-after"].map { $0 == "page" }
    }

    /// A light color such as "#FFEE00": on a dark one, text whose color is not known could not be read.
    private static func colour(_ text: String?) -> UInt32? {
        guard let text, text.hasPrefix("#"), let colour = UInt32(text.dropFirst(), radix: 16) else {
            return nil
        }
        let brightness = (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
        return brightness > 480 ? colour & 0xFFFFFF : 0xE4E4EA
    }

    /// Whether the pages of a document are wider than high.
    static func isWide(_ package: OfficePackage) -> Bool {
        let reader = Reader()
        // The text is readable without.
        try? package.scan("styles.xml") { event in
            reader.styles.take(event)
            return reader.styles.isWide == nil
        }
        return reader.styles.isWide ?? false
    }

    private final class Reader { var styles = OpenDocumentStyles() }

    /// Converts a length such as "2.5cm" to points.
    static func points(_ length: String?) -> Double? {
        guard let length else { return nil }
        let units = ["cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "pt": 1, "pc": 12, "px": 0.75]
        guard let factor = units[String(length.suffix(2))], let number = Double(length.dropLast(2)),
            number.isFinite, abs(number) < 100_000
        else { return nil }
        return number * factor
    }

    /// Returns a style with its inherited properties.
    func resolved(_ name: String?) -> OpenDocumentStyle {
        var chain: [Style] = []
        var next = name
        while let name = next, let style = styles[name], chain.count < 12 {
            chain.append(style)
            next = style.parent
        }
        var result = Style()
        for style in chain.reversed() {
            result.look.formUnion(style.look)
            result.size = style.size ?? result.size
            result.colour = style.colour ?? result.colour
            result.alignment = style.alignment ?? result.alignment
            result.width = style.width ?? result.width
            result.fill = style.fill ?? result.fill
            result.hasLines = style.hasLines ?? result.hasLines
            result.page = style.page ?? result.page
            result.breaksBefore = style.breaksBefore ?? result.breaksBefore
            result.breaksAfter = style.breaksAfter ?? result.breaksAfter
        }
        return result
    }
}
