extension DocumentFormat {
    /// Pages in XPS and OpenXPS.
    static let xps = DocumentFormat(
        name: "XPS and OpenXPS",
        types: ["application/vnd.ms-xpsdocument", "application/oxps"],
        extensions: ["xps", "oxps"],
        reader: .text(.structured(.xps))
    )
}
