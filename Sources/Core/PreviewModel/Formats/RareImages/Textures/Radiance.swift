extension DocumentFormat {
    /// Radiance HDR.
    static let radiance = DocumentFormat(
        name: "Radiance HDR",
        types: ["image/vnd.radiance"],
        extensions: ["hdr"],
        reader: .rareImage(.vips),
        signatures: [
            FileSignature("image/vnd.radiance", "#?RADIANCE\n", isOfWords: true)
        ],
        supplement: [
            SupplementaryType(
                "image/vnd.radiance",
                names: ["hdr"],
                english: "Radiance HDR image",
                chinese: "Radiance HDR 图像"
            )
        ]
    )
}
