import FoundationEssentials

/// What a server asks for with `WWW-Authenticate`, and the reply to it: Basic (RFC 7617) or Digest
/// (RFC 7616).
///
/// Digest comes first where a server offers both: the password itself is not sent then.
struct HTTPChallenge: Sendable, Equatable {
    /// How the password is proved.
    enum Scheme: Sendable, Equatable {
        case basic
        case digest(DigestAlgorithm)
    }

    let scheme: Scheme
    private let parameters: [String: String]

    /// Reads a header field; `nil` if it offers nothing that is supported.
    init?(_ header: String) {
        let offers = Self.offers(in: header).compactMap { name, parameters -> HTTPChallenge? in
            switch name {
            case "basic": return HTTPChallenge(scheme: .basic, parameters: parameters)
            case "digest":
                guard let algorithm = DigestAlgorithm(parameters["algorithm"] ?? "MD5"),
                    parameters["nonce"] != nil, parameters["realm"] != nil,
                    parameters["qop"].map(Self.offersAuth) ?? true
                else { return nil }
                return HTTPChallenge(scheme: .digest(algorithm), parameters: parameters)
            default: return nil
            }
        }
        guard let best = offers.max(by: { $0.rank < $1.rank }) else { return nil }
        self = best
    }

    private init(scheme: Scheme, parameters: [String: String]) {
        self.scheme = scheme
        self.parameters = parameters
    }

    private var rank: Int {
        switch scheme {
        case .basic: 0
        case .digest(.md5): 1
        case .digest(.sha256): 2
        }
    }

    private static func offersAuth(_ qop: String) -> Bool {
        qop.split(separator: ",").contains { $0.trimmed.lowercased() == "auth" }
    }

    /// Whether the server has another `nonce` than before, so that the last reply to it was out of date.
    func isNewer(than before: HTTPChallenge?) -> Bool {
        guard let before else { return true }
        guard case .digest = scheme else { return false }
        return parameters["nonce"] != before.parameters["nonce"]
    }

    // MARK: The reply

    /// Returns the value of `Authorization`.
    ///
    /// - Parameters:
    ///   - credentials: The user name and the password.
    ///   - method: The method of the request.
    ///   - resource: The target of the request.
    ///   - use: How often the `nonce` was used, with this time.
    ///   - clientNonce: The `cnonce`; a random one by default.
    /// - Returns: The value of the header field.
    func authorization(
        _ credentials: Credentials,
        method: String,
        resource: String,
        use: Int,
        clientNonce: String = Self.randomNonce()
    ) -> String {
        guard case .digest(let algorithm) = scheme else {
            return "Basic "
                + Data("\(credentials.user):\(credentials.password)".utf8).base64EncodedString()
        }
        let realm = parameters["realm"] ?? ""
        let nonce = parameters["nonce"] ?? ""
        let digits = String(use, radix: 16)
        let count = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        var secret = algorithm.hash("\(credentials.user):\(realm):\(credentials.password)")
        if algorithm.isSession { secret = algorithm.hash("\(secret):\(nonce):\(clientNonce)") }
        let request = algorithm.hash("\(method):\(resource)")
        let hasCount = parameters["qop"] != nil
        let middle = hasCount ? "\(nonce):\(count):\(clientNonce):auth" : nonce
        var fields = [
            "username=\(Self.quoted(credentials.user))", "realm=\(Self.quoted(realm))",
            "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(resource))",
            "response=\"\(algorithm.hash("\(secret):\(middle):\(request)"))\"",
        ]
        if let name = parameters["algorithm"] { fields.append("algorithm=\(name)") }
        if let opaque = parameters["opaque"] { fields.append("opaque=\(Self.quoted(opaque))") }
        if hasCount { fields += ["qop=auth", "nc=\(count)", "cnonce=\"\(clientNonce)\""] }
        return "Digest " + fields.joined(separator: ", ")
    }

    static func randomNonce() -> String {
        String(UInt64.random(in: 0 ... .max), radix: 16)
            + String(UInt64.random(in: 0 ... .max), radix: 16)
    }

    /// A quoted string (RFC 9110, 5.6.4), without line breaks, which would begin another header field.
    private static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return plain.reduce(into: "\"") { text, scalar in
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        } + "\""
    }

    // MARK: Reading

    /// The schemes in a header field, in lower case, with their parameters.
    private static func offers(in header: String) -> [(String, [String: String])] {
        var offers: [(String, [String: String])] = []
        for part in parts(of: header) {
            var rest = part[...]
            let word = rest.prefix { $0 != " " && $0 != "=" }
            let after = rest.dropFirst(word.count).trimmed
            if !after.hasPrefix("=") {
                offers.append((word.lowercased(), [:]))
                rest = after[...]
            }
            guard let equals = rest.firstIndex(of: "="), !offers.isEmpty else { continue }
            let name = rest[..<equals].trimmed.lowercased()
            let value = rest[rest.index(after: equals)...].trimmed
            offers[offers.count - 1].1[name] = unquoted(value)
        }
        return offers
    }

    /// The parts between commas that are not in quotes.
    private static func parts(of header: String) -> [String] {
        var parts: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        // A header field of a printer is bounded, because libcups reads lines of 32 KiB at most.
        for character in header {
            if character == "," && !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0[...].trimmed }.filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            result.append(character)
            isEscaped = false
        }
        return result
    }
}

extension Substring {
    /// The text without spaces around it.
    fileprivate var trimmed: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
