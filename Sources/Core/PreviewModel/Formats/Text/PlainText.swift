extension DocumentFormat {
    /// Text without structure, in any encoding.
    static let plainText = DocumentFormat(
        name: "Text",
        types: ["text/plain", "text/x-readme"],
        extensions: ["txt", "text"],
        reader: .text(.plain)
    )
}
