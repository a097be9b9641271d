extension DocumentFormat {
    /// TIFF.
    static let tiff = DocumentFormat(
        name: "TIFF",
        types: ["image/tiff"],
        extensions: ["tif", "tiff"],
        reader: .image(orMagick: "TIFF"),
        certainStarts: [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
    )
}
