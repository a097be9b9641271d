/// The facts of a document, such as its type, its pages, and their size.
public struct DocumentInfo: Sendable, Equatable {
    /// The MIME type, such as "application/pdf".
    public var type: String
    /// The title in the metadata of the document; a single line without control characters.
    public var title: String?
    /// The number of pages of a PDF or TIFF; 1 for other images; `nil` where the type has no pages
    /// or the document cannot be opened.
    public var pages: Int?
    /// The sizes of the first ``pageSizesLimit`` pages of a PDF.
    public var pageSizes: [PageSize]
    /// The width as displayed: pixels of an image, points of the first page of a PDF.
    public var width: Double?
    /// The height as displayed: pixels of an image, points of the first page of a PDF.
    public var height: Double?
    /// Whether opening the document needs a password.
    ///
    /// A PDF that only restricts its use needs none.
    public var encrypted: Bool
    /// What a PDF allows of printing without its owner's password; `nil` where that is everything.
    public var restriction: PrintRestriction?
    /// The reason why the document cannot be shown or printed; `nil` where there is none.
    public var problem: DocumentProblem?
    /// Whether the document contains a picture of itself that is shown for it, such as a cover, or a preview that its
    /// program saved.
    ///
    /// The picture has been found, not decoded: it may be damaged.
    public var carriesPicture: Bool
    /// Whether the bytes are text, whatever the type is.
    public var isText: Bool
    /// The report on how the type was identified.
    public var typeReport: TypeReport?

    /// The most page sizes that are reported.
    public static let pageSizesLimit = 1000
    /// The most pages of a document; one with more is `tooLarge`.
    public static let pagesLimit = 100_000
    /// The longest edge of an image in pixels, or of a page in points.
    public static let lengthLimit = 4_294_967_295.0

    /// Facts of a type about which nothing else is known.
    public init(type: FileType) {
        self.type = type.rawValue
        self.title = nil
        self.pages = nil
        self.pageSizes = []
        self.width = nil
        self.height = nil
        self.encrypted = false
        self.restriction = nil
        self.problem = nil
        self.carriesPicture = false
        self.isText = false
        self.typeReport = nil
    }
}

extension DocumentInfo {
    /// The type whose reader the document gets: its own, or that of text where its bytes are text and its type has no reader.
    package var readAs: FileType { FileType(rawValue: type).readAs(isText: isText) }
}

/// What a PDF forbids those who do not have its owner's password (ISO 32000-1, 7.6.3.2).
///
/// It can be read all the same: programs are asked to obey.
public enum PrintRestriction: UInt8, Sendable {
    /// Printing, but for low quality.
    case highQuality = 1
    /// Printing.
    case printing = 2
}

/// The size of a page as displayed, with crop box and rotation applied.
public struct PageSize: Sendable, Hashable {
    /// The width in points (1/72 inch).
    public var width: Double
    /// The height in points (1/72 inch).
    public var height: Double

    /// The longest edge of a page, in points.
    public static let edgeLimit = 1e6

    /// A size in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether a page can have this size: finite, with an area, and no edge beyond ``edgeLimit``.
    public var isPossible: Bool {
        width > 0 && height > 0 && width <= Self.edgeLimit && height <= Self.edgeLimit
    }

    /// The size of a picture of the page that fits in `pixels` x `pixels`.
    package func fitting(_ pixels: Int) -> (width: Int, height: Int) {
        let scale = Double(pixels) / max(width, height)
        return (
            min(pixels, max(1, Int(clamping: (width * scale).rounded()))),
            min(pixels, max(1, Int(clamping: (height * scale).rounded())))
        )
    }
}

/// The reason why a document cannot be shown or printed.
public enum DocumentProblem: Sendable, Hashable {
    /// The file has no bytes.
    case empty
    /// It contradicts the specification of its format.
    case damaged(why: DocumentReason)
    /// The document opens only with a password.
    case encrypted
    /// It exceeds a limit.
    case tooLarge(why: DocumentReason)
    /// The library that reads it is not installed.
    case missingPackage(why: DocumentReason)
    /// It is whole, and has nothing inside, such as a presentation without slides.
    case nothingInside(why: DocumentReason)
    /// It is of a variant of its format that is not read here.
    case unsupportedVariant(why: DocumentReason)
    /// Its contents are in other files.
    case filesMissing(why: DocumentReason)
}
