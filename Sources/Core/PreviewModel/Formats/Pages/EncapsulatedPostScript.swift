extension DocumentFormat {
    /// Encapsulated PostScript (EPS): pictures to be placed on pages of other documents.
    static let encapsulatedPostScript = DocumentFormat(
        name: "Encapsulated PostScript (EPS)",
        types: ["image/x-eps"],
        extensions: ["eps", "epsf", "epsi"],
        reader: .encapsulatedPostScript
    )

    /// Encapsulated PostScript (EPS) compressed with gzip.
    static let compressedPostScriptPicture = DocumentFormat(
        name: "Encapsulated PostScript in gzip",
        types: ["image/x-gzeps"],
        extensions: [],
        reader: .postScript
    )
}
