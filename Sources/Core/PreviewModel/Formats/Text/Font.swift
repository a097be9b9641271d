extension DocumentFormat {
    /// Fonts, of which a sample is shown.
    static let font = DocumentFormat(
        name: "Fonts (TTF, OTF, TTC, WOFF and others)",
        types: [
            "application/vnd.ms-opentype", "application/font-woff", "application/font-sfnt",
        ],
        extensions: ["ttf", "otf", "ttc", "woff", "woff2"],
        reader: .text(.font),
        signatures: [FileSignature("font/collection", "ttcf")],
        includes: { $0.hasPrefix("font/") || $0.hasPrefix("application/x-font-") }
    )
}
