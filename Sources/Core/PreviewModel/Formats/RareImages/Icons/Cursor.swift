extension DocumentFormat {
    /// Windows cursors, of which the largest image is shown.
    static let cursor = DocumentFormat(
        name: "CUR",
        types: ["image/x-win-bitmap"],
        extensions: ["cur"],
        reader: .rareImage(.swift(.icon))
    )
}
