/// The root element of an XML document, from its first bytes.
///
/// This is no XML parser, and expat would not do instead: the type of a file has to be found in text
/// that is cut off, that only resembles XML (HTML, templates), or that has an encoding of its own,
/// where a conforming parser stops with an error before the root. It is also needed in
/// `qpreview-zygote-plain`, which does not link expat: a further library would slow down every fork,
/// and give each document one more parser to attack. The contents of Office documents
/// and books are read with expat (`XMLScanner`).
package struct XMLRoot: Equatable, Sendable {
    /// The local name, without a prefix.
    package var name: String
    /// The namespace, or an empty string.
    package var namespace: String
    /// Whether an XML declaration or the like confirms that this is XML; HTML and templates also
    /// begin with elements.
    package var isDeclared: Bool

    /// The number of bytes that are examined.
    package static let limit = 16_384

    /// Finds the root element after the declaration, comments, and document type.
    ///
    /// `nil` where the bytes are not XML, or the root does not begin within them.
    package init?(_ bytes: [UInt8]) {
        guard let text = Self.text(bytes) else { return nil }
        var rest = text[...]
        var isXML = false
        while true {
            rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            guard rest.first == UInt8(ascii: "<") else { return nil }
            if rest.starts(with: "<?".utf8) {
                isXML = isXML || rest.starts(with: "<?xml".utf8)
                guard let end = Self.end(of: "?>", in: rest) else { return nil }
                rest = rest[end...]
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = Self.end(of: "-->", in: rest) else { return nil }
                rest = rest[end...]
            } else if rest.starts(with: "<!".utf8) {
                guard let end = Self.endOfDocumentType(rest) else { return nil }
                let words = rest[..<end].split { $0 == 0x20 || (0x09...0x0D).contains($0) }
                isXML =
                    isXML
                    || String(decoding: words.dropFirst().first ?? [], as: UTF8.self).lowercased()
                        != "html"
                rest = rest[end...]
            } else {
                break
            }
        }
        guard let (name, attributes) = Self.tag(rest.dropFirst()) else { return nil }
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        let isPrefixed = parts.count == 2
        let declaration = isPrefixed ? "xmlns:" + parts[0] : "xmlns"
        let namespace = attributes[declaration]
        self.name = parts.last ?? name
        self.namespace = namespace ?? ""
        self.isDeclared = isXML || namespace != nil
    }

    /// The bytes decoded from UTF-8 or UTF-16 to ASCII; other characters are kept.
    private static func text(_ bytes: [UInt8]) -> [UInt8]? {
        let bytes = Array(bytes.prefix(limit))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let (first, second) = (bytes.first, bytes.dropFirst().first)
        let isBig = (first == 0xFE && second == 0xFF) || (first == 0 && second == 0x3C)
        let isLittle = (first == 0xFF && second == 0xFE) || (first == 0x3C && second == 0)
        guard isBig || isLittle else { return bytes }
        let skipped = first == 0xFE || first == 0xFF ? 2 : 0
        return stride(from: skipped, to: bytes.count - 1, by: 2).map { place in
            let (high, low) =
                isBig
                ? (bytes[place], bytes[place + 1])
                : (bytes[place + 1], bytes[place])
            return high == 0 ? low : UInt8(ascii: "?")
        }
    }

    private static func end(of mark: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let mark = Array(mark.description.utf8)
        guard bytes.count >= mark.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - mark.count))
            .first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
            .map { $0 + mark.count }
    }

    /// The end of a document type, whose internal subset may contain declarations with angle
    /// brackets.
    private static func endOfDocumentType(_ bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "<"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ">"), UInt8(ascii: "]"): depth -= 1
            default: continue
            }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    /// The start tags of an XML file, in order: local names, and attributes as written.
    ///
    /// At most `limit` different tags; comments and declarations are skipped.
    static func tags(
        in bytes: [UInt8],
        limit: Int = 10_000
    ) -> [(name: String, attributes: [String: String])] {
        var tags: [(name: String, attributes: [String: String])] = []
        var rest = bytes[...]
        while tags.count < limit, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                guard let end = Self.end(of: "-->", in: rest) else { break }
                rest = rest[end...]
                continue
            }
            rest = rest.dropFirst()
            guard let (name, attributes) = tag(rest) else { continue }
            let local = name.split(separator: ":").last.map(String.init) ?? name
            tags.append((local, attributes))
        }
        return tags
    }

    /// The name and the attributes of a tag, without truncated attributes.
    private static func tag(_ bytes: ArraySlice<UInt8>) -> (String, [String: String])? {
        var rest = bytes
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let name = rest.prefix { !isBlank($0) && $0 != 0x3E && $0 != 0x2F }
        guard let first = name.first, name.count <= 256, name.endIndex < rest.endIndex,
            (0x41...0x5A).contains(first & 0xDF) || first == 0x5F || first >= 0x80
        else { return nil }
        rest = rest[name.endIndex...]
        var attributes: [String: String] = [:]
        while attributes.count < 256 {
            rest = rest.drop { isBlank($0) }
            let key = rest.prefix { !isBlank($0) && $0 != 0x3D && $0 != 0x3E && $0 != 0x2F }
            rest = rest[key.endIndex...].drop { isBlank($0) }
            guard !key.isEmpty, rest.first == 0x3D else { break }
            rest = rest.dropFirst().drop { isBlank($0) }
            guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { break }
            let value = rest.dropFirst().prefix { $0 != quote }
            guard value.endIndex < rest.endIndex else { break }
            attributes[String(decoding: key, as: UTF8.self)] =
                String(decoding: value, as: UTF8.self)
            rest = rest[(value.endIndex + 1)...]
        }
        return (String(decoding: name, as: UTF8.self), attributes)
    }
}
