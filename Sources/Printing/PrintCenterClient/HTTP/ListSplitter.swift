/// Splits a JSON array in a stream of bytes into its elements, without parsing them.
struct ListSplitter {
    /// The error for bytes that are not an array, or an element that exceeds the limit.
    struct Malformed: Error {}

    /// The maximum size of an element, in bytes.
    private static let longestElement = 16 << 20

    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var hasBegun = false
    /// Whether the array is complete.
    private(set) var isComplete = false

    /// Appends bytes, and returns the elements that they complete.
    mutating func take(_ bytes: [UInt8]) throws(Malformed) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for byte in bytes {
            if isInString {
                element.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            if let whole = try structure(byte) { found.append(whole) }
        }
        guard element.count <= Self.longestElement else { throw Malformed() }
        return found
    }

    /// Consumes a byte outside of strings, and returns the element that it ends, if any.
    private mutating func structure(_ byte: UInt8) throws(Malformed) -> [UInt8]? {
        switch byte {
        case _ where isComplete:
            guard Self.isBlank(byte) else { throw Malformed() }
            return nil
        case _ where !hasBegun:
            guard byte == UInt8(ascii: "[") || Self.isBlank(byte) else { throw Malformed() }
            hasBegun = byte == UInt8(ascii: "[")
            return nil
        case UInt8(ascii: "]") where depth == 0:
            isComplete = true
            return ended()
        case UInt8(ascii: ",") where depth == 0:
            guard let whole = ended() else { throw Malformed() }
            return whole
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""): isInString = true
        default: break
        }
        guard depth >= 0 else { throw Malformed() }
        if depth > 0 || !Self.isBlank(byte) { element.append(byte) }
        return nil
    }

    private mutating func ended() -> [UInt8]? {
        defer { element = [] }
        return element.isEmpty ? nil : element
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
