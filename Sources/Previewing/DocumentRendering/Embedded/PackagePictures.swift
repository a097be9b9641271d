import PreviewHelper
import PreviewModel

/// Finds the preview picture in packages that are zip archives.
///
/// The contents of a package determine its format where possible, so a wrongly detected type does
/// no harm.
struct PackagePictures {
    let archive: ZipArchive
    let type: FileType

    /// The largest table of contents that is read, in bytes.
    private static let tableLimit = 4 << 20

    /// Returns the candidates; of equal sizes, the most reliable one first.
    func candidates() -> [EmbeddedPicture.Candidate] {
        let ways = [
            openPackaging, openDocument, iWork, BookCover(archive: archive).candidates, layers,
            comic,
        ]
        for way in ways {
            let found = way()
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the thumbnail named by the package's relationships (ECMA-376 part 2, 11.4).
    private func openPackaging() -> [EmbeddedPicture.Candidate] {
        guard let relations = table("_rels/.rels") else { return [] }
        return XMLElements.read(relations)
            .filter {
                $0.name == "Relationship"
                    && $0.attributes["Type"]?.hasSuffix("/metadata/thumbnail") == true
            }
            .compactMap { $0.attributes["Target"].map { archive.name(of: $0, in: "") } }
            .filter { archive[$0] != nil }
            .map { EmbeddedPicture.Candidate(name: $0) }
    }

    /// OpenDocument 1.3 part 2, 3.6.
    private func openDocument() -> [EmbeddedPicture.Candidate] {
        guard archive["content.xml"] != nil else { return [] }
        return named([("Thumbnails/thumbnail.png", .max)])
    }

    /// Pages, Numbers and Keynote of every generation; the archive may have a single top-level
    /// folder.
    private func iWork() -> [EmbeddedPicture.Candidate] {
        WorkPackage.pictures.compactMap { known in
            let ends = archive.entries.map(\.name).filter {
                ($0 == known.name || $0.hasSuffix("/" + known.name))
                    && !$0.hasPrefix("__MACOSX/")
            }
            return ends.min { $0.utf8.count < $1.utf8.count }
                .map { EmbeddedPicture.Candidate(name: $0, pixels: known.pixels) }
        }
    }

    /// Krita, OpenRaster, 3MF, FreeCAD, Sketch and the like.
    private func layers() -> [EmbeddedPicture.Candidate] {
        named([
            ("mergedimage.png", .max), ("Thumbnails/thumbnail.png", 256), ("preview.png", 256),
            ("Metadata/thumbnail.png", 256), ("thumbnails/Thumbnail.png", 256),
            ("previews/preview.png", .max),
        ])
    }

    /// Returns the cover of a comic: the picture named as the cover, or else the first in natural
    /// order.
    private func comic() -> [EmbeddedPicture.Candidate] {
        guard type.rawValue == "application/vnd.comicbook+zip" else { return [] }
        let pictures = archive.entries.map(\.name).filter(Self.isComicPage)
        return Self.covers(of: pictures, front: ComicInformation.frontCover(in: archive)).map {
            EmbeddedPicture.Candidate(name: $0)
        }
    }

    /// Whether a file of a comic is a page.
    static func isComicPage(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard let last = parts.last, let dot = last.lastIndex(of: "."), parts[0] != "__MACOSX",
            !last.hasPrefix(".")
        else { return false }
        return ["jpg", "jpeg", "png", "gif", "webp", "tif", "tiff", "avif", "heic", "jxl"]
            .contains(last[last.index(after: dot)...].lowercased())
    }

    /// Returns the pages of a comic in reading order: the cover, then natural order.
    ///
    /// - Parameters:
    ///   - pages: The names of the pages.
    ///   - front: The number of the cover in natural order, from 0, where the comic gives it.
    /// - Returns: The names in that order.
    static func inOrder(_ pages: [String], front: Int? = nil) -> [String] {
        var sorted = pages.sorted { NaturalOrder.isBefore(fileNamed: $0, $1) }
        let given = front.flatMap { sorted.indices.contains($0) ? $0 : nil }
        if let cover = given ?? sorted.firstIndex(where: isCover) {
            sorted.insert(sorted.remove(at: cover), at: 0)
        }
        return sorted
    }

    /// Returns the pages that may represent a whole comic, its cover first.
    static func covers(of pages: [String], front: Int? = nil) -> [String] {
        let sorted = pages.sorted { NaturalOrder.isBefore(fileNamed: $0, $1) }
        let given = front.flatMap { sorted.indices.contains($0) ? [sorted[$0]] : nil } ?? []
        return given + sorted.filter(isCover) + sorted.prefix(3)
    }

    private static func isCover(_ page: String) -> Bool {
        page.split(separator: "/").last?.lowercased().hasPrefix("cover") == true
    }

    private func named(_ known: [(name: String, pixels: Int)]) -> [EmbeddedPicture.Candidate] {
        known.filter { archive[$0.name] != nil }
            .map { EmbeddedPicture.Candidate(name: $0.name, pixels: $0.pixels) }
    }

    private func table(_ name: String) -> [UInt8]? {
        archive[name].flatMap { try? archive.read($0, limit: Self.tableLimit) }
    }
}
