extension DocumentFormat {
    /// Markdown of CommonMark and GitHub.
    static let markdown = DocumentFormat(
        name: "Markdown",
        types: ["text/markdown"],
        extensions: ["md", "markdown"],
        reader: .text(.markdown)
    )
}
