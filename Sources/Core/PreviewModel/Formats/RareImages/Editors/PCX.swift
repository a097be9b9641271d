extension DocumentFormat {
    /// PCX: images of PC Paintbrush.
    static let pcx = DocumentFormat(
        name: "PCX",
        types: ["image/vnd.zbrush.pcx"],
        extensions: ["pcx"],
        reader: .rareImage(.swift(.paintbrush)),
        aliases: ["image/x-pcx": "image/vnd.zbrush.pcx"]
    )
}
