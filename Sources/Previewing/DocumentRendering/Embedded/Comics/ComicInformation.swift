import PreviewHelper

/// What ComicInfo.xml tells of the pages of a comic.
enum ComicInformation {
    private static let sizeLimit = 4 << 20

    /// The number of the page that it calls the front cover, from 0 in the order of the names; `nil` where it calls none so.
    static func frontCover(in archive: ZipArchive) -> Int? {
        let entry = archive.entries.first { entry in
            entry.name.split(separator: "/").last?.lowercased() == "comicinfo.xml"
        }
        // A comic whose information cannot be read has none.
        guard let entry, let bytes = try? archive.read(entry, limit: sizeLimit) else { return nil }
        let page = XMLElements.read(bytes).first {
            $0.name == "Page" && $0.attributes["Type"] == "FrontCover"
        }
        return page?.attributes["Image"].flatMap { Int($0) }
    }
}
