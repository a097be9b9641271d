extension OutputFile {
    /// The endings of the formats that people may expect a picture or pages in.
    private static let endings = [
        "png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "tif", "tiff", "bmp", "avif", "heic",
        "heif",
        "jxl", "jp2", "svg", "svgz", "ico", "tga", "ppm", "pgm", "pnm", "psd", "xcf", "exr", "qoi",
        "pdf",
        "ps", "eps", "xps", "djvu", "docx", "odt", "epub", "html", "htm",
    ]

    /// Whether the name of an output promises another format than the one that is written.
    ///
    /// A name with an unknown ending, or without one, promises nothing.
    ///
    /// - Parameters:
    ///   - format: The ending of the format, such as "png".
    ///   - name: The name or the path.
    /// - Returns: Whether its ending is that of another format.
    public static func isNamedUnlike(_ format: String, _ name: String) -> Bool {
        let name = name.split(separator: "/").last ?? ""
        // The dot of a hidden file does not begin an ending.
        guard let dot = name.dropFirst().lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return ending != format && endings.contains(ending)
    }
}
