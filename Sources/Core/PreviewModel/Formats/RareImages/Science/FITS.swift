extension DocumentFormat {
    /// FITS: images of telescopes.
    static let fits = DocumentFormat(
        name: "FITS",
        types: ["application/fits"],
        extensions: ["fits", "fit"],
        reader: .rareImage(.swift(.fits))
    )
}
