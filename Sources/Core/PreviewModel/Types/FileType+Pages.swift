extension FileType {
    /// Whether this is an office document of pages, spreadsheets, or slides, whose embedded picture
    /// is a preview and not the content itself.
    package var isOfPages: Bool {
        Self.officePrefixes.contains { rawValue.hasPrefix($0) }
            || Self.officeTypes.contains(rawValue)
    }

    private static let officePrefixes = [
        "application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.",
        "application/vnd.sun.xml.", "application/vnd.ms-word.", "application/vnd.ms-excel.",
        "application/vnd.ms-powerpoint.", "application/vnd.ms-visio.",
    ]

    private static let officeTypes: Set<String> = [
        "application/vnd.apple.pages", "application/vnd.apple.numbers",
        "application/vnd.apple.keynote",
    ]
}
