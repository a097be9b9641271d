/// The keys of all objects in a JSON text, each with its path: `ticket.copies`.
///
/// It parses only the structure. A decoder ignores keys that its type lacks, and takes either of
/// two duplicate keys.
struct JSONKeys {
    /// The error for a text whose keys cannot be read.
    enum Failure: Error, Equatable {
        case malformed
        case tooDeep
        case duplicate(String)
    }

    /// The maximum nesting of a request.
    private static let depthLimit = 16

    /// The keys in order.
    private(set) var paths: [String] = []
    /// The first number that is larger than any whole number, and its path: a decoder says of it that the text is no JSON.
    private(set) var hugeNumber: (path: String, text: String)?
    private var known: Set<String> = []
    private let bytes: [UInt8]
    private var place = 0

    /// Parses a text in UTF-8.
    ///
    /// - Throws: ``Failure``; a decoder may still reject other texts.
    init(of bytes: [UInt8]) throws(Failure) {
        // Decoders also accept other encodings, in which each key would look different.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw .malformed
        }
        self.bytes = bytes
        try value(at: "", depth: 0)
        skipSpace()
        guard place == bytes.count else { throw .malformed }
    }

    /// The first key that another text lacks.
    func first(notIn other: JSONKeys) -> String? {
        paths.first { !other.known.contains($0) }
    }

    private mutating func value(at path: String, depth: Int) throws(Failure) {
        guard depth <= Self.depthLimit else { throw .tooDeep }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try object(at: path, depth: depth)
        case UInt8(ascii: "["): try array(at: path, depth: depth)
        case UInt8(ascii: "\""): _ = try string()
        default:
            let start = place
            while let byte = next, !Self.ends.contains(byte) { place += 1 }
            guard place > start else { throw .malformed }
            let text = String(decoding: bytes[start..<place], as: UTF8.self)
            if hugeNumber == nil, let number = Double(text), number.magnitude >= 0x1p63 {
                hugeNumber = (path, text)
            }
        }
    }

    private mutating func object(at path: String, depth: Int) throws(Failure) {
        var own: Set<String> = []
        place += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw .malformed }
            let key = try string()
            let whole = path.isEmpty ? key : "\(path).\(key)"
            guard own.insert(key).inserted else { throw .duplicate(whole) }
            if known.insert(whole).inserted { paths.append(whole) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .malformed }
            try value(at: whole, depth: depth + 1)
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw .malformed }
        }
    }

    private mutating func array(at path: String, depth: Int) throws(Failure) {
        place += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return }
        while true {
            try value(at: path, depth: depth + 1)
            skipSpace()
            if take(UInt8(ascii: "]")) { return }
            guard take(UInt8(ascii: ",")) else { throw .malformed }
        }
    }

    /// The raw text between two quotes; no known key contains an escape.
    private mutating func string() throws(Failure) -> String {
        place += 1
        let start = place
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                defer { place += 1 }
                return String(decoding: bytes[start..<place], as: UTF8.self)
            }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        throw .malformed
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, Self.space.contains(byte) { place += 1 }
    }

    private static let space = Array(" \t\r\n".utf8)
    private static let ends = Array(" \t\r\n,:]}[{\"".utf8)
}
