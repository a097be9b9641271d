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
        /// Its place among all entries.
        let place: Int
        let size: Int
        let isEncrypted: Bool
    }

    /// How far the archive is read.
    enum Reach {
        /// Until there is something to show for it.
        case cover
        /// As far as a page that somebody asks for may lie.
        case anyPage
    }

    private let descriptor: Int32
    private let pages: [Page]
    /// Whether all entries of the archive are known.
    private let isWhole: Bool

    /// The most bytes of the file that are read to find its entries, and again to unpack one.
    ///
    /// Those that are skipped do not count; in a solid archive none can be.
    private static let readLimit: UInt64 = 192 << 20
    /// The most bytes that are unpacked to come to another page of a solid archive than the first: up to
    /// three seconds of work, since pictures hardly get any smaller.
    private static let unpackLimit = 24 << 20
    /// The most bytes that are unpacked to come to any page at all.
    private static let searchLimit = 64 << 20
    /// The same to come to a page that somebody asks for, who waits for it.
    private static let anyPageLimit = 256 << 20
    /// The most entries that are looked at.
    private static let entriesLimit = 10_000

    /// Finds the pages; `nil` where it is not read as an archive, or holds none.
    ///
    /// - Parameters:
    ///   - descriptor: The document, which stays the caller's.
    ///   - reach: How far it is read.
    /// - Throws: `DocumentProblemError` with `encrypted`, where the names take a password.
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
        if ctext_listing(UInt32(how)) == CTEXT_ENCRYPTED { throw DocumentProblemError(.encrypted) }
        guard !collector.pages.isEmpty else { return nil }
        self.descriptor = descriptor
        pages = collector.pages
        isWhole = ctext_listing(UInt32(how)) == CTEXT_WHOLE
    }

    /// How many pages there are, or `nil` where the archive is not read to its end.
    var pageCount: Int? { isWhole ? pages.count : nil }

    /// The picture of a page, counted from 1 as people read; `nil` where there is none to be had.
    ///
    /// - Throws: `DocumentProblemError` with `encrypted`, where the page takes a password.
    func page(_ number: Int) throws(DocumentProblemError) -> [UInt8]? {
        let names = PackagePictures.inOrder(pages.map(\.name))
        guard names.indices.contains(number - 1),
            let page = pages.first(where: { $0.name == names[number - 1] })
        else { return nil }
        if page.isEncrypted { throw DocumentProblemError(.encrypted) }
        return unpack(page).flatMap { EmbeddedPicture.isPicture($0) ? $0 : nil }
    }

    /// The picture of its cover, or of its first page where none is said to be the cover.
    ///
    /// - Parameter tried: How many are passed over, since they could not be drawn.
    /// - Returns: The bytes, which begin as a picture; `nil` where none can be unpacked.
    /// - Throws: `DocumentProblemError` with `encrypted`, where every page takes a password.
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

    /// What libarchive finds.
    private final class Collector {
        private let isSolid: Bool
        private let reach: Reach
        private var place = 0
        /// What has to be unpacked to come to the next entry.
        private var before = 0
        var pages: [Page] = []

        init(isSolid: Bool, reach: Reach) { (self.isSolid, self.reach) = (isSolid, reach) }

        /// Notes an entry; `false` when no later one is to be had.
        func add(_ name: String, size: Int, isFolder: Bool, isEncrypted: Bool) -> Bool {
            defer { place += 1 }
            if !isFolder, (1...SizeLimit.embeddedPicture).contains(size),
                PackagePictures.isComicPage(name)
            {
                pages.append(
                    Page(name: name, place: place, size: size, isEncrypted: isEncrypted)
                )
            }
            // Sizes come from the archive: none of them is added beyond the limit.
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

    /// Whether what stands before an entry has to be unpacked to come to it, as the archive's header says.
    private static func isSolid(_ descriptor: Int32) -> Bool {
        let start = DocumentBytes.read(descriptor, limit: 64).bytes
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
        // What is not known to be loose may be solid; 7z usually is. A tar file can be skipped through.
        return start.starts(with: [0x37, 0x7A, 0xBC, 0xAF])
            || start.starts(with: Array("Rar!".utf8))
    }

    /// A number of RAR 5: seven bits of it in each byte, the lowest first.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
