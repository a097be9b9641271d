extension DocumentFormat {
    /// The Quite OK Image Format.
    static let qoi = DocumentFormat(
        name: "QOI",
        types: ["image/qoi"],
        extensions: ["qoi"],
        reader: .rareImage(.swift(.quiteOK)),
        signatures: [FileSignature("image/qoi", "qoif")],
        supplement: [
            SupplementaryType(
                "image/qoi",
                names: ["qoi"],
                english: "QOI image",
                chinese: "QOI 图像"
            )
        ],
        aliases: ["image/x-qoi": "image/qoi"]
    )
}
