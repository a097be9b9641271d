extension DocumentFormat {
    /// Brushes of GIMP.
    static let gimpBrush = DocumentFormat(
        name: "GBR",
        types: ["image/x-gimp-gbr"],
        extensions: ["gbr"],
        reader: .rareImage(.swift(.gimpBrush))
    )
}
