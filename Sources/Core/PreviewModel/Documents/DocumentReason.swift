/// The detail of a ``DocumentProblem``: a code, and the values that its sentence contains.
///
/// Helpers report codes; QuickPreview has the sentence of each code in every language.
public struct DocumentReason: Sendable, Hashable {
    /// The code of a detail.
    ///
    /// The raw values travel only between processes of the same version.
    public enum Code: UInt8, CaseIterable, Sendable {
        /// “It cannot be read.”
        case cannotBeRead = 1
        /// “It has no pages.”
        case noPages = 2
        /// “The document has more than %1 pages.”
        case tooManyPages = 3
        /// “Its first page cannot be read.”
        case firstPage = 4
        /// “One of its pages cannot be read.”
        case onePage = 5
        /// “None of its pages can be read.”
        case allPages = 6
        /// “Its list of pages is damaged and too long to repair.”
        case pageList = 7
        /// “Its page tree cannot be read.”
        case pageTree = 8
        /// “Its cross-reference table is damaged and could not be repaired.”
        case crossReferences = 9
        /// “It cannot be read as PDF.”
        case notPDF = 10
        /// “The page cannot be drawn.”
        case pageNotDrawn = 11
        /// “Its pages cannot be copied.”
        case pagesNotCopied = 12
        /// “The picture cannot be placed on the page.”
        case pictureNotPlaced = 13
        /// “Its annotations cannot be copied.”
        case annotationsNotCopied = 14
        /// “Its annotations cannot be drawn.”
        case annotationsNotDrawn = 15
        /// “It cannot be written to a new file.”
        case notRewritten = 16
        /// “It contains no PostScript.”
        case noPostScript = 17
        /// “It does not state its size.”
        case noSize = 19
        /// “Its page is too large to draw.”
        case pageTooLarge = 20
        /// “Its program ends with an error (%1).”
        case programError = 21
        /// “It cannot be decompressed.”
        case notUnpacked = 22
        /// “It is larger than %1 MB when decompressed.”
        case tooLargeUnpacked = 23
        /// “The header of the image cannot be read.”
        case imageHeader = 24
        /// “A page of the image cannot be read.”
        case imagePage = 25
        /// “The image cannot be decoded.”
        case imageNotDecoded = 26
        /// “The image has %1 megapixels; the limit is %2.”
        case tooManyPixels = 27
        /// “A page has more than %1 megapixels.”
        case pageTooManyPixels = 28
        /// “It is not text.”
        case notText = 29
        /// “It cannot be read as RTF.”
        case notRTF = 32
        /// “Its text is missing.”
        case noBody = 33
        /// “Its first sheet is missing.”
        case noSheet = 34
        /// “It has no slides.”
        case noSlides = 35
        /// “Its XML cannot be parsed.”
        case xml = 36
        /// “Its list of files cannot be read.”
        case fileList = 37
        /// “Its list of parts cannot be read.”
        case partList = 38
        /// “A part of it cannot be read.”
        case part = 39
        /// “A part of it is malicious.”
        case harmfulPart = 40
        /// “The archive has too many parts, or parts that are too large.”
        case tooManyParts = 41
        /// “It cannot be read as a font.”
        case notFont = 42
        /// “The font file is too large.”
        case fontTooLarge = 43
        /// “It cannot be read as a video.”
        case notVideo = 44
        /// “Its text is larger than %1 MB.”
        case textTooLarge = 45
        /// “It cannot be read as JSON.”
        case notJSON = 46
        /// “It contains no triangles.”
        case noModel = 51
        /// “It contains no certificate or key.”
        case notCertificate = 50
        /// “It is larger than %1 MB.”
        case tooLargeToRead = 49
        /// “To see it, install the package %1.”
        case packageNeeded = 48
        /// “It cannot be read as a database.”
        case notDatabase = 47
        /// “It is of a variant of its format that cannot be shown: %1.”
        case variant = 52
        /// “Its contents are in other files: %1.”
        case otherFiles = 53
        /// “It has no sheets.”
        case noSheets = 54
    }

    /// The code of the detail.
    public let code: Code
    /// The values for the places %1 and %2 of the sentence, such as a limit; each is a single line.
    public let values: [String]

    /// The most values of a reason.
    static let valuesLimit = 2

    /// A reason with its values.
    public init(_ code: Code, _ values: String...) { self.init(code, values: values) }

    init(_ code: Code, values: [String]) {
        self.code = code
        self.values = values.prefix(Self.valuesLimit).map(\.singleLine)
    }
}
