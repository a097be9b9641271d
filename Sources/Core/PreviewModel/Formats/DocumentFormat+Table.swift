extension DocumentFormat {
    /// The table of formats in the documentation, in Markdown.
    package static var table: String {
        let rows = all.map { format in
            let names = format.extensions + format.supplement.flatMap(\.names)
            let unique = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
            return
                "| \(format.name) | \(unique.joined(separator: ", ")) | \(format.reader.libraries) |"
        }
        return """
            # Formats

            What `qpreview` draws, with the extensions that such files usually have and the libraries that
            read them. The contents of a file decide what it is; its name only decides between types that
            contents do not tell apart. This table is made from the list of formats:
            [Adding a format](adding-a-format.md).

            | format | extensions | read by |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            Pictures that lie inside of files are shown, too: in iWork, Office, OpenDocument and EPUB
            documents, raw photos, Krita and OpenRaster images, comics (CBZ, CBR, CB7, CBT) and sound files.

            """
    }
}
