internal import IPP

/// The TXT record of a service (RFC 6763, 6), bounded and cleaned.
enum TXTRecord {
    /// The largest number of keys; the rest is ignored.
    static let keyLimit = 64
    /// The largest number of strings that are read in search of keys.
    static let stringLimit = 256
    /// The largest size of a string, in bytes, as in RFC 6763, 6.1.
    static let stringSize = 255

    /// Reads the strings of a record.
    ///
    /// Of a key that occurs twice the first counts (RFC 6763, 6.4). Strings without a valid key are
    /// ignored.
    ///
    /// - Parameter strings: The strings of the record, in its order.
    /// - Returns: The keys in lower case with their values; a key without `=` has an empty one.
    static func pairs(in strings: some Sequence<[UInt8]>) -> [String: String] {
        var pairs: [String: String] = [:]
        for string in strings.prefix(stringLimit) where pairs.count < keyLimit {
            let parts = string.prefix(stringSize).split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = parts.first, !name.isEmpty,
                // Printable ASCII without `=`.
                name.allSatisfy({ (0x20...0x7e).contains($0) })
            else { continue }
            let key = String(decoding: name, as: UTF8.self).lowercased()
            guard pairs[key] == nil else { continue }
            let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            pairs[key] = value.cleanedOfControls()
        }
        return pairs
    }
}
