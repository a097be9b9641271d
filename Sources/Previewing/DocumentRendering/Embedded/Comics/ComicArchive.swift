import CText
import PreviewHelper
import PreviewModel

/// A comic in an archive that libarchive reads: RAR of both generations, 7z, tar.
///
/// The helper that draws text has opened that library; the others have not.
struct ComicArchive {
    /// A file of the archive that may be a page.
    private struct Page {
        let name: String
        /// The index among all entries.
        let place: Int
        let size: Int
        let isEncrypted: Bool
    }

    /// The part of the archive that is read.
    enum Reach {
        /// Until a page is found that can represent the comic.
        case cover
        /// As far as any requested page may lie.
        case anyPage
    }

    private let descriptor: Int32
    private let pages: [Page]
    /// Whether all entries of the archive are known.
    private let isWhole: Bool

    /// The most bytes of the file that are read to find its entries, and again to unpack one.
    ///
    /// Skipped bytes do not count; in a solid archive, none can be skipped.
    private static let readLimit: UInt64 = 192 << 20
    /// The most bytes that are unpacked to reach any page of a solid archive but the first: up to
    /// three seconds of work, since pictures hardly compress.
    private static let unpackLimit = 24 << 20
    /// The most bytes that are unpacked to reach the first page.
    private static let searchLimit = 64 << 20
    /// The most bytes that are unpacked to reach a page that the user requested.
    private static let anyPageLimit = 256 << 20
    /// The most entries that are read.
    private static let entriesLimit = 10_000

    /// Finds the pages; `nil` if libarchive cannot read the document, or if it has no pages.
    ///
    /// - Parameters:
    ///   - descriptor: The document; the caller keeps the descriptor.
    ///   - reach: The part of the archive to read.
    /// - Throws: `DocumentProblemError` with `encrypted`, if the names are encrypted.
    init?(_ descriptor: Int32, reach: Reach) throws(DocumentProblemError) {
        let collector = Collector(isSolid: Self.isSolid(descriptor), reach: reach)
        let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
        let how = unsafe ctext_list(
            descriptor,
            Self.readLimit,
            { context, entry in
                guard let context = unsafe context, let entry = unsafe entry?.pointee else {
                    return 0
                }
                let collector = unsafe Unmanaged<Collector>.fromOpaque(context)
                    .takeUnretainedValue()
                let isGoingOn = unsafe collector.add(
                    entry.name.map { unsafe String(cString: $0) } ?? "",
                    size: Int(clamping: entry.size),
                    isFolder: entry.is_folder != 0,
                    isEncrypted: entry.is_encrypted != 0
                )
                return isGoingOn ? 1 : 0
            },
            context
        )
        if ctext_listing(UInt32(clamping: how)) == CTEXT_ENCRYPTED {
            throw DocumentProblemError(.encrypted)
        }
        guard !collector.pages.isEmpty else { return nil }
        self.descriptor = descriptor
        pages = collector.pages
        isWhole = ctext_listing(UInt32(clamping: how)) == CTEXT_WHOLE
    }

    /// How many pages there are, or `nil` where the archive is not read to its end.
    var pageCount: Int? { isWhole ? pages.count : nil }

    /// Returns the picture of a page (1-based, in reading order), or `nil` if it is not available.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, if the page is encrypted.
    func page(_ number: Int) throws(DocumentProblemError) -> [UInt8]? {
        let names = PackagePictures.inOrder(pages.map(\.name))
        guard names.indices.contains(number - 1),
            let page = pages.first(where: { $0.name == names[number - 1] })
        else { return nil }
        if page.isEncrypted { throw DocumentProblemError(.encrypted) }
        return unpack(page).flatMap { EmbeddedPicture.isPicture($0) ? $0 : nil }
    }

    /// Returns the picture of the cover, or of the first page if no page is named as the cover.
    ///
    /// - Parameter tried: The number of candidates to skip, since they could not be drawn.
    /// - Returns: The bytes, which begin as a picture; `nil` where none can be unpacked.
    /// - Throws: `DocumentProblemError` with `encrypted`, if every page is encrypted.
    func cover(tried: Int) throws(DocumentProblemError) -> [UInt8]? {
        let plain = pages.filter { !$0.isEncrypted }
        guard !plain.isEmpty else { throw DocumentProblemError(.encrypted) }
        var left = tried
        for name in PackagePictures.covers(of: plain.map(\.name)) {
            guard let page = plain.first(where: { $0.name == name }),
                let bytes = unpack(page), EmbeddedPicture.isPicture(bytes)
            else { continue }
            if left == 0 { return bytes }
            left -= 1
        }
        return nil
    }

    private func unpack(_ page: Page) -> [UInt8]? {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: page.size) { buffer, count in
            failed =
                unsafe ctext_unpack(
                    descriptor,
                    Self.readLimit,
                    page.place,
                    buffer.baseAddress,
                    page.size
                ) != 0
            count = failed ? 0 : page.size
        }
        return failed ? nil : bytes
    }

    /// Collects the pages that libarchive reports.
    private final class Collector {
        private let isSolid: Bool
        private let reach: Reach
        private var place = 0
        /// The number of bytes to unpack to reach the next entry.
        private var before = 0
        var pages: [Page] = []

        init(isSolid: Bool, reach: Reach) { (self.isSolid, self.reach) = (isSolid, reach) }

        /// Records an entry; returns `false` when later ones cannot be reached.
        func add(_ name: String, size: Int, isFolder: Bool, isEncrypted: Bool) -> Bool {
            defer { place += 1 }
            if !isFolder, (1...SizeLimit.embeddedPicture).contains(size),
                PackagePictures.isComicPage(name)
            {
                pages.append(
                    Page(name: name, place: place, size: size, isEncrypted: isEncrypted)
                )
            }
            // Clamp each size to the limit, since the archive is not trusted.
            before += min(max(0, size), ComicArchive.anyPageLimit)
            guard isSolid else { return place < ComicArchive.entriesLimit }
            let limit =
                switch reach {
                case .cover:
                    pages.isEmpty ? ComicArchive.searchLimit : ComicArchive.unpackLimit
                case .anyPage: ComicArchive.anyPageLimit
                }
            return place < ComicArchive.entriesLimit && before < limit
        }
    }

    /// Returns whether the archive is solid according to its header: reaching an entry means
    /// unpacking all before it.
    private static func isSolid(_ descriptor: Int32) -> Bool {
        let start = FilePart.start(of: descriptor, limit: 64).bytes
        if start.starts(with: Array("Rar!\u{1A}\u{7}\0".utf8)), start.count > 11 {
            // The archive's header, with its flags behind checksum and kind.
            return start[9] == 0x73 && start[10] & 0x08 != 0
        }
        if start.starts(with: Array("Rar!\u{1A}\u{7}\u{1}\0".utf8)) {
            // Checksum, size, kind, flags, the size of more where there is some, the archive's flags.
            var rest = start.dropFirst(12)
            guard number(&rest) != nil, let kind = number(&rest), let flags = number(&rest),
                kind == 1, flags & 1 == 0 || number(&rest) != nil, let own = number(&rest)
            else { return true }
            return own & 4 != 0
        }
        // Treat 7z archives as solid, which they usually are. Entries of a tar file can be skipped.
        return start.starts(with: [0x37, 0x7A, 0xBC, 0xAF])
            || start.starts(with: Array("Rar!".utf8))
    }

    /// A number of RAR 5: seven bits of it in each byte, the lowest first.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(clamping: shift)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
