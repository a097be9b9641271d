internal import Hashing

/// A hash of Digest authentication (RFC 7616, 6.1).
enum DigestAlgorithm: Sendable, Equatable {
    case md5(isSession: Bool)
    case sha256(isSession: Bool)

    /// Reads the parameter `algorithm`; `nil` for another one.
    init?(_ name: String) {
        switch name.uppercased() {
        case "MD5": self = .md5(isSession: false)
        case "MD5-SESS": self = .md5(isSession: true)
        case "SHA-256": self = .sha256(isSession: false)
        case "SHA-256-SESS": self = .sha256(isSession: true)
        default: return nil
        }
    }

    /// Whether the hash of the password contains the `nonce`.
    var isSession: Bool {
        switch self {
        case .md5(let isSession), .sha256(let isSession): isSession
        }
    }

    /// Returns the hash of a text, in hexadecimal digits.
    func hash(_ text: String) -> String {
        switch self {
        case .md5: return MD5.hash(of: text.utf8)
        case .sha256:
            var hash = SHA256()
            hash.update(text.utf8)
            return hash.finish()
        }
    }
}
