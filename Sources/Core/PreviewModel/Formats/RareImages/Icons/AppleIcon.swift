extension DocumentFormat {
    /// ICNS: macOS icons, of which the largest image is shown.
    static let appleIcon = DocumentFormat(
        name: "ICNS",
        types: ["image/x-icns"],
        extensions: ["icns"],
        reader: .rareImage(.swift(.appleIcon))
    )
}
