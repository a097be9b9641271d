extension DocumentFormat {
    /// PNG.
    static let png = DocumentFormat(
        name: "PNG",
        types: ["image/png"],
        extensions: ["png"],
        reader: .plainImage(orMagick: "PNG"),
        certainStarts: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    )
}
