extension DocumentFormat {
    /// WebP.
    static let webp = DocumentFormat(
        name: "WebP",
        types: ["image/webp"],
        extensions: ["webp"],
        reader: .image(),
        // "RIFF", the size of the file, and "WEBP".
        certainStarts: [
            [0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50]
        ]
    )
}
