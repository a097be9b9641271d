import Glibc

/// The entries of a zip archive, as its central directory lists them.
///
/// The archive is read in place, with bounded memory, and nothing of it is trusted: names are text and
/// never become paths, numbers are checked against the file, and an entry that could only be there to do
/// harm is listed but not read.
///
/// ```swift
/// let archive = try ZipArchive.open(descriptor)
/// if let entry = archive["META-INF/container.xml"] {
///     let bytes = try archive.read(entry, limit: 1 << 20)
/// }
/// ```
package struct ZipArchive: Sendable {
    /// One file, or folder, of the archive.
    package struct Entry: Sendable, Hashable {
        /// The name with its folders, as text.
        package let name: String
        /// The bytes of a name whose encoding the archive does not tell, where that makes a difference; else
        /// none.
        package let rawName: [UInt8]
        /// The bytes that it takes in the archive.
        package let compressedSize: Int
        /// The bytes that it has when it is read.
        package let size: Int
        /// How it is compressed: 0 is stored, 8 is deflate; others are not read.
        package let method: UInt16
        /// Where its local header begins in the file.
        package let offset: Int
        /// Whether reading it takes a password.
        package let isEncrypted: Bool
        /// The checksum of what is read.
        package let checksum: UInt32
        /// Why it is never read, or `nil` when nothing speaks against it.
        package fileprivate(set) var refusal: Refusal?

        /// Whether it is a folder.
        package var isFolder: Bool { name.hasSuffix("/") }
    }

    /// What makes an entry one that only a bomb or an attack has.
    package enum Refusal: Sendable, Hashable {
        /// It expands more than two-hundredfold, and by more than a harmless amount.
        case ratio
        /// Its bytes are those of another entry, too.
        case overlap
        /// It lies outside of the file, or in the central directory.
        case range
        /// Its name leads out of the folder where it would be unpacked.
        case name
    }

    /// Why an archive or an entry cannot be read.
    package enum Failure: Error, Equatable {
        /// There is no central directory: not a zip archive, or a part of one.
        case notAnArchive
        /// It contradicts itself.
        case damaged
        /// It has more than ``entriesLimit`` entries, or a directory that is larger than they need.
        case tooManyEntries
        /// The entry takes a password.
        case encrypted
        /// The entry is compressed by a method that is not read here.
        case method(UInt16)
        /// The entry has more bytes than the limit of the caller.
        case tooLarge
        /// The entry is refused.
        case refused(Refusal)
    }

    /// The most entries of an archive.
    package static let entriesLimit = 65_535
    /// The largest central directory, in bytes.
    package static let directoryLimit = 32 << 20
    /// The most that an entry may expand, as a factor.
    package static let ratioLimit = 200
    /// Entries up to this size may expand as they like, in bytes.
    package static let harmlessSize = 1 << 20

    /// The entries in the order of the central directory.
    package let entries: [Entry]
    /// Where the first byte of the archive lies in the file: not 0 where a program stands before it.
    package let start: Int
    private let descriptor: Int32
    /// The places of the entries in `entries`; of two with one name, the last.
    private let places: [String: Int]

    /// Reads the central directory of an archive.
    ///
    /// - Parameter descriptor: A regular file, which stays the caller's and keeps its position. It has to
    ///   be open for as long as entries are read.
    /// - Returns: The archive with all of its entries, those that are refused too.
    /// - Throws: ``Failure`` with `notAnArchive`, `damaged` or `tooManyEntries`.
    package static func open(_ descriptor: Int32) throws(Failure) -> ZipArchive {
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

    private init(entries: [Entry], start: Int, descriptor: Int32) {
        self.entries = entries
        self.start = start
        self.descriptor = descriptor
        self.places = Dictionary(
            entries.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { $1 }
        )
    }

    /// The entry of exactly this name, or `nil`.
    package subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// The contents of an entry, with their checksum verified.
    ///
    /// - Parameters:
    ///   - entry: An entry of this archive.
    ///   - limit: The most bytes that are taken; never more are held in memory.
    /// - Returns: The bytes as they were before they were compressed.
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

    /// The first bytes of an entry, at most `count`; their checksum is not verified.
    ///
    /// - Parameters:
    ///   - entry: An entry of this archive.
    ///   - count: How many bytes are wanted.
    /// - Returns: So many, or fewer where the entry is shorter.
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

    /// The compressed bytes of an entry: what follows its local header.
    private func contents(of entry: Entry) throws(Failure) -> FilePart {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .damaged }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
        guard let header = file.bytes(at: entry.offset, count: 30),
            header.number32(0) == ZipDirectory.localMark
        else { throw .damaged }
        // The local header's own lengths count; its other numbers may be absent.
        let begin = entry.offset + 30 + Int(header.number16(26)) + Int(header.number16(28))
        guard let contents = file.part(at: begin, count: entry.compressedSize) else {
            throw .damaged
        }
        return contents
    }

    /// Marks the entries that are not to be read.
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
            } else if leadsOut(entry.name) {
                entries[index].refusal = .name
            }
        }
        // By place in the file: whatever begins before the one in front of it has ended lies on top of it.
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

    /// Whether a name is absolute or climbs out of its folder, in any system's way of writing.
    private static func leadsOut(_ name: String) -> Bool {
        let parts = name.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }
        if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
        if parts.count > 1, parts.first?.isEmpty == true { return true }
        return name.utf8.dropFirst().first == UInt8(ascii: ":") && parts.count > 1
    }
}
