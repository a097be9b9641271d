extension FileType {
    /// Whether it is what an office writes: pages of paper, sheets or slides, of which a picture that lies
    /// inside is a copy, and not the contents themselves.
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
