extension DocumentFormat {
    /// Changes of files, as `diff` and Git write them.
    static let patch = DocumentFormat(
        name: "Diffs and patches",
        types: ["text/x-patch"],
        extensions: ["diff", "patch"],
        reader: .text(.code)
    )
}
