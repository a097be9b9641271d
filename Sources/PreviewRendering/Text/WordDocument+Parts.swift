// What stands in paragraphs besides words.
extension WordDocument {
    /// A field that is open.
    struct Field {
        var code = ""
        /// Whether the words that it stood for when it was saved are passed over.
        var hidesWords = false
    }

    /// The size that the style of a shape tells in points, as "width:120pt;height:2in".
    static func size(ofStyle style: String) -> (width: Double, height: Double) {
        func length(_ name: String) -> Double {
            for part in style.split(separator: ";") {
                let pair = part.split(separator: ":")
                guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
                let number = pair[1].prefix { $0.isNumber || $0 == "." }
                let points = Double(number) ?? 0
                return pair[1].hasSuffix("in") ? points * 72 : points
            }
            return 0
        }
        return (length("width"), length("height"))
    }
}

/// The headers and footers of the sections of a Word document (ECMA-376, part 1, 17.10).
enum WordSections {
    /// One section.
    struct Section {
        /// The parts with its header and footer.
        var header: String?
        var footer: String?
        /// Whether it goes on on the page of the one before.
        var isContinuous = false
    }

    /// The most sections that are looked at.
    private static let limit = 100

    /// The sections in their order; none where there are neither headers nor footers.
    static func read(
        _ package: OfficePackage,
        _ part: String,
        _ targets: [String: String]
    ) -> [Section] {
        // Most documents have none, and need not be read twice.
        let has = targets.values.contains { $0.contains("header") || $0.contains("footer") }
        guard has else { return [] }
        var sections: [Section] = []
        var section = Section()
        var inSection = false
        // Their text is read again, and what is wrong is told then.
        try? package.scan(part) { event in
            switch event {
            case .begin("sectPr", _):
                inSection = true
                // What a section does not name is that of the one before.
                section = sections.last ?? Section()
                section.isContinuous = false
            case .begin("headerReference", let attributes) where inSection:
                if attributes["type"] ?? "default" == "default" {
                    section.header = attributes.prefixed("id").flatMap { targets[$0] }
                }
            case .begin("footerReference", let attributes) where inSection:
                if attributes["type"] ?? "default" == "default" {
                    section.footer = attributes.prefixed("id").flatMap { targets[$0] }
                }
            case .begin("type", let attributes) where inSection:
                section.isContinuous = attributes["val"] == "continuous"
            case .end("sectPr"):
                inSection = false
                sections.append(section)
            default: break
            }
            return sections.count < limit
        }
        return sections
    }
}
