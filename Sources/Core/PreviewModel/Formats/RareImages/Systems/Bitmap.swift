extension DocumentFormat {
    /// Bitmaps of Windows and OS/2.
    static let bitmap = DocumentFormat(
        name: "BMP",
        types: ["image/bmp"],
        extensions: ["bmp", "dib"],
        reader: .rareImage(.swift(.bitmap)),
        aliases: ["image/x-award-bmp": "image/bmp", "image/x-ms-bmp": "image/bmp"]
    )
}
