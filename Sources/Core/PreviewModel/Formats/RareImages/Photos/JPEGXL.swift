extension DocumentFormat {
    /// JPEG XL.
    static let jpegXL = DocumentFormat(
        name: "JPEG XL",
        types: ["image/jxl"],
        extensions: ["jxl"],
        reader: .rareImage(.vips)
    )
}
