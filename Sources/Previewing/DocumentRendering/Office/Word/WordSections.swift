/// The headers and footers of the sections of a Word document (ECMA-376, part 1, 17.10).
enum WordSections {
    /// One section.
    struct Section {
        /// The parts of its header and footer.
        var header: String?
        var footer: String?
        /// Those of its first page, where that has its own.
        var first: (header: String?, footer: String?)?
        /// Whether the section begins on the page where the previous one ends.
        var isContinuous = false
    }

    /// The maximum number of sections to read.
    private static let limit = 100

    /// Returns the sections in order; none if the document has neither headers nor footers.
    static func read(
        _ package: OfficePackage,
        _ part: String,
        _ targets: [String: String]
    ) -> [Section] {
        // Most documents have none, so this pass can be skipped.
        let has = targets.values.contains { $0.contains("header") || $0.contains("footer") }
        guard has else { return [] }
        var sections: [Section] = []
        var section = Section()
        var inSection = false
        var (first, hasFirst): ((header: String?, footer: String?), Bool) = ((nil, nil), false)
        // The text is read again later, and errors are reported then.
        try? package.scan(part) { event in
            switch event {
            case .begin("sectPr", _):
                inSection = true
                // A section inherits what it does not specify from the previous one.
                section = sections.last ?? Section()
                section.isContinuous = false
                (section.first, first, hasFirst) = (nil, (nil, nil), false)
            case .begin("titlePg", let attributes) where inSection:
                hasFirst = WordStyles.isOn(attributes)
            case .begin("headerReference", let attributes) where inSection:
                if attributes["type"] ?? "default" == "default" {
                    section.header = attributes.prefixed("id").flatMap { targets[$0] }
                } else if attributes["type"] == "first" {
                    first.header = attributes.prefixed("id").flatMap { targets[$0] }
                }
            case .begin("footerReference", let attributes) where inSection:
                if attributes["type"] ?? "default" == "default" {
                    section.footer = attributes.prefixed("id").flatMap { targets[$0] }
                } else if attributes["type"] == "first" {
                    first.footer = attributes.prefixed("id").flatMap { targets[$0] }
                }
            case .begin("type", let attributes) where inSection:
                section.isContinuous = attributes["val"] == "continuous"
            case .end("sectPr"):
                inSection = false
                if hasFirst { section.first = first }
                sections.append(section)
            default: break
            }
            return sections.count < limit
        }
        return sections
    }

    /// Whether the first pages are wider than high.
    static func isWide(_ package: OfficePackage) -> Bool {
        var isWide = false
        // The text is read again later, and errors are reported then.
        let part = (try? package.mainPart("officeDocument")) ?? "word/document.xml"
        try? package.scan(part) { event in
            guard case .begin("pgSz", let attributes) = event else { return true }
            let (width, height) = (attributes.number("w") ?? 0, attributes.number("h") ?? 0)
            isWide = width > height && height > 0
            return false
        }
        return isWide
    }
}
