extension DocumentFormat {
    /// Portable Document Format (ISO 32000).
    static let pdf = DocumentFormat(
        name: "PDF, with its password, too",
        types: ["application/pdf"],
        extensions: ["pdf"],
        reader: .pdf,
        certainStarts: ["%PDF"]
    )

    /// PDF compressed with gzip.
    static let compressedPDF = DocumentFormat(
        name: "PDF in gzip",
        types: [FileType.compressedPDF.rawValue],
        extensions: [],
        reader: .compressedPDF
    )
}
