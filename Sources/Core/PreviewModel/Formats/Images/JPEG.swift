extension DocumentFormat {
    /// JPEG.
    static let jpeg = DocumentFormat(
        name: "JPEG",
        types: ["image/jpeg"],
        extensions: ["jpg", "jpeg", "jpe"],
        reader: .plainImage(orMagick: "JPEG"),
        certainStarts: [[0xFF, 0xD8, 0xFF]]
    )
}
