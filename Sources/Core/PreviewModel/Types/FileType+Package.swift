extension FileType {
    /// A document in HTML or Markdown with the pictures that it may show, as `PictureFolder` packs them.
    ///
    /// It is identified as the document that it contains.
    package static let documentPackage = FileType(
        rawValue: "application/vnd.printcenter.document+zip"
    )

    /// The types of documents that such a package may contain.
    package static let ofPackages: [FileType] = [
        FileType(rawValue: "text/html"), FileType(rawValue: "application/xhtml+xml"),
        FileType(rawValue: "text/markdown"),
    ]
}
