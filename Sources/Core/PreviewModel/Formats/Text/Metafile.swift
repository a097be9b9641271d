extension DocumentFormat {
    /// Drawings in the commands of Windows.
    static let metafile = DocumentFormat(
        name: "Windows metafiles (EMF, WMF)",
        types: ["image/emf", "image/wmf"],
        extensions: ["emf", "wmf"],
        reader: .text(.structured(.metafile))
    )
}
