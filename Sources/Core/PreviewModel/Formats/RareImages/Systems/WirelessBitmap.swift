extension DocumentFormat {
    /// WBMP of early mobile phones.
    static let wirelessBitmap = DocumentFormat(
        name: "WBMP",
        types: ["image/vnd.wap.wbmp"],
        extensions: ["wbmp"],
        reader: .rareImage(.magick("WBMP"))
    )
}
