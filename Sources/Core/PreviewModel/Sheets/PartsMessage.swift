/// How several PDFs follow one another in the document of a request to join them.
public struct PartsMessage: Equatable, Sendable {
    /// The size of each PDF in bytes.
    public var sizes: [Int]

    /// The most PDFs.
    public static let limit = 1_000
    private static let magicNumber: UInt32 = 0x5041_0001

    /// PDFs of these sizes.
    public init(sizes: [Int]) { self.sizes = sizes }

    /// Whether there are PDFs, not too many, and none of them empty.
    public var isValid: Bool {
        (1...Self.limit).contains(sizes.count) && sizes.allSatisfy { $0 > 0 }
            && sizes.reduce((sum: 0, overflow: false)) { all, size in
                let (sum, overflow) = all.sum.addingReportingOverflow(size)
                return (sum, all.overflow || overflow)
            }.overflow == false
    }

    /// Encodes the message.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(UInt32(clamping: sizes.count))
        for size in sizes { writer.write(UInt64(clamping: size)) }
        return writer.bytes
    }

    /// Decodes a message; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let number = try? reader.read(UInt32.self), number == Self.magicNumber,
            let count = try? reader.read(UInt32.self), count <= Self.limit
        else { return nil }
        var sizes: [Int] = []
        for _ in 0..<count {
            guard let size = try? reader.read(UInt64.self), let size = Int(exactly: size) else {
                return nil
            }
            sizes.append(size)
        }
        self.init(sizes: sizes)
        guard reader.isAtEnd, isValid else { return nil }
    }
}
