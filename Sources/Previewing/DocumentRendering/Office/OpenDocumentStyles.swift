/// The styles of an OpenDocument package, by their names: those of styles.xml, and the automatic ones of content.xml.
struct OpenDocumentStyles {
    private typealias Style = OpenDocumentStyle

    private var styles: [String: Style] = [:]
    /// The style whose properties are being read.
    private var openStyle: String?

    /// Takes an element of a style; all others are ignored.
    mutating func take(_ event: XMLScanner.Event) {
        switch event {
        case .begin("style", let attributes), .begin("default-style", let attributes):
            openStyle = attributes["name"]
            if let openStyle, styles.count < 4_000 {
                styles[openStyle] = Style(parent: attributes["parent-style-name"])
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
        case .begin("paragraph-properties", let attributes):
            guard let openStyle else { break }
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
        }
        return result
    }
}
