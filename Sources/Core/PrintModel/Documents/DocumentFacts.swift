/// The facts of a document, which is the snapshot of a file in the spool.
public struct DocumentFacts: Codable, Sendable, Equatable {
    /// The reason why no printer can print a document.
    public enum Problem: String, Codable, Sendable {
        /// It is empty, or has no pages.
        case empty
        /// It is unreadable.
        case damaged
        /// It is encrypted and requires a password.
        case encrypted
        /// It exceeds a limit.
        case tooLarge = "too-large"
    }

    /// A run of consecutive pages of the same size, as displayed.
    public struct PageSizes: Codable, Sendable, Equatable {
        /// The number of pages in the run.
        public var count: Int
        /// The width in points (1/72 inch).
        public var width: Double
        /// The height in points (1/72 inch).
        public var height: Double

        /// Creates a run of pages.
        public init(count: Int, width: Double, height: Double) {
            self.count = count
            self.width = width
            self.height = height
        }
    }

    /// The id of the document in the service.
    public var id: String?
    /// The name of the file, without its folders.
    public var name: String
    /// The MIME type of its contents.
    public var type: String
    /// The type in words, such as "PDF document".
    public var kind: String
    /// The title in its metadata, if any.
    public var title: String?
    /// The number of pages; `nil` if it is unknown.
    public var pages: Int?
    /// The sizes of its first pages, in points, as far as they are known; `nil` for unpaged text.
    public var pageSizes: [PageSizes]?
    /// Its size in bytes.
    public var size: Int
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String?
    /// The reason why it cannot be printed; `nil` if it can.
    public var problem: Problem?

    /// Creates facts.
    public init(
        id: String? = nil,
        name: String,
        type: String,
        kind: String,
        title: String? = nil,
        pages: Int? = nil,
        pageSizes: [PageSizes]? = nil,
        size: Int,
        sha256: String? = nil,
        problem: Problem? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.kind = kind
        self.title = title
        self.pages = pages
        self.pageSizes = pageSizes
        self.size = size
        self.sha256 = sha256
        self.problem = problem
    }
}
