import PreviewHelper
import PreviewModel

/// The pages of a comic, whatever archive it is.
enum ComicPages {
    /// How many there are, or `nil` where that takes longer than a glance.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, where the names take a password.
    static func count(
        in descriptor: Int32,
        type: FileType
    ) throws(DocumentProblemError) -> Int? {
        if type.isPackedComic {
            return try ComicArchive(descriptor, reach: .cover)?.pageCount
        }
        return names(in: descriptor)?.pages.count
    }

    /// The picture of a page (1-based), or `nil` where it is none, or cannot be taken out.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, where it takes a password;
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
        return pages.isEmpty ? nil : (archive, PackagePictures.inOrder(pages))
    }
}
