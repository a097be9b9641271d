/// The contents of a card, which a child draws for a file without a preview.
public struct CardMessage: Equatable, Sendable {
    /// The badge of the icon.
    public enum Badge: UInt8, Sendable {
        /// None.
        case none = 0
        /// A lock: the file needs a password.
        case lock = 1
        /// A warning sign: the file is damaged, or cannot be shown.
        case warning = 2
        /// A clock: reading the file took too long.
        case clock = 3
    }

    /// The file's name.
    public var name: String
    /// The kind of the file, in words.
    public var kind: String
    /// The size of the file in words, or an empty text.
    public var size: String
    /// The reason why there is no preview, or an empty text.
    public var reason: String
    /// The badge of the icon.
    public var badge: Badge

    /// The longest text, in bytes.
    public static let textLimit = 1024
    /// The largest message, in bytes.
    public static let sizeLimit = 4 * textLimit + 32
    private static let magicNumber: UInt32 = 0x5043_0001

    /// A card; texts longer than ``textLimit`` are cut.
    public init(
        name: String,
        kind: String,
        size: String = "",
        reason: String = "",
        badge: Badge = .none
    ) {
        self.name = name
        self.kind = kind
        self.size = size
        self.reason = reason
        self.badge = badge
    }

    /// Whether the card has only the icon; of the name, then, only the extension is drawn, where no theme has an
    /// icon.
    public var isIconAlone: Bool { kind.isEmpty && size.isEmpty && reason.isEmpty }

    /// Encodes the card, in at most ``sizeLimit`` bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(badge.rawValue)
        for text in [name, kind, size, reason] { writer.write(text, limit: Self.textLimit) }
        return writer.bytes
    }

    /// Decodes a card; `nil` where the bytes are invalid.
    ///
    /// Names come from files: texts become single lines without bidirectional control characters.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var reader = ByteReader(bytes)
        guard let magicNumber = try? reader.read(UInt32.self), magicNumber == Self.magicNumber,
            let badge = (try? reader.read(UInt8.self)).flatMap(Badge.init),
            let name = try? reader.readText(limit: Self.textLimit),
            let kind = try? reader.readText(limit: Self.textLimit),
            let size = try? reader.readText(limit: Self.textLimit),
            let reason = try? reader.readText(limit: Self.textLimit), reader.isAtEnd
        else { return nil }
        self.init(
            name: name.singleLine,
            kind: kind.singleLine,
            size: size.singleLine,
            reason: reason.singleLine,
            badge: badge
        )
    }
}
