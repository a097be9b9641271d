/// The file that a cached thumbnail must belong to, for the child that checks it.
public struct CachedThumbnailMessage: Equatable, Sendable {
    /// The URI of the file, as the Thumbnail Managing Standard writes it.
    public var uri: String
    /// The time of the last modification of the file, in seconds since 1970.
    public var modified: Int64

    /// The largest message, in bytes.
    public static let sizeLimit = 16_384

    /// A file with its current modification time.
    public init(uri: String, modified: Int64) {
        self.uri = uri
        self.modified = modified
    }

    /// Encodes the message; `nil` where the URI is too long for a cache.
    public func encoded() -> [UInt8]? {
        let bytes = Array("\(modified)\n\(uri)".utf8)
        return bytes.count <= Self.sizeLimit ? bytes : nil
    }

    /// Decodes the message; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit, let text = String(validating: bytes, as: UTF8.self),
            let end = text.firstIndex(of: "\n"), let modified = Int64(text[..<end])
        else { return nil }
        self.init(uri: String(text[text.index(after: end)...]), modified: modified)
    }
}
