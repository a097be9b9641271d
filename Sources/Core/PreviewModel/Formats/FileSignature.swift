/// A magic number, or a check of a header, for a type that no database recognizes.
package struct FileSignature: Sendable {
    /// The MIME type of files that match.
    package let type: String
    /// Whether the signature is a line of text before binary data; other matches in that text are
    /// coincidental.
    package let isOfWords: Bool
    private let isIn: @Sendable ([UInt8]) -> Bool

    /// Creates a signature from a magic number.
    package init(_ type: String, _ pattern: BytePattern, isOfWords: Bool = false) {
        (self.type, self.isOfWords) = (type, isOfWords)
        isIn = { pattern.begins($0) }
    }

    /// Creates a signature from a check of several header fields, where a few bytes alone would
    /// also match other data.
    package init(_ type: String, header: @escaping @Sendable ([UInt8]) -> Bool) {
        (self.type, isOfWords, isIn) = (type, false, header)
    }

    /// Whether data begins with this signature.
    package func begins(_ data: [UInt8]) -> Bool { isIn(data) }
}
