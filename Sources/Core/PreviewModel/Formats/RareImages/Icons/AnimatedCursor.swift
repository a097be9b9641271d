extension DocumentFormat {
    /// Animated Windows cursors, of which the first image is shown.
    static let animatedCursor = DocumentFormat(
        name: "ANI",
        types: ["application/x-navi-animation"],
        extensions: ["ani"],
        reader: .rareImage(.swift(.animatedCursor))
    )
}
