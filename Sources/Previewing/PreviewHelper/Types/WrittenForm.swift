/// Forms of text that neither database of types knows well: keys between marks, and messages that begin with other fields than
/// those that are usual.
enum WrittenForm {
    /// The types of keys by the label in their first line (RFC 7468, RFC 5208, and OpenSSH's).
    private static let labels = [
        "PRIVATE KEY": "application/pkcs8+pem", "ENCRYPTED PRIVATE KEY": "application/pkcs8+pem",
        "RSA PRIVATE KEY": "application/x-pem-key", "EC PRIVATE KEY": "application/x-pem-key",
        "DSA PRIVATE KEY": "application/x-pem-key", "OPENSSH PRIVATE KEY": "application/x-pem-key",
        "PUBLIC KEY": "application/x-pem-key", "RSA PUBLIC KEY": "application/x-pem-key",
    ]
    private static let keys = Set(labels.values)
    private static let message = "message/rfc822"

    /// Whether a type is that of a key.
    static func isKey(_ type: String) -> Bool { keys.contains(type) }

    /// The type of a text, or `nil`.
    static func type(_ start: [UInt8]) -> String? {
        let lines = start.prefix(8192).split(
            maxSplits: 100,
            omittingEmptySubsequences: false,
            whereSeparator: { $0 == 0x0A }
        )
        guard let first = lines.first else { return nil }
        let (mark, end) = ("-----BEGIN ", "-----")
        if first.starts(with: mark.utf8) {
            let label = String(decoding: first.dropFirst(mark.utf8.count), as: UTF8.self)
                .prefix { $0 != "-" }
            return label.isEmpty || !first.contains(Array(end.utf8)) ? nil : labels[String(label)]
        }
        return isMessage(lines) ? message : nil
    }

    /// Whether lines are the header of a message: fields, of which one names who wrote it, and others when and about what.
    private static func isMessage(_ lines: [ArraySlice<UInt8>]) -> Bool {
        var names: Set<String> = []
        for line in lines {
            if line.isEmpty || line == [0x0D] { break }
            // A field goes on.
            if let first = line.first, first == 0x20 || first == 0x09, !names.isEmpty { continue }
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let isName = !name.isEmpty && name.allSatisfy { (0x21...0x7E).contains($0) }
            guard isName, name.count < line.count else { return false }
            names.insert(String(decoding: name, as: UTF8.self).lowercased())
        }
        return names.contains("from") && names.contains("subject")
            && !names.isDisjoint(with: ["date", "message-id", "received", "mime-version"])
    }
}
