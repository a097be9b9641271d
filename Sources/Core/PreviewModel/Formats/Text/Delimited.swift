extension DocumentFormat {
    /// Values separated by commas or tabs (RFC 4180).
    static let delimitedText = DocumentFormat(
        name: "CSV and TSV",
        types: ["text/csv", "text/tab-separated-values"],
        extensions: ["csv", "tsv"],
        reader: .text(.delimited)
    )
}
