/// A pattern that the first bytes of a file match.
package struct BytePattern: Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    /// The bytes; `nil` matches any byte.
    private let bytes: [UInt8?]

    /// Creates a pattern of bytes; `nil` matches any byte.
    package init(arrayLiteral bytes: UInt8?...) { self.bytes = bytes }

    /// Creates a pattern from the UTF-8 bytes of a string.
    package init(stringLiteral text: String) { bytes = Array(text.utf8) }

    /// Whether data begins with this pattern.
    package func begins(_ data: [UInt8]) -> Bool {
        data.count >= bytes.count
            && zip(bytes, data).allSatisfy { expected, byte in expected.map { $0 == byte } ?? true }
    }
}
