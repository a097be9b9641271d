/// What stands on the card of a file that has no picture: what a child is told in order to draw it.
public struct CardMessage: Equatable, Sendable {
    /// The sign beside the icon.
    public enum Badge: UInt8, Sendable {
        /// None.
        case none = 0
        /// A lock: a password is needed.
        case lock = 1
        /// A warning sign: something is wrong with the file.
        case warning = 2
        /// A clock: it took too long.
        case clock = 3
    }

    /// The file's name.
    public var name: String
    /// Its kind in words.
    public var kind: String
    /// Its size in words, or nothing.
    public var size: String
    /// Why there is no picture, or nothing.
    public var reason: String
    /// The sign beside the icon.
    public var badge: Badge

    /// The longest text, in bytes.
    public static let textLimit = 1024
    /// The largest message, in bytes.
    public static let sizeLimit = 4 * textLimit + 32
    private static let mark: UInt32 = 0x5043_0001

    /// A card's contents; texts longer than ``textLimit`` are cut.
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

    /// Whether there is nothing on it but the icon; of the name then only the extension is shown, on an icon
    /// that has no picture.
    public var isIconAlone: Bool { kind.isEmpty && size.isEmpty && reason.isEmpty }

    /// The card as bytes, at most ``sizeLimit``.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        writer.write(badge.rawValue)
        for text in [name, kind, size, reason] { writer.write(text, limit: Self.textLimit) }
        return writer.bytes
    }

    /// The card of these bytes, or `nil` when they are none.
    ///
    /// Names come from files, so texts are made single lines without marks that turn writing around.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var reader = ByteReader(bytes)
        guard let mark = try? reader.read(UInt32.self), mark == Self.mark,
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
