/// Of which file a picture in the desktop's cache has to be: what a child is told in order to check it.
public struct KeptPictureMessage: Equatable, Sendable {
    /// The URI of the file, as the cache's standard writes it.
    public var uri: String
    /// When the file was last modified, in seconds since 1970.
    public var modified: Int64

    /// The largest message, in bytes.
    public static let sizeLimit = 16_384

    /// A file as it is now.
    public init(uri: String, modified: Int64) {
        self.uri = uri
        self.modified = modified
    }

    /// The message as bytes, or `nil` where the URI is longer than any that is kept.
    public func encoded() -> [UInt8]? {
        let bytes = Array("\(modified)\n\(uri)".utf8)
        return bytes.count <= Self.sizeLimit ? bytes : nil
    }

    /// The message of these bytes, or `nil` when they are none.
    public init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit, let text = String(validating: bytes, as: UTF8.self),
            let end = text.firstIndex(of: "\n"), let modified = Int64(text[..<end])
        else { return nil }
        self.init(uri: String(text[text.index(after: end)...]), modified: modified)
    }
}
