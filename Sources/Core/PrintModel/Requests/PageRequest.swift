/// What the page for the browser shows first: the body of `POST /v1/page`.
public struct PageRequest: Codable, Sendable, Equatable {
    /// The ids of documents to print; `nil` or none for the queue.
    public var documents: [String]?
    /// Whether a browser is to be started with a file that leads to the page; `nil` as `false`.
    public var file: Bool?

    /// The most documents that one request may name.
    public static let documentsLimit = 200

    /// Creates a request.
    public init(documents: [String]? = nil, file: Bool? = nil) {
        self.documents = documents
        self.file = file
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
    ///
    /// With a ``file``, it has no token. Never put one with a token into an argument: all users see those.
    public var url: String
    /// The path of a file that leads the user's browser to the page, once; it is there until the browser has come.
    public var file: String?
    /// The id under which ``PageVisit`` says whether the browser has come.
    public var visit: String?

    /// Creates an address.
    public init(url: String, file: String? = nil, visit: String? = nil) {
        self.url = url
        self.file = file
        self.visit = visit
    }

    /// Encodes all keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(file, forKey: .file)
        try container.encode(visit, forKey: .visit)
    }
}

/// Whether a browser has come that was started with the file of a ``PageAddress``.
public struct PageVisit: Codable, Sendable, Equatable {
    /// The states of a visit.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// The file is there, and the browser has not come yet.
        case expected
        /// It has come.
        case here
        /// It has not come in time, or the id is unknown.
        case missed
    }

    /// The state.
    public var state: State

    /// Wraps a state.
    public init(state: State) {
        self.state = state
    }
}
