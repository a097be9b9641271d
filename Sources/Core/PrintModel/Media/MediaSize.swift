/// The size of a medium, in hundredths of a millimeter: `media-size` (PWG 5100.7).
public struct MediaSize: Codable, Sendable, Hashable {
    /// The `x-dimension`: across the feed direction, with the head of a portrait page up.
    public var width: Int
    /// The `y-dimension`.
    public var length: Int

    /// Creates a size in hundredths of a millimeter.
    public init(width: Int, length: Int) {
        self.width = width
        self.length = length
    }
}
