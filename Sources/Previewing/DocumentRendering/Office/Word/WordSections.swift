/// The headers and footers of the sections of a Word document (ECMA-376, part 1, 17.10).
enum WordSections {
    /// One section.
    struct Section {
        /// The parts of its header and footer.
        var header: String?
        var footer: String?
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
        // The text is read again later, and errors are reported then.
        try? package.scan(part) { event in
            switch event {
            case .begin("sectPr", _):
                inSection = true
                // A section inherits what it does not specify from the previous one.
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
