extension DocumentFormat {
    /// Books of Mobipocket and Kindle, in both of their formats, and those of PalmDoc, from which they come.
    static let mobiBook = DocumentFormat(
        name: "Kindle and Palm (MOBI, AZW, AZW3, PDB)",
        types: [
            "application/x-mobipocket-ebook", "application/vnd.amazon.mobi8-ebook",
            "application/x-aportisdoc",
        ],
        extensions: ["mobi", "azw", "azw3", "prc", "pdb"],
        reader: .text(.structured(.mobiBook))
    )
}
