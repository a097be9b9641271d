extension FileType {
    /// The comics of the shared MIME database, by the archives that they are.
    private static let comics = [
        "application/zip": "application/vnd.comicbook+zip",
        "application/vnd.rar": "application/vnd.comicbook-rar",
        "application/x-7z-compressed": "application/x-cb7",
        "application/x-tar": "application/x-cbt",
    ]

    /// The comic that an archive of this type may be, or `nil` where it is no such archive.
    package var asComic: FileType? { Self.comics[rawValue].map(FileType.init) }

    /// Whether it is a comic: pictures in an archive, in the order of their names.
    package var isComic: Bool { Self.comics.values.contains(rawValue) }

    /// Whether it is an archive of which the names are shown.
    package var isListed: Bool { TextFormat(self) == .archive && !isComic }
}
