extension DocumentFormat {
    /// XPM of the X Window System.
    static let xPixmap = DocumentFormat(
        name: "XPM",
        types: ["image/x-xpixmap"],
        extensions: ["xpm"],
        reader: .rareImage(.magick("XPM")),
        aliases: ["image/x-xpmi": "image/x-xpixmap"]
    )
}
