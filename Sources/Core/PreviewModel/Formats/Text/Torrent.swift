extension DocumentFormat {
    /// Torrents: their files and trackers.
    static let torrent = DocumentFormat(
        name: "Torrents",
        types: ["application/x-bittorrent"],
        extensions: ["torrent"],
        reader: .text(.structured(.torrent))
    )
}
