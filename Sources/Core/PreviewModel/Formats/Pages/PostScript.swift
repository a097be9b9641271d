extension DocumentFormat {
    /// PostScript, plain or compressed with gzip.
    static let postScript = DocumentFormat(
        name: "PostScript",
        types: ["application/postscript", "application/x-gzpostscript"],
        extensions: ["ps"],
        reader: .postScript
    )
}
