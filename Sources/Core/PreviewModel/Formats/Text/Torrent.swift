extension DocumentFormat {
    /// Torrents: their files and trackers.
    static let torrent = DocumentFormat(
        name: "Torrents",
        types: ["application/x-bittorrent"],
        extensions: ["torrent"],
        reader: .text(.structured(.torrent)),
        signatures: [
            FileSignature(
                "application/x-bittorrent",
                // A dictionary, whose first key is one of those that torrents have (BEP 3, 5, 12, 19).
                header: { data in
                    guard data.first == UInt8(ascii: "d") else { return false }
                    let digits = data.dropFirst().prefix { (0x30...0x39).contains($0) }
                    let rest = data.dropFirst(1 + digits.count)
                    guard rest.first == UInt8(ascii: ":"),
                        let length = Int(String(decoding: digits, as: UTF8.self))
                    else { return false }
                    let key = String(
                        decoding: rest.dropFirst().prefix(min(length, 32)),
                        as: UTF8.self
                    )
                    return firstKeys.contains(key)
                }
            )
        ]
    )

    /// The keys of a torrent that may come first: they are sorted.
    private static let firstKeys: Set<String> = [
        "announce", "announce-list", "azureus_properties", "collections", "comment", "created by",
        "creation date", "encoding", "httpseeds", "info", "nodes",
    ]
}
