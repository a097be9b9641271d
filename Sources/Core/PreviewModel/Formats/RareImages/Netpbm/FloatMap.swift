extension DocumentFormat {
    /// PFM: floating-point samples, with the bottom row first.
    static let floatMap = DocumentFormat(
        name: "PFM",
        types: ["image/x-portable-floatmap"],
        extensions: ["pfm"],
        reader: .rareImage(.swift(.floatMap)),
        supplement: [
            SupplementaryType(
                "image/x-portable-floatmap",
                names: ["pfm"],
                english: "PFM image",
                chinese: "PFM 图像"
            )
        ]
    )
}
