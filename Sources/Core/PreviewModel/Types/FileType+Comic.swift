extension FileType {
    /// The comic types of the shared MIME database, by the types of their archives.
    private static let comics = [
        "application/zip": "application/vnd.comicbook+zip",
        "application/vnd.rar": "application/vnd.comicbook-rar",
        "application/x-7z-compressed": "application/x-cb7",
        "application/x-tar": "application/x-cbt",
    ]

    /// The comic type that an archive of this type may be, or `nil` if this is not such an archive
    /// type.
    package var asComic: FileType? { Self.comics[rawValue].map(FileType.init) }

    /// Whether this is a comic: pictures in an archive, in the order of their names.
    package var isComic: Bool { Self.comics.values.contains(rawValue) }

    /// Whether this is an archive whose names are listed.
    package var isListed: Bool { TextFormat(self) == .archive && !isComic }
}
