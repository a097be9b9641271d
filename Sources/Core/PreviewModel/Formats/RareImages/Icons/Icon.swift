extension DocumentFormat {
    /// Windows icons, of which the largest image is shown.
    static let icon = DocumentFormat(
        name: "ICO",
        types: ["image/vnd.microsoft.icon"],
        extensions: ["ico"],
        reader: .rareImage(.swift(.icon)),
        aliases: ["image/x-icon": "image/vnd.microsoft.icon"]
    )
}
