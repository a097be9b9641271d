extension DocumentFormat {
    /// HTML: its text, without scripts, styles, and external resources.
    static let html = DocumentFormat(
        name: "HTML",
        types: ["text/html", "application/xhtml+xml"],
        extensions: ["html", "htm", "xhtml"],
        reader: .text(.html)
    )
}
