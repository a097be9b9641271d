/// Several documents that are printed as one.
extension DocumentFacts {
    /// The MIME type of a document that has parts.
    public static let collection = "multipart/mixed"
    /// The most parts: they are in every record and every event of a job.
    public static let partsLimit = 200

    /// Joins documents.
    ///
    /// - Parameters:
    ///   - id: The id of the new document.
    ///   - parts: The documents, in their order; 2 to ``partsLimit``, none of which has parts itself.
    ///   - name: The name for people; `nil` for one made of the first name and the number of the others.
    public init(id: String, joining parts: [DocumentFacts], name: String? = nil) {
        self.init(
            name: name ?? Self.name(of: parts),
            type: Self.collection,
            size: parts.reduce(0) { $0.adding(clamping: $1.size) }
        ) { language in
            switch language {
            case .english: "\(parts.count) documents"
            case .simplifiedChinese: "\(parts.count) 个文档"
            }
        }
        self.id = id
        self.parts = parts.map { part in
            var part = part
            (part.id, part.sha256) = (nil, nil)
            return part
        }
        layout = .parts
        problem = parts.lazy.compactMap(\.problem).first
    }

    private static func name(of parts: [DocumentFacts]) -> String {
        let first = parts.first?.name ?? "document"
        return parts.count > 1 ? "\(first) + \(parts.count - 1)" : first
    }

    /// The document, or each of its parts.
    var each: [DocumentFacts] { parts ?? [self] }

    /// Whether it is a picture, or all of its parts are.
    var isAllPictures: Bool { each.allSatisfy(\.isPicture) }

    /// The first page of each part after the first one, counted in the whole document.
    var partStarts: [Int] {
        var starts: [Int] = []
        var next = 1
        for part in parts ?? [] {
            starts.append(next)
            next = next.adding(clamping: part.pages ?? 0)
        }
        return Array(starts.dropFirst())
    }
}
