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
        // The bytes of an element are appended together, not one by one.
        var start: Int?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                start = start ?? index
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else {
                switch try structure(byte) {
                case .part: start = start ?? index
                case .blank: append(bytes, &start, index)
                case .end:
                    append(bytes, &start, index)
                    if let whole = ended() { found.append(whole) }
                case .separator:
                    append(bytes, &start, index)
                    guard let whole = ended() else { throw Malformed() }
                    found.append(whole)
                }
            }
            index += 1
        }
        append(bytes, &start, bytes.count)
        guard element.count <= Self.longestElement else { throw Malformed() }
        return found
    }

    private mutating func append(_ bytes: [UInt8], _ start: inout Int?, _ end: Int) {
        if let start { element += bytes[start..<end] }
        start = nil
    }

    /// What a byte outside of strings is.
    private enum Structure {
        /// A byte of an element.
        case part
        /// A blank around elements.
        case blank
        /// The end of an element that another one follows.
        case separator
        /// The end of the array.
        case end
    }

    private mutating func structure(_ byte: UInt8) throws(Malformed) -> Structure {
        switch byte {
        case _ where isComplete:
            guard Self.isBlank(byte) else { throw Malformed() }
            return .blank
        case _ where !hasBegun:
            guard byte == UInt8(ascii: "[") || Self.isBlank(byte) else { throw Malformed() }
            hasBegun = byte == UInt8(ascii: "[")
            return .blank
        case UInt8(ascii: "]") where depth == 0:
            isComplete = true
            return .end
        case UInt8(ascii: ",") where depth == 0: return .separator
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""): isInString = true
        default: break
        }
        guard depth >= 0 else { throw Malformed() }
        return depth > 0 || !Self.isBlank(byte) ? .part : .blank
    }

    private mutating func ended() -> [UInt8]? {
        defer { element = [] }
        return element.isEmpty ? nil : element
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
