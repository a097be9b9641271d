extension DocumentFormat {
    /// Notebooks of Jupyter: texts, programs, and their results.
    static let notebook = DocumentFormat(
        name: "Notebooks (Jupyter)",
        types: ["application/x-ipynb+json"],
        extensions: ["ipynb"],
        reader: .text(.structured(.notebook))
    )
}
