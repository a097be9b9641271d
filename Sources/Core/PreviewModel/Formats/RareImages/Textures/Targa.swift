extension DocumentFormat {
    /// Truevision TGA.
    static let targa = DocumentFormat(
        name: "TGA",
        types: ["image/x-tga"],
        extensions: ["tga", "tpic", "vda"],
        reader: .rareImage(.swift(.targa))
    )
}
