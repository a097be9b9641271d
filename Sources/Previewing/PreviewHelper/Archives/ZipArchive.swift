import Glibc
import Synchronization

/// The entries of a zip archive, as its central directory lists them.
///
/// The archive is read in place, in bounded memory, and all of it is untrusted: names are text and
/// never become paths, numbers are checked against the file, and an entry that looks like a bomb or
/// an attack is listed but not read.
///
/// ```swift
/// let archive = try ZipArchive.open(descriptor)
/// if let entry = archive["META-INF/container.xml"] {
///     let bytes = try archive.read(entry, limit: 1 << 20)
/// }
/// ```
package struct ZipArchive: Sendable {
    /// A file or a folder in the archive.
    package struct Entry: Sendable, Hashable {
        /// The name with its folders, as text.
        package let name: String
        /// The undecoded name, where the archive does not declare its encoding and the encoding
        /// matters; otherwise empty.
        package let rawName: [UInt8]
        /// The size of the compressed data, in bytes.
        package let compressedSize: Int
        /// The size of the decompressed data, in bytes.
        package let size: Int
        /// The compression method: 0 is stored, 8 is deflate; no other method is supported.
        package let method: UInt16
        /// The offset of its local header in the file.
        package let offset: Int
        /// Whether the entry is encrypted.
        package let isEncrypted: Bool
        /// The CRC-32 of the decompressed data.
        package let checksum: UInt32
        /// The reason why the entry is never read, or `nil` if it may be.
        package fileprivate(set) var refusal: Refusal?

        /// Whether it is a folder.
        package var isFolder: Bool { name.hasSuffix("/") }
    }

    /// A property that only the entries of a zip bomb or an attack have.
    package enum Refusal: Sendable, Hashable {
        /// Its compression ratio exceeds ``ratioLimit``, and its size ``harmlessSize``.
        case ratio
        /// Its data overlap those of another entry.
        case overlap
        /// It lies outside the file, or in the central directory.
        case range
        /// Its name leads out of the folder into which it would be extracted.
        case name
    }

    /// The reason why an archive or an entry cannot be read.
    package enum Failure: Error, Equatable {
        /// The file has no central directory: it is not a zip archive, or only a part of one.
        case notAnArchive
        /// The archive is inconsistent.
        case damaged
        /// The archive has more than ``entriesLimit`` entries, or a directory larger than they
        /// need.
        case tooManyEntries
        /// The entry is encrypted.
        case encrypted
        /// The compression method of the entry is not supported.
        case method(UInt16)
        /// The entry exceeds the limit of the caller.
        case tooLarge
        /// The entry is refused.
        case refused(Refusal)
    }

    /// The maximum number of entries in an archive.
    package static let entriesLimit = 65_535
    /// The largest central directory, in bytes.
    package static let directoryLimit = 32 << 20
    /// The maximum compression ratio of an entry.
    package static let ratioLimit = 200
    /// The size in bytes up to which an entry may have any compression ratio.
    package static let harmlessSize = 1 << 20

    /// The entries in the order of the central directory.
    package let entries: [Entry]
    /// The offset of the archive in the file: not 0 where an executable precedes it.
    package let start: Int
    private let descriptor: Int32
    /// The indices into `entries` by name; of duplicate names, the last.
    private let places: [String: Int]

    /// Reads the central directory of an archive.
    ///
    /// - Parameter descriptor: A regular file, which the caller owns and whose position does not
    ///   change. It must stay open as long as entries are read.
    /// - Returns: The archive with all of its entries, including refused ones.
    /// - Throws: ``Failure`` with `notAnArchive`, `damaged` or `tooManyEntries`.
    package static func open(_ descriptor: Int32) throws(Failure) -> ZipArchive {
        let known = shared.withLock { $0?.descriptor == descriptor ? $0?.result : nil }
        if let known { return try known.get() }
        let result = Result { () throws(Failure) in try parse(descriptor) }
        shared.withLock { shared in
            if shared?.descriptor == descriptor { shared?.result = result }
        }
        return try result.get()
    }

    /// Parses the directory of this descriptor once, regardless of how many readers open the
    /// archive.
    ///
    /// This is for a process that reads one document, whose descriptor always refers to the same
    /// file. `nil` ends the sharing.
    package static func shareDirectory(of descriptor: Int32?) {
        shared.withLock { $0 = descriptor.map { Shared(descriptor: $0) } }
    }

    /// The directory that all readers of a document share.
    private struct Shared {
        let descriptor: Int32
        var result: Result<ZipArchive, Failure>?
    }

    private static let shared = Mutex<Shared?>(nil)

    private static func parse(_ descriptor: Int32) throws(Failure) -> ZipArchive {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAnArchive
        }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
        let directory = try ZipDirectory.find(in: file)
        var entries = try directory.entries(of: file)
        judge(&entries, directory: directory)
        return ZipArchive(entries: entries, start: directory.base, descriptor: descriptor)
    }

    /// An archive without entries.
    package static let empty = ZipArchive(entries: [], start: 0, descriptor: -1)

    private init(entries: [Entry], start: Int, descriptor: Int32) {
        self.entries = entries
        self.start = start
        self.descriptor = descriptor
        self.places = Dictionary(
            entries.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { $1 }
        )
    }

    /// The entry with exactly this name, or `nil`.
    package subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// Reads the contents of an entry, and verifies their checksum.
    ///
    /// - Parameters:
    ///   - entry: An entry of this archive.
    ///   - limit: The maximum size in bytes; memory use never exceeds it.
    /// - Returns: The decompressed bytes.
    /// - Throws: ``Failure`` with any case but `notAnArchive` and `tooManyEntries`.
    package func read(_ entry: Entry, limit: Int) throws(Failure) -> [UInt8] {
        if let refusal = entry.refusal { throw .refused(refusal) }
        if entry.isEncrypted { throw .encrypted }
        guard entry.method == 0 || entry.method == 8 else { throw .method(entry.method) }
        guard entry.size <= limit else { throw .tooLarge }
        let contents = try contents(of: entry)
        if entry.method == 0 {
            guard entry.size == entry.compressedSize,
                let bytes = contents.bytes(at: 0, count: entry.size)
            else { throw .damaged }
            guard Deflate.checksum(of: bytes) == entry.checksum else { throw .damaged }
            return bytes
        }
        guard let bytes = Deflate.inflate(contents, size: entry.size),
            Deflate.checksum(of: bytes) == entry.checksum
        else { throw .damaged }
        return bytes
    }

    /// Reads at most the first `count` bytes of an entry, without verifying their checksum.
    ///
    /// - Parameters:
    ///   - entry: An entry of this archive.
    ///   - count: The number of bytes.
    /// - Returns: The bytes; fewer than `count` where the entry is shorter.
    /// - Throws: ``Failure`` with any case but `notAnArchive`, `tooManyEntries` and `tooLarge`.
    package func start(of entry: Entry, count: Int) throws(Failure) -> [UInt8] {
        if let refusal = entry.refusal { throw .refused(refusal) }
        if entry.isEncrypted { throw .encrypted }
        let contents = try contents(of: entry)
        let wanted = min(count, entry.size)
        switch entry.method {
        case 0:
            guard let bytes = contents.bytes(at: 0, count: wanted) else { throw .damaged }
            return bytes
        case 8:
            guard let bytes = Deflate.inflate(contents, size: wanted, whole: false) else {
                throw .damaged
            }
            return bytes
        default: throw .method(entry.method)
        }
    }

    /// The compressed data of an entry, which follow its local header.
    private func contents(of entry: Entry) throws(Failure) -> FilePart {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .damaged }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
        guard let header = file.bytes(at: entry.offset, count: 30),
            header.number32(0) == ZipDirectory.localMark
        else { throw .damaged }
        // The lengths in the local header apply; its other fields may be absent.
        let begin = entry.offset + 30 + Int(header.number16(26)) + Int(header.number16(28))
        guard let contents = file.part(at: begin, count: entry.compressedSize) else {
            throw .damaged
        }
        return contents
    }

    /// Sets the refusal of malicious entries.
    private static func judge(_ entries: inout [Entry], directory: ZipDirectory) {
        for index in entries.indices {
            let entry = entries[index]
            let end = entry.offset + 30 + entry.compressedSize
            if entry.offset < 0 || end > directory.offset {
                entries[index].refusal = .range
            } else if entry.size > harmlessSize,
                entry.size / ratioLimit > entry.compressedSize
            {
                entries[index].refusal = .ratio
            } else if escapesFolder(entry.name) {
                entries[index].refusal = .name
            }
        }
        // In order of offset, an entry that begins before the previous one ends overlaps it.
        let order = entries.indices.filter { entries[$0].refusal != .range }
            .sorted { entries[$0].offset < entries[$1].offset }
        var (last, lastEnd) = (-1, 0)
        for index in order {
            let entry = entries[index]
            if last >= 0, entry.offset < lastEnd {
                entries[index].refusal = .overlap
                entries[last].refusal = .overlap
            }
            let end = entry.offset + 30 + entry.compressedSize
            if end > lastEnd { (last, lastEnd) = (index, end) }
        }
    }

    /// Whether a name is absolute or climbs out of its folder, in the path syntax of any system.
    private static func escapesFolder(_ name: String) -> Bool {
        let parts = name.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }
        if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
        if parts.count > 1, parts.first?.isEmpty == true { return true }
        return name.utf8.dropFirst().first == UInt8(ascii: ":") && parts.count > 1
    }
}
