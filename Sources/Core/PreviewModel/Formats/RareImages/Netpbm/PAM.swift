extension DocumentFormat {
    /// Netpbm PAM: any number of channels, including alpha.
    static let pam = DocumentFormat(
        name: "PAM",
        types: ["image/x-portable-arbitrarymap"],
        extensions: ["pam"],
        reader: .rareImage(.swift(.netpbm)),
        supplement: [
            SupplementaryType(
                "image/x-portable-arbitrarymap",
                names: ["pam"],
                english: "PAM image",
                chinese: "PAM 图像"
            )
        ]
    )
}
