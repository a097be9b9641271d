extension DocumentFormat {
    /// XWD of the X Window System.
    static let xWindowDump = DocumentFormat(
        name: "XWD",
        types: ["image/x-xwindowdump"],
        extensions: ["xwd"],
        reader: .rareImage(.magick("XWD"))
    )
}
