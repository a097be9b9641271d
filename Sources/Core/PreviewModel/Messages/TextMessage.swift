/// The pages whose text a child reads.
public struct TextMessage: Equatable, Sendable {
    /// The first page, counted from 1.
    public var first: Int
    /// The last page; one beyond the document is an error.
    public var last: Int
    /// Whether the places of words are read, too.
    public var hasPositions: Bool
    /// After how many bytes no further page is read.
    public var byteLimit: Int

    private static let magicNumber: UInt32 = 0x5054_0001
    private static let flagOfPositions: UInt32 = 1

    /// Pages in a row.
    public init(first: Int, last: Int, hasPositions: Bool, byteLimit: Int = 8 << 20) {
        self.first = first
        self.last = last
        self.hasPositions = hasPositions
        self.byteLimit = byteLimit
    }

    /// Encodes the message.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(UInt32(clamping: first))
        writer.write(UInt32(clamping: last))
        writer.write(hasPositions ? Self.flagOfPositions : 0)
        writer.write(UInt32(clamping: byteLimit))
        return writer.bytes
    }

    /// Decodes a message; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let number = try? reader.read(UInt32.self), number == Self.magicNumber,
            let first = try? reader.read(UInt32.self), let last = try? reader.read(UInt32.self),
            let flags = try? reader.read(UInt32.self), let limit = try? reader.read(UInt32.self),
            reader.isAtEnd, first >= 1, last >= first
        else { return nil }
        self.init(
            first: Int(first),
            last: Int(last),
            hasPositions: flags & Self.flagOfPositions != 0,
            byteLimit: Int(limit)
        )
    }
}
