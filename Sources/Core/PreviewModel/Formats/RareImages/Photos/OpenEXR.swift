extension DocumentFormat {
    /// OpenEXR: light as floats.
    static let openEXR = DocumentFormat(
        name: "OpenEXR",
        types: ["image/x-exr"],
        extensions: ["exr"],
        reader: .rareImage(.swift(.openEXR))
    )
}
