extension DocumentFormat {
    /// Several PCX images in a file, of which the first is shown.
    static let dcx = DocumentFormat(
        name: "DCX",
        types: ["image/vnd.zbrush.dcx"],
        extensions: ["dcx"],
        reader: .rareImage(.swift(.paintbrush)),
        supplement: [
            SupplementaryType(
                "image/vnd.zbrush.dcx",
                names: ["dcx"],
                english: "DCX multi-page image",
                chinese: "DCX 多页图像"
            )
        ],
        aliases: ["image/x-dcx": "image/vnd.zbrush.dcx"]
    )
}
