/// What is known of a document: the snapshot of a file in the spool.
public struct DocumentFacts: Codable, Sendable, Equatable {
    /// Why a document cannot be printed, whatever the printer.
    public enum Problem: String, Codable, Sendable {
        /// It has no bytes, or no pages.
        case empty
        /// It cannot be read.
        case damaged
        /// It opens with a password only.
        case encrypted
        /// It is larger than can be handled.
        case tooLarge = "too-large"
    }

    /// Pages that follow each other and have one size, as they are displayed.
    public struct PageSizes: Codable, Sendable, Equatable {
        /// How many pages.
        public var count: Int
        /// The width in points (1/72 inch).
        public var width: Double
        /// The height in points (1/72 inch).
        public var height: Double

        /// Makes a run of pages.
        public init(count: Int, width: Double, height: Double) {
            self.count = count
            self.width = width
            self.height = height
        }
    }

    /// The id under which the service knows the document.
    public var id: String?
    /// The name of the file, without its folders.
    public var name: String
    /// The MIME type that its contents show.
    public var type: String
    /// What it is in words: "PDF document".
    public var kind: String
    /// The title that it carries, if any.
    public var title: String?
    /// How many pages it has, if that can be told.
    public var pages: Int?
    /// The sizes of its first pages, as long as they are told; `nil` where pages have none.
    public var pageSizes: [PageSizes]?
    /// Its size in bytes.
    public var size: Int
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String?
    /// What keeps it from being printed, if anything.
    public var problem: Problem?

    /// Makes facts from what is known.
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
