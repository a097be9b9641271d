extension DocumentFormat {
    /// AVIF and HEIC: images in an ISO base media file.
    static let heif = DocumentFormat(
        name: "AVIF and HEIC",
        types: ["image/avif", "image/heif"],
        extensions: ["avif", "heic", "heif", "hif"],
        reader: .rareImage(.vips),
        aliases: ["image/heic": "image/heif"]
    )
}
