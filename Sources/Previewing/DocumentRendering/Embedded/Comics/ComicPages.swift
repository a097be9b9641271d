import PreviewHelper
import PreviewModel

/// The pages of a comic in any archive format.
enum ComicPages {
    /// Returns the number of pages, or `nil` if counting them would take too long.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, if the names are encrypted.
    static func count(
        in descriptor: Int32,
        type: FileType
    ) throws(DocumentProblemError) -> Int? {
        if type.isPackedComic {
            return try ComicArchive(descriptor, reach: .cover)?.pageCount
        }
        return names(in: descriptor)?.pages.count
    }

    /// Returns the picture of a page (1-based), or `nil` if it is not a picture or cannot be
    /// extracted.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, if the page is encrypted;
    ///   `TextDocument.NoSuchPage` where there are fewer.
    static func page(_ page: Int, in descriptor: Int32, type: FileType) throws -> [UInt8]? {
        if type.isPackedComic {
            guard let archive = try ComicArchive(descriptor, reach: .anyPage) else { return nil }
            if let count = archive.pageCount, page > count {
                throw TextDocument.NoSuchPage(count: count)
            }
            return try archive.page(page)
        }
        guard let (archive, pages) = names(in: descriptor) else { return nil }
        guard pages.indices.contains(page - 1) else {
            throw TextDocument.NoSuchPage(count: pages.count)
        }
        guard let entry = archive[pages[page - 1]] else { return nil }
        if entry.isEncrypted { throw DocumentProblemError(.encrypted) }
        return (try? archive.read(entry, limit: SizeLimit.embeddedPicture)).flatMap {
            EmbeddedPicture.isPicture($0) ? $0 : nil
        }
    }

    private static func names(in descriptor: Int32) -> (archive: ZipArchive, pages: [String])? {
        guard let archive = try? ZipArchive.open(descriptor) else { return nil }
        let pages = archive.entries.map(\.name).filter(PackagePictures.isComicPage)
        return pages.isEmpty
            ? nil
            : (
                archive,
                PackagePictures.inOrder(pages, front: ComicInformation.frontCover(in: archive))
            )
    }
}
