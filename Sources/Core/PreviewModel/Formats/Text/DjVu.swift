extension DocumentFormat {
    /// Scanned pages in DjVu.
    static let djvu = DocumentFormat(
        name: "DjVu",
        types: ["image/vnd.djvu", "image/vnd.djvu+multipage"],
        extensions: ["djvu", "djv"],
        reader: .text(.structured(.djvu))
    )
}
