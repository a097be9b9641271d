extension DocumentFormat {
    /// XBM of the X Window System.
    static let xBitmap = DocumentFormat(
        name: "XBM",
        types: ["image/x-xbitmap"],
        extensions: ["xbm"],
        reader: .rareImage(.magick("XBM"))
    )
}
