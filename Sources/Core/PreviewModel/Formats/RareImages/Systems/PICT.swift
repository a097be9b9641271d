extension DocumentFormat {
    /// PICT: QuickDraw pictures.
    static let pict = DocumentFormat(
        name: "PICT",
        types: ["image/x-pict"],
        extensions: ["pct", "pict"],
        reader: .rareImage(.magick("PICT"))
    )
}
