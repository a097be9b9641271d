/// The facts of a document: what it is, how many pages it has, how large they are.
public struct DocumentInfo: Sendable, Equatable {
    /// The MIME type, such as "application/pdf".
    public var type: String
    /// The title that the document gives itself; a single line without control characters.
    public var title: String?
    /// The number of pages: of a PDF or TIFF what it says, 1 for other pixel images, `nil` where a type has none
    /// or the document cannot be opened.
    public var pages: Int?
    /// The sizes of the first ``pageSizesLimit`` pages of a PDF.
    public var pageSizes: [PageSize]
    /// The width as displayed: pixels of an image, points of the first page of a PDF.
    public var width: Double?
    /// The height as displayed: pixels of an image, points of the first page of a PDF.
    public var height: Double?
    /// Whether opening needs a password.
    ///
    /// A PDF that only restricts what may be done with it opens.
    public var encrypted: Bool
    /// Why the document cannot be shown or printed; `nil` when nothing is wrong with it.
    public var problem: DocumentProblem?
    /// Whether it carries a picture of itself inside, which is shown for it: a cover, a preview that its program
    /// left there.
    ///
    /// Found, and not decoded: it may turn out to be damaged.
    public var carriesPicture: Bool
    /// How the type was told.
    public var typeReport: TypeReport?

    /// The most page sizes that are told.
    public static let pageSizesLimit = 1000

    /// Facts of a type about which nothing more is known.
    public init(type: FileType) {
        self.type = type.rawValue
        self.title = nil
        self.pages = nil
        self.pageSizes = []
        self.width = nil
        self.height = nil
        self.encrypted = false
        self.problem = nil
        self.carriesPicture = false
        self.typeReport = nil
    }
}

/// The size of a page as displayed: crop box and rotation are taken into account.
public struct PageSize: Sendable, Hashable {
    /// The width in points (1/72 inch).
    public var width: Double
    /// The height in points (1/72 inch).
    public var height: Double

    /// A size in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// Why a document cannot be shown or printed.
public enum DocumentProblem: Sendable, Hashable {
    /// It has no bytes.
    case empty
    /// It is not what its type says; `why` is a sentence for people.
    case damaged(why: String)
    /// It opens only with a password.
    case encrypted
    /// It is beyond what is opened here; `why` is a sentence for people.
    case tooLarge(why: String)

    /// The problem, as a sentence for people.
    public var message: String {
        switch self {
        case .empty: "The file is empty."
        case .damaged(let why): "The file is damaged. \(why)"
        case .encrypted: "The document needs a password."
        case .tooLarge(let why): why
        }
    }
}
