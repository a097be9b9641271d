/// Resolution of the relative references (RFC 3986) that link the parts of a package.
package enum PackagePath {
    /// Resolves a reference within a package, and decodes its percent-encoding.
    ///
    /// - Parameters:
    ///   - reference: The reference, whose fragment and query are ignored.
    ///   - folder: The folder to which it is relative, with its trailing slash, or an empty string.
    /// - Returns: A name inside the package, whatever the reference contains.
    package static func resolve(_ reference: String, in folder: String) -> String {
        decoded(written(reference, in: folder))
    }

    /// Resolves a reference within a package, and keeps its percent-encoding.
    static func written(_ reference: String, in folder: String) -> String {
        let path = reference.prefix { $0 != "#" && $0 != "?" }
        let whole = path.hasPrefix("/") ? String(path.dropFirst()) : folder + path
        var parts: [Substring] = []
        for part in whole.split(separator: "/", omittingEmptySubsequences: true) {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// The folder of a name, with its trailing slash, or an empty string.
    package static func folder(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    }

    /// Decodes percent-encoding.
    package static func decoded(_ text: String) -> String {
        String(decoding: bytes(of: text[...]), as: UTF8.self)
    }

    /// The bytes of a part of an address, whose percent-encoding is decoded.
    package static func bytes(of address: Substring) -> [UInt8] {
        guard address.utf8.contains(UInt8(ascii: "%")) else { return Array(address.utf8) }
        var bytes: [UInt8] = []
        var rest = Array(address.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension ZipArchive {
    /// The name of the part to which a reference in a folder refers.
    ///
    /// Office packages keep percent-encoding in the names of their parts (ECMA-376, part 2, 6.2.2),
    /// EPUB books do not: of the two forms, this returns the one that exists in the archive.
    package func name(of reference: String, in folder: String) -> String {
        let written = PackagePath.written(reference, in: folder)
        return self[written] != nil ? written : PackagePath.resolve(reference, in: folder)
    }
}
