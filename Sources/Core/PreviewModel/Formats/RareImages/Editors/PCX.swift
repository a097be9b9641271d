extension DocumentFormat {
    /// PCX: images of PC Paintbrush.
    static let pcx = DocumentFormat(
        name: "PCX",
        types: ["image/vnd.zbrush.pcx"],
        extensions: ["pcx"],
        reader: .rareImage(.magick("PCX")),
        aliases: ["image/x-pcx": "image/vnd.zbrush.pcx"]
    )
}
