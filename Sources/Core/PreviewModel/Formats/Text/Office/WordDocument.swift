extension DocumentFormat {
    /// Documents and templates of Word (ECMA-376).
    static let wordDocument = DocumentFormat(
        name: "Word (DOCX, DOTX, DOCM, DOTM)",
        types: [
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
            "application/vnd.ms-word.document.macroEnabled.12",
            "application/vnd.ms-word.document.macroenabled.12",
            "application/vnd.ms-word.template.macroEnabled.12",
            "application/vnd.ms-word.template.macroenabled.12",
        ],
        extensions: ["docx", "dotx", "docm", "dotm"],
        reader: .text(.wordDocument)
    )
}
