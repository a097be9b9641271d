package import PreviewHelper
package import PreviewModel

/// A document whose pages this project lays out: text files, office documents, listings, fonts.
package struct TextDocument {
    let descriptor: Int32
    let format: TextFormat
    let type: FileType
    let name: String

    /// The most bytes of a text that are read for its first page, and for any later one.
    private static let firstLimit = 128 << 10
    static let laterLimit = 4 << 20
    /// The most bytes of a mail that are read where its text follows an attachment.
    private static let mailLimit = 32 << 20
    /// The most bytes of a text whose pages are counted.
    static let countedLimit = 1 << 20

    /// A page that a document does not have.
    struct NoSuchPage: Error {
        /// The number of pages that the document has.
        let count: Int
    }

    /// The page of a slide of OpenDocument.
    static let slidePaper = Paper(width: 720, height: 540, margin: 48)

    /// The error that a document has no visible text, so that its page would be blank.
    struct NothingToShow: Error {}

    package init(
        _ descriptor: Int32,
        type: FileType,
        name: String = ""
    ) throws(DocumentProblemError) {
        guard let format = TextFormat(type) else {
            throw DocumentProblemError(.damaged(why: .init(.notText)))
        }
        self.descriptor = descriptor
        self.format = format
        self.type = type
        self.name = name
    }

    /// Adds the document's metadata to its facts.
    func describe(_ info: inout DocumentInfo) throws(DocumentProblemError) {
        info.title = try title()
        if format == .structured(.djvu) {
            info.pages = try DjVuDocument(descriptor).pages
            return
        }
        do {
            info.pages = try countPages()
        } catch {
            // A damaged document has no page count; the problem is reported when a page is requested.
            info.pages = try? asText(after: error, info)?.countPages()
        }
    }

    /// The same document as text without its own reader, which found it damaged, or a page without words; `nil` where that does
    /// not help.
    func asText(after error: any Error, _ info: DocumentInfo) -> TextDocument? {
        guard info.isText, format.isOfText, type != .otherText else { return nil }
        switch error {
        case let error as DocumentProblemError:
            switch error.problem {
            case .damaged, .nothingInside: break
            default: return nil
            }
        case is NothingToShow:
            guard format == .html, drawing == nil else { return nil }
        default: return nil
        }
        return try? TextDocument(descriptor, type: .otherText, name: name)
    }

    /// The title that the document gives itself.
    func title() throws(DocumentProblemError) -> String? {
        switch format {
        case .wordDocument, .spreadsheet, .presentation, .openDocument:
            try OfficePackage(descriptor).title()
        case .email:
            MailMessage.subject(FilePart.start(of: descriptor, limit: Self.firstLimit).bytes)
        case .font: try FontSample(descriptor).name
        case .structured: try structured?.title()
        default: nil
        }
    }

    /// How many pages can be shown, or `nil` where they are more than are counted, or nothing can be shown.
    ///
    /// Slides are counted; all else is set, since only that shows where a page ends. So a document is counted
    /// as far as that is cheap: up to a hundred pages, and texts up to a mebibyte, which take more.
    private func countPages() throws -> Int? {
        switch format {
        case .font, .archive: return nil
        case .structured(.model):
            // Opening one is what takes time; of small files, it shows whether there is a model.
            if FilePart.start(of: descriptor, limit: Self.countedLimit).isWhole {
                _ = try ModelDocument(descriptor, type: type, name: name)
            }
            return 1
        // A damaged document has no page count; the problem is reported when a page is requested.
        case .structured where structured?.pages != nil: return structured?.pages
        case .presentation:
            return (try? OfficePackage(descriptor)).flatMap { try? Presentation.count($0) }
        default: break
        }
        if hasTables { return try? countTables() }
        guard let paper = try? paper(page: 2, pixels: 0) else { return nil }
        var isWhole = true
        let pages = try TextPicture.count(paper: paper) { sink throws(DocumentProblemError) in
            isWhole = try emitBlocks(limit: Self.countedLimit, into: sink)
        }
        guard let pages, isWhole else { return nil }
        if mustShow, pages.isBlank { throw NothingToShow() }
        return pages.count
    }

    /// Whether a page without visible text is treated as an error.
    var mustShow: Bool { isOfOffice || format == .archive || format == .html }

    /// Throws the error of a document, of a format that is written as text, that its reader finds damaged or blank.
    func check() throws {
        switch format {
        case .html: break
        case .structured(let format) where format.isOfText: break
        default: return
        }
        let canvas = try Canvas(width: 1, height: 1, scale: 1)
        let paper = TextPicture.paper(page: 2, pixels: 0, smallest: 1)
        let setter = PageSetter(paper, target: 1, canvas: canvas, draws: false)
        // What is left out here may be on the pages.
        try ReadingExtent.$omissions.withValue(nil) {
            _ = try emitBlocks(limit: Self.countedLimit) { setter.add($0) && setter.isBlank }
        }
        guard format == .html else { return }
        try setter.finish()
        if setter.isBlank { throw NothingToShow() }
    }

    /// Draws a page so that it fits in `pixels` x `pixels`.
    ///
    /// The first page of a small picture is a piece of the paper, so that its letters can be seen.
    package func draw(page: Int, pixels: Int) throws -> Picture {
        if format == .font {
            guard page == 1 else { throw NoSuchPage(count: 1) }
            return try FontSample(descriptor).draw(pixels: pixels)
        }
        if format == .structured(.djvu) {
            return try DjVuDocument(descriptor).draw(page: page, pixels: pixels)
        }
        if format == .structured(.model) {
            guard page == 1 else { throw NoSuchPage(count: 1) }
            return try ModelDocument(descriptor, type: type, name: name).draw(pixels: pixels)
        }
        if hasTables, page > 1 { return try drawTables(page: page, pixels: pixels) }
        let paper = try self.paper(page: page, pixels: pixels)
        return try TextPicture.draw(
            page: page,
            pixels: pixels,
            paper: paper,
            mustShow: mustShow
        ) {
            let limit = page == 1 ? Self.firstLimit : min(Self.laterLimit, page * Self.firstLimit)
            try emitBlocks(limit: limit, into: $0)
        }
    }

    /// The document, where a reader of this project reports its contents.
    var structured: StructuredDocument? {
        guard case .structured(let format) = format else { return nil }
        return StructuredDocument(descriptor: descriptor, format: format, type: type, name: name)
    }

    /// The drawing that a page of HTML consists of, as an SVG file; `nil` where there is none.
    var drawing: [UInt8]? {
        guard format == .html else { return nil }
        let (bytes, isWhole) = start(limit: Self.laterLimit)
        return TextDecoding.decode(bytes, isWhole: isWhole).flatMap(HTMLDrawing.find)
    }

    /// The paper, of which small pictures show less.
    private func paper(page: Int, pixels: Int) throws(DocumentProblemError) -> Paper {
        let smallest: Double
        if let paper = try structured?.slidePaper { return paper }
        switch format {
        case .presentation: return Presentation.paper(try OfficePackage(descriptor))
        case .openDocument where type.rawValue.contains("presentation"):
            return Self.slidePaper
        case .wordDocument, .openDocument, .richText: smallest = 0.6
        case .structured(.oldWord): smallest = 0.6
        case .delimited, .spreadsheet: smallest = 0.52
        case .structured(let format) where format.isTabular: smallest = 0.52
        default: smallest = 0.42
        }
        var paper = TextPicture.paper(page: page, pixels: pixels, smallest: smallest)
        if try isWide { (paper.width, paper.height) = (paper.height, paper.width) }
        return paper
    }

    /// Whether the document names paper that is wider than high.
    var isWide: Bool {
        get throws(DocumentProblemError) {
            switch format {
            case .wordDocument: return WordSections.isWide(try OfficePackage(descriptor))
            case .openDocument
            where type.rawValue.hasPrefix("application/vnd.oasis.opendocument.text"):
                return OpenDocumentStyles.isWide(try OfficePackage(descriptor))
            default: return false
            }
        }
    }

    /// Whether a picture that lies in a document of a type is better than what is drawn of it here: the only
    /// thing to show, or more than a page of its words.
    static func showsPictureInside(_ type: FileType) -> Bool {
        guard let family = type.family, !type.isCameraFile else { return true }
        guard family == .text, let format = TextFormat(type) else { return false }
        if case .structured(let structured) = format, structured.isOfDrawings { return true }
        return format.isOfOffice || type.isComic
    }

    /// Whether what it shows may be pictures alone, which are not drawn here.
    private var isOfOffice: Bool { format.isOfOffice }

    /// Reports the blocks, of a text those of its first bytes, and returns whether that was all.
    @discardableResult
    func emitBlocks(
        limit: Int,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) -> Bool {
        switch format {
        case .wordDocument: try WordDocument.read(OfficePackage(descriptor), into: sink)
        case .spreadsheet: try Spreadsheet.read(OfficePackage(descriptor), into: sink)
        case .presentation: try Presentation.read(OfficePackage(descriptor), into: sink)
        case .openDocument: try OpenDocument.read(OfficePackage(descriptor), into: sink)
        case .archive:
            let isZip = FilePart.start(of: descriptor, limit: 4).bytes.starts(with: "PK".utf8)
            try Listing.read(descriptor, isZip: isZip, name: name, into: sink)
        // Their pages are pictures.
        case .font, .drawing: break
        case .structured: return try structured?.read(limit: limit, into: sink) ?? true
        case .plain, .code, .markdown, .html, .delimited, .richText, .email, .calendar, .contacts:
            return try emitText(limit: limit, into: sink)
        }
        return true
    }

    private func emitText(
        limit: Int,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) -> Bool {
        var (bytes, isWhole) = start(limit: limit)
        switch format {
        case .richText:
            try RichText.read(bytes, into: sink)
            return isWhole
        case .email:
            if !isWhole, limit < Self.mailLimit, !MailMessage.hasText(bytes) {
                (bytes, isWhole) = FilePart.start(of: descriptor, limit: Self.mailLimit)
            }
            MailMessage.read(bytes, into: sink)
            return isWhole
        default: break
        }
        if format == .plain || format == .code,
            let text = TextDecoding.text(bytes, isWhole: isWhole), ANSIText.isOne(text)
        {
            let colours = ANSIColours(PEMText.withoutSecrets(text))
            PlainText.read(colours.text, asCode: true, colours: colours, into: sink)
            return isWhole
        }
        guard let text = TextDecoding.decode(bytes, isWhole: isWhole) else {
            throw DocumentProblemError(.damaged(why: .init(.notText)))
        }
        let clean = ReadingExtent.current == .beginning ? PEMText.withoutSecrets(text) : text
        return try emit(clean, isWhole: isWhole, into: sink)
    }

    /// The first bytes of the text, and whether they are all.
    func start(limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        package?.start(limit: limit) ?? FilePart.start(of: descriptor, limit: limit)
    }

    /// The package in which the text lies with its pictures; `nil` for a text alone.
    private var package: PackedDocument? {
        format == .markdown || format == .html ? PackedDocument(descriptor) : nil
    }

    /// Where the pictures of the text are found by their addresses.
    private func picture(html: String? = nil) -> (String) -> InlinePicture? {
        package.map { $0.pictures(html: html) } ?? InlinePicture.inside
    }

    private func emit(
        _ text: String,
        isWhole: Bool,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) -> Bool {
        switch format {
        case .markdown: MarkdownText.read(text, picture: picture(), into: sink)
        case .html: HTMLText.read(text, picture: picture(html: text), into: sink)
        case .delimited:
            let isTabbed = type.rawValue == "text/tab-separated-values"
            DelimitedText.read(text, isTabbed: isTabbed, into: sink)
        case .calendar: if !CalendarText.read(text, into: sink) { emitPlain(text, into: sink) }
        case .contacts: if !ContactText.read(text, into: sink) { emitPlain(text, into: sink) }
        case .plain, .code: emitPlain(text, into: sink)
        // They have been read as bytes, or are not text.
        case .richText, .email, .wordDocument, .spreadsheet, .presentation, .openDocument, .archive,
            .font, .drawing, .structured:
            return false
        }
        return isWhole
    }

    /// Reports a text line by line.
    func emitPlain(_ text: String, into sink: (Block) -> Bool) {
        var text = text
        if let language = IndentedText.language(type.rawValue) {
            text = IndentedText.divided(text, language)
        }
        let colours = LineColouring.colours(of: text, type, name: name)
        let asCode = format != .plain || colours is LogColours
        PlainText.read(text, asCode: asCode, colours: colours, into: sink)
    }
}

extension TextFormat {
    /// Whether this is an office format, which may contain more than text.
    fileprivate var isOfOffice: Bool {
        switch self {
        case .wordDocument, .spreadsheet, .presentation, .openDocument, .richText: true
        case .structured(let format): format.isOfOffice
        default: false
        }
    }
}
