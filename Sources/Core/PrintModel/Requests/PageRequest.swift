/// What the page for the browser shows first: the body of `POST /v1/page`.
public struct PageRequest: Codable, Sendable, Equatable {
    /// The ids of documents to print; `nil` or none for the queue.
    public var documents: [String]?

    /// The most documents that one request may name.
    public static let documentsLimit = 200

    /// Creates a request.
    public init(documents: [String]? = nil) {
        self.documents = documents
    }

    /// Whether each id has only characters that need no encoding in an address, and there are not too many.
    public var isValid: Bool {
        (documents ?? []).count <= Self.documentsLimit
            && (documents ?? []).allSatisfy { id in
                (1...64).contains(id.utf8.count)
                    && id.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                            || (0x61...0x7A).contains(byte) || byte == 0x2D
                    }
            }
    }
}

/// Where the page for the browser is: the reply to `POST /v1/page`.
public struct PageAddress: Codable, Sendable, Equatable {
    /// An `http` URL on 127.0.0.1, whose fragment has a token that opens the page once, within two minutes.
    public var url: String

    /// Wraps a URL.
    public init(url: String) {
        self.url = url
    }
}
