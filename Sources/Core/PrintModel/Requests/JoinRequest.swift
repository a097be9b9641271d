/// Documents to print as one: the body of `POST /v1/documents/join`.
public struct JoinRequest: Codable, Sendable, Equatable {
    /// The ids that `POST /v1/documents` returned, in the order of printing; at most `DocumentFacts.partsLimit`.
    public var documents: [String]
    /// The name for people; `nil` for one made of the names of the documents.
    public var name: String?

    /// Names documents.
    public init(documents: [String], name: String? = nil) {
        self.documents = documents
        self.name = name
    }
}
