extension DocumentFormat {
    /// Portable Document Format (ISO 32000).
    static let pdf = DocumentFormat(
        name: "PDF, with its password, too",
        types: ["application/pdf"],
        extensions: ["pdf"],
        reader: .pdf,
        certainStarts: ["%PDF"]
    )
}
