extension DocumentFormat {
    /// Logs, with the colors of a terminal or by their levels.
    static let log = DocumentFormat(
        name: "Logs",
        types: ["text/x-log"],
        extensions: ["log"],
        reader: .text(.code)
    )
}
