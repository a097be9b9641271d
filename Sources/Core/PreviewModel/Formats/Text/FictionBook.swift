extension DocumentFormat {
    /// Books in FictionBook 2, plain or in a zip archive.
    static let fictionBook = DocumentFormat(
        name: "FictionBook (FB2, FB2.ZIP)",
        types: ["application/x-fictionbook+xml", "application/x-zip-compressed-fb2"],
        extensions: ["fb2"],
        reader: .text(.structured(.fictionBook))
    )
}
