/// The facts of a document, which is the snapshot of a file in the spool.
public struct DocumentFacts: Codable, Sendable, Equatable {
    /// The reason why no printer can print a document.
    public enum Problem: String, Codable, Sendable {
        /// It is empty, or has no pages.
        case empty
        /// It contradicts the specification of its format.
        case damaged
        /// It is of a variant of its format that nothing here reads, or its contents are in other files.
        case unsupported
        /// The programs that read it ended on it; it may be whole.
        case crashed
        /// It is encrypted and requires a password.
        case encrypted
        /// Its owner forbids printing, and the user's settings obey.
        case restricted
        /// It exceeds a limit.
        case tooLarge = "too-large"
    }

    /// What a PDF forbids those who do not have its owner's password.
    public enum Restriction: String, Codable, Sendable {
        /// Printing, but for low quality.
        case highQuality = "high-quality"
        /// Printing.
        case printing
    }

    /// How the service lays a document out that has no pages of its own.
    public enum Layout: String, Codable, Sendable {
        /// As lines: plain text and source code.
        case lines
        /// As running text.
        case text
        /// As drawings, slides, or pictures, which keep their shape.
        case figures
        /// As the program does that made it, on the paper that it names.
        case pages
        /// As each of its ``DocumentFacts/parts`` is alone, one after the other.
        case parts
    }

    /// That the pages have the document's words, headings, lists, and tables, and not its own look; or, of a document
    /// without a `layout`, that it has no pages here.
    public struct Simplification: Codable, Sendable, Equatable {
        /// The Debian package with which it would have its own look, if one would help.
        public var package: String?

        /// Creates a simplification.
        public init(package: String? = nil) {
            self.package = package
        }
    }

    /// What a document has and its pages do not show.
    public struct LeftOut: Codable, Sendable, Equatable {
        /// The number of pictures that may lie beside the document.
        public var pictures: Int
        /// The number of pictures elsewhere, such as on the web.
        public var elsewhere: Int
        /// The number of style sheets.
        public var styleSheets: Int
        /// The first letters that no font has, such as `U+1F600`; `nil` for none.
        public var letters: [String]?
        /// Whether lines run from left to right that should run from top to bottom; `nil` if not.
        public var vertical: Bool?

        /// Creates numbers.
        public init(
            pictures: Int,
            elsewhere: Int,
            styleSheets: Int,
            letters: [String]? = nil,
            vertical: Bool? = nil
        ) {
            self.pictures = pictures
            self.elsewhere = elsewhere
            self.styleSheets = styleSheets
            self.letters = letters
            self.vertical = vertical
        }
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
    /// The type in words of each language, by its tag, such as `zh-Hans`; `nil` in a record that is
    /// older than this field.
    public var kinds: [String: String]?
    /// The title in its metadata, if any.
    public var title: String?
    /// The number of pages; `nil` if it is unknown, or depends on the paper.
    public var pages: Int?
    /// The sizes of its first pages, in points, as far as they are known; of a picture, the pixels of the first one.
    public var pageSizes: [PageSizes]?
    /// How the service lays it out for the paper of a job; `nil` for a document with pages of its own.
    public var layout: Layout?
    /// What the pages were made for; `nil` if they were not made yet, or are the document's own.
    public var pageSetup: PageSetup?
    /// That its pages are simpler than the document, or that it needs a program to have any; `nil` if neither is so.
    public var simplification: Simplification?
    /// Whether words or pictures are not on its pages because they exceed a limit; `nil` if they were not laid out.
    public var isTruncated: Bool?
    /// What its pages do not show; `nil` if there is nothing, or they were not made.
    public var leftOut: LeftOut?
    /// The names of the worksheets of a workbook of which some were chosen, without hidden ones; else `nil`.
    public var worksheets: [String]?
    /// What its owner forbids, as far as the user's settings obey; `nil` for nothing.
    public var restriction: Restriction?
    /// What a document may have to be laid out, if it is too large for that; `nil` otherwise.
    public var layoutLimits: LayoutLimits?
    /// The documents that are printed as this one, in their order; `nil` for a single document.
    public var parts: [DocumentFacts]?
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
        kinds: [String: String]? = nil,
        title: String? = nil,
        pages: Int? = nil,
        pageSizes: [PageSizes]? = nil,
        size: Int,
        sha256: String? = nil,
        problem: Problem? = nil,
        layout: Layout? = nil,
        pageSetup: PageSetup? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.kind = kind
        self.kinds = kinds
        self.title = title
        self.pages = pages
        self.pageSizes = pageSizes
        self.size = size
        self.sha256 = sha256
        self.problem = problem
        self.layout = layout
        self.pageSetup = pageSetup
    }

    /// Creates facts of a type that has words in each language.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - type: The MIME type of its contents.
    ///   - size: Its size in bytes.
    ///   - kind: Returns the type in words of a language.
    public init(name: String, type: String, size: Int, kind: (Language) -> String) {
        let kinds = Language.allCases.map { ($0.rawValue, kind($0)) }
        self.init(
            name: name,
            type: type,
            kind: kind(.english),
            kinds: Dictionary(uniqueKeysWithValues: kinds),
            size: size
        )
    }

    /// The same facts in another language.
    public func inWords(of language: Language) -> DocumentFacts {
        var copy = self
        copy.kind = kinds?[language.rawValue] ?? kind
        return copy
    }

    /// The kind as the parameters of a message: `kind` in English, and `kind-zh-Hans` and so on.
    var kindParameters: [String: String] {
        var parameters = ["kind": inWords(of: .english).kind]
        for (language, words) in kinds ?? [:] where language != Language.english.rawValue {
            parameters["kind-\(language)"] = words
        }
        return parameters
    }
}
