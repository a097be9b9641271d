extension DocumentFormat {
    /// XCF: documents of GIMP, with their layers merged.
    static let gimp = DocumentFormat(
        name: "XCF",
        types: ["image/x-xcf"],
        extensions: ["xcf"],
        reader: .rareImage(.swift(.gimp))
    )
}
