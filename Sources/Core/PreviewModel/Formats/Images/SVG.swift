extension DocumentFormat {
    /// SVG, plain or compressed with gzip.
    static let svg = DocumentFormat(
        name: "SVG",
        types: ["image/svg+xml", "image/svg+xml-compressed"],
        extensions: ["svg", "svgz"],
        reader: .text(.drawing)
    )
}
