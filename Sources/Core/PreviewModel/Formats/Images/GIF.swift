extension DocumentFormat {
    /// GIF.
    static let gif = DocumentFormat(
        name: "GIF",
        types: ["image/gif"],
        extensions: ["gif"],
        reader: .image(orMagick: "GIF"),
        certainStarts: ["GIF8"]
    )
}
