extension DocumentFormat {
    /// DDS: DirectX textures, in the compressed formats of graphics cards.
    static let directDraw = DocumentFormat(
        name: "DDS",
        types: ["image/x-dds"],
        extensions: ["dds"],
        reader: .rareImage(.swift(.directDraw))
    )
}
