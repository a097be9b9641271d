extension DocumentFormat {
    /// Documents of Adobe Illustrator that are PostScript; those that are PDF have the type of PDF.
    static let illustrator = DocumentFormat(
        name: "Adobe Illustrator",
        types: ["application/illustrator"],
        extensions: ["ai"],
        reader: .postScript,
        supplement: [
            SupplementaryType(
                "application/illustrator",
                parents: ["application/postscript", "application/pdf"],
                names: [],
                english: "Adobe Illustrator document",
                chinese: "Adobe Illustrator 文档"
            )
        ],
        // Most are PDF.
        guessedFamily: .pdf
    )
}
