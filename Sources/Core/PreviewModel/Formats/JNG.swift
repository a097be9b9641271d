extension DocumentFormat {
    /// JNG: a JPEG image with transparency, in the chunks of PNG.
    ///
    /// For libmagic it is a video, as MNG is. ImageMagick's reader wants files of its own, which the sandbox has not.
    static let jng = DocumentFormat(
        name: "JNG",
        types: ["image/x-jng"],
        extensions: ["jng"],
        reader: .video,
        aliases: ["video/x-jng": "image/x-jng"]
    )
}
