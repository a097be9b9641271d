import Glibc

extension FilePath {
    /// Whether a text is a `file:` URI rather than a path.
    public static func isURI(_ text: String) -> Bool {
        text.utf8.count > 5 && text.prefix(6).lowercased() == "file:/"
    }

    /// The file of a `file:` URI (RFC 8089); `nil` for a URI of another machine, and for an invalid
    /// URI.
    ///
    /// - Parameter uri: Such as `file:///home/ann/a%20b.pdf`; bytes that are not UTF-8 are written as `%FF`.
    public init?(uri: String) {
        guard Self.isURI(uri) else { return nil }
        // A name that was passed on unescaped may have bytes that are not UTF-8.
        var rest = FilePath(uri).bytes.dropFirst("file:".utf8.count)
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
            guard host.isEmpty || host == "localhost" || host == Self.hostName else { return nil }
            rest = rest[slash...]
        }
        guard let bytes = Self.percentDecoded(rest) else { return nil }
        self.init(bytes: bytes)
    }

    /// The path, which has to be absolute, as GLib and the desktops' thumbnails write URIs: bytes that are not
    /// harmless are escaped.
    public var uri: String {
        var uri = "file://"
        for byte in bytes {
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            if isLetter || (0x30...0x39).contains(byte) || "-_.!~*'()/&=+$,:@".utf8.contains(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return uri
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            // A sign is not a digit, although the number parser accepts it.
            guard digits.count == 2, digits.allSatisfy(isDigit),
                let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .lowercased()
    }()
}
