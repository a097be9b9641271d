import HTTPTypes

/// The rules by which the page's listener accepts a request: each is exact, and what is missing is refused.
///
/// A browser sends `Sec-Fetch-Site` and `Sec-Fetch-Dest` with each request to this computer, and no script can change
/// them; other programs use the Unix socket.
struct PageGuard: Sendable {
    /// A kind of request, each with rules of its own.
    enum Kind: Equatable, Sendable {
        /// The page itself, which the user or a program opens.
        case page
        /// Where the file leads that a browser was started with.
        case entrance
        /// A file of the page.
        case file
        /// The exchange of a token for a cookie; who has the cookie reads the key of the proofs.
        case session
        /// The proof that the page still talks to the same service, to which it shows no cookie before.
        case proof
        /// A request to the API.
        case api
    }

    /// Why a request is refused.
    enum Refusal: String, CaseIterable, Sendable {
        case host, path, method, site, destination, origin, session, type, size

        /// The status of the response.
        var status: HTTPResponse.Status {
            switch self {
            case .host: .misdirectedRequest
            case .path: .badRequest
            case .method: .methodNotAllowed
            case .site, .destination, .origin: .forbidden
            case .session: .unauthorized
            case .type: .unsupportedMediaType
            case .size: .contentTooLarge
            }
        }
    }

    /// The name of the cookie.
    static let cookie = "printcenter"
    /// The largest body of JSON, in bytes.
    static let limit = 1 << 20
    /// The largest body of a token, in bytes.
    static let tokenLimit = 1 << 10
    private static let json = "application/json"
    private static let bytes = "application/octet-stream"

    /// The port of the listener.
    let port: Int
    /// Whether a browser is expected that was started with a file.
    let isExpecting: Bool

    /// Checks a request before anything of its body is read.
    ///
    /// - Parameters:
    ///   - request: The head of the request.
    ///   - isSession: Whether a value of the cookie opens the API.
    /// - Returns: The first rule that it breaks; `nil` if it breaks none.
    func refusal(of request: HTTPRequest, isSession: (String) -> Bool) -> Refusal? {
        // A name that leads to this computer only for this page (DNS rebinding) is another host.
        let address = "127.0.0.1:\(port)"
        guard request.authority == address, request.headerFields[values: .host].isEmpty else {
            return .host
        }
        let target = request.path ?? ""
        guard Self.isPlain(target) else { return .path }
        let isReading = request.method == .get || request.method == .head
        guard isReading || [.post, .put, .delete].contains(request.method) else { return .method }
        let kind = Self.kind(of: String(target.prefix { $0 != "?" }))
        guard isReading || kind == .api || kind == .session else { return .method }

        guard let site = single(.site, of: request), sites(of: kind).contains(site) else {
            return .site
        }
        // A page of the web may send a window here, but no more: neither a frame nor a request of its own.
        guard kind != .entrance || single(.mode, of: request) == "navigate" else { return .site }
        guard let destination = single(.destination, of: request),
            Self.destinations(of: kind).contains(destination)
        else { return .destination }
        let origins = request.headerFields[values: .origin]
        guard isReading ? origins.count <= 1 : origins.count == 1,
            origins.allSatisfy({ $0 == "http://\(address)" })
        else { return .origin }
        if kind == .api || (kind == .session && isReading) {
            let values = Self.cookies(of: request)
            guard values.count == 1, isSession(values[0]) else { return .session }
        }
        return isReading ? nil : body(of: request, kind)
    }

    /// The kind of a path.
    static func kind(of path: String) -> Kind {
        if path == "/" { return .page }
        if path == "/enter" { return .entrance }
        if path == "/session" { return .session }
        if path == "/proof" { return .proof }
        return path.hasPrefix("/v1/") ? .api : .file
    }

    /// Whether a target is a path as the page writes it: no other host, no way up, nothing hidden by an encoding.
    private static func isPlain(_ target: String) -> Bool {
        guard target.hasPrefix("/"), target.utf8.count <= 4096,
            target.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return false }
        let path = target.prefix { $0 != "?" }.lowercased()
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return !segments.contains("..") && !segments.contains(".")
            && !(segments.count > 1 && segments.contains(""))
            && !["%2e", "%2f", "%5c", "%00", "#", ";"].contains { path.contains($0) }
    }

    /// From where a browser may come; a file of this computer is another site for it.
    private func sites(of kind: Kind) -> Set<String> {
        switch kind {
        case .page: ["none", "same-origin"]
        case .entrance: isExpecting ? ["cross-site"] : []
        case .file, .session, .proof, .api: ["same-origin"]
        }
    }

    private static func destinations(of kind: Kind) -> Set<String> {
        switch kind {
        case .page, .entrance: ["document"]
        case .file: ["script", "style", "image", "empty"]
        case .session, .proof: ["empty"]
        case .api: ["empty", "image"]
        }
    }

    private func body(of request: HTTPRequest, _ kind: Kind) -> Refusal? {
        let path = String((request.path ?? "").prefix { $0 != "?" })
        let isUpload = request.method == .post && path == "/v1/documents"
        guard single(.contentType, of: request) == (isUpload ? Self.bytes : Self.json) else {
            return .type
        }
        guard let length = single(.contentLength, of: request) else {
            // A browser sends no length where there is no body.
            let isEmpty = request.headerFields[values: .transferEncoding].isEmpty
            return request.method == .delete && isEmpty ? nil : .size
        }
        let limit = kind == .session ? Self.tokenLimit : isUpload ? 4 << 30 : Self.limit
        guard let length = Int(length), (0...limit).contains(length) else { return .size }
        return nil
    }

    private func single(_ name: HTTPField.Name, of request: HTTPRequest) -> String? {
        let values = request.headerFields[values: name]
        return values.count == 1 ? values[0] : nil
    }

    /// The values of the cookie, however the fields are split.
    private static func cookies(of request: HTTPRequest) -> [String] {
        request.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }
            .compactMap { pair in
                let parts = pair.drop { $0 == " " }.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                return parts.count == 2 && parts[0] == cookie ? String(parts[1]) : nil
            }
    }
}

extension HTTPField.Name {
    /// `Host`: the first one is the authority of a request, so that another one is left among the fields.
    static let host = known("Host")
    /// `Sec-Fetch-Site` (W3C Fetch Metadata).
    static let site = known("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode` (W3C Fetch Metadata).
    static let mode = known("Sec-Fetch-Mode")
    /// `Sec-Fetch-Dest` (W3C Fetch Metadata).
    static let destination = known("Sec-Fetch-Dest")
}
