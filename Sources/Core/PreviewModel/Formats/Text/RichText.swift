extension DocumentFormat {
    /// Rich Text Format.
    static let richText = DocumentFormat(
        name: "RTF",
        types: ["text/rtf", "application/rtf"],
        extensions: ["rtf"],
        reader: .text(.richText)
    )
}
