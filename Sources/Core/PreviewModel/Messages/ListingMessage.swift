/// The names in a folder or an archive, which a child draws as a listing.
public struct ListingMessage: Equatable, Sendable {
    /// An entry of the listing.
    public struct Entry: Equatable, Sendable {
        /// The name; in an archive, with its folders.
        public var name: String
        /// The size in bytes, or -1 where it is unknown.
        public var size: Int64
        /// Whether it is a folder.
        public var isFolder: Bool
        /// Whether the entry is encrypted.
        public var isEncrypted: Bool

        /// An entry.
        public init(name: String, size: Int64, isFolder: Bool = false, isEncrypted: Bool = false) {
            self.name = name
            self.size = size
            self.isFolder = isFolder
            self.isEncrypted = isEncrypted
        }
    }

    /// The entries, in the order in which they are shown.
    public var entries: [Entry]
    /// Whether the entries are complete.
    public var isWhole: Bool

    /// The most entries of a message.
    public static let entriesLimit = 500
    /// The largest message, in bytes.
    public static let sizeLimit = 1 << 18
    private static let nameLimit = 255
    private static let magicNumber: UInt32 = 0x504C_0001

    /// A listing; ``encoded()`` includes its first ``entriesLimit`` entries.
    public init(entries: [Entry], isWhole: Bool) {
        self.entries = entries
        self.isWhole = isWhole
    }

    /// Encodes the listing, in at most ``sizeLimit`` bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        let listed = entries.prefix(Self.entriesLimit)
        writer.write(Self.magicNumber)
        writer.write(UInt8(clamping: isWhole && listed.count == entries.count ? 1 : 0))
        writer.write(UInt16(clamping: listed.count))
        for entry in listed {
            writer.write(entry.name, limit: Self.nameLimit)
            writer.write(entry.size)
            writer.write(UInt8(clamping: (entry.isFolder ? 1 : 0) | (entry.isEncrypted ? 2 : 0)))
        }
        return writer.bytes
    }

    /// Decodes a listing; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var reader = ByteReader(bytes)
        guard let magicNumber = try? reader.read(UInt32.self), magicNumber == Self.magicNumber,
            let whole = try? reader.read(UInt8.self), let count = try? reader.read(UInt16.self),
            count <= Self.entriesLimit
        else { return nil }
        entries = []
        isWhole = whole != 0
        for _ in 0..<count {
            guard let name = try? reader.readText(limit: Self.nameLimit),
                let size = try? reader.read(Int64.self), size >= -1,
                let bits = try? reader.read(UInt8.self), bits <= 3
            else { return nil }
            entries.append(
                Entry(name: name, size: size, isFolder: bits & 1 != 0, isEncrypted: bits & 2 != 0)
            )
        }
        guard reader.isAtEnd else { return nil }
    }
}
