public import PreviewModel

/// The text of a document, page by page.
///
/// A process of its own, in a sandbox, reads some pages at a time while the sequence is iterated, so that memory does not
/// grow with the document.
public struct DocumentText: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = PageText
    /// The error that can end the sequence.
    public typealias Failure = PreviewError

    /// The most pages of one process.
    private static let pagesAtOnce = 64
    /// The largest output of one process, in bytes: a page always fits.
    static let outputLimit = 32 << 20

    /// Which pages documents get that another program can lay out.
    public enum Layout: String, Sendable, CaseIterable {
        /// Those with their words, headings, lists, and tables, within milliseconds: every word, and numbers whole.
        case simple
        /// Those of LibreOffice or WeasyPrint, where they are installed: the words where they stand on paper.
        case full
    }

    /// The number of pages of the document.
    public let pageCount: Int
    /// The pages that are read, in order.
    public let pages: [Int]
    /// Whether the document was laid out by its words, headings, lists, and tables alone.
    public let isSimplified: Bool

    let previewer: Previewer
    /// The document as a PDF.
    let source: ResidentFile
    let hasPositions: Bool

    /// One iteration.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let text: DocumentText
        fileprivate var place = 0
        fileprivate var ready: ArraySlice<PageText> = []

        /// The text of the next page; `nil` after the last.
        ///
        /// - Returns: The text.
        /// - Throws: ``PreviewError``.
        public mutating func next() async throws(PreviewError) -> PageText? {
            try await next(isolation: #isolation)
        }

        /// The text of the next page; `nil` after the last.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The text.
        /// - Throws: ``PreviewError``.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PreviewError) -> PageText? {
            if ready.isEmpty, place < text.pages.count {
                ready = try await text.read(from: place)[...]
                place += ready.count
            }
            return ready.popFirst()
        }
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator { Iterator(text: self) }

    /// Reads some pages, at least one, from a place in the list on.
    private func read(from place: Int) async throws(PreviewError) -> [PageText] {
        let first = pages[place]
        var count = 1
        while count < Self.pagesAtOnce, place + count < pages.count,
            pages[place + count] == first + count
        { count += 1 }
        guard let output = ResidentFile() else { throw .systemLimit }
        let message = TextMessage(
            first: first,
            last: first + count - 1,
            hasPositions: hasPositions
        )
        _ = try await previewer.write(
            .text,
            of: source.number,
            name: ".pdf",
            payload: message.encoded(),
            into: output.number
        )
        guard let bytes = output.contents(limit: Self.outputLimit),
            let read = PageText.decode(bytes), !read.isEmpty, read.count <= count,
            zip(read, first...).allSatisfy({ $0.page == $1 })
        else { throw .notWritten }
        return read
    }
}

extension Previewer {
    /// Returns the text of a document, page by page.
    ///
    /// That of a PDF is read as it is; anything else that has pages gets them on A4, so that the text is what the pages
    /// show. A picture has pages without text.
    ///
    /// ```swift
    /// for try await page in try await previewer.text(of: file, name: "report.pdf") {
    ///     index(page.text, page.page)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - hasPositions: Whether each word comes with its place.
    ///   - layout: Which pages an office document or a web page gets.
    ///   - password: The user or owner password of an encrypted PDF.
    ///   - select: Takes the number of pages, and returns the pages to read, in order; all by default.
    /// - Returns: The text. A page has at most `PageText.textLimit` bytes, and `PageText.wordsLimit` words with their
    ///   places; the rest of it is left out.
    /// - Throws: ``PreviewError`` with any code; `pageOutOfRange` where the document has not all of the pages.
    public func text(
        of descriptor: Int32,
        name: String,
        hasPositions: Bool = false,
        layout: DocumentText.Layout = .simple,
        password: String = "",
        select: (Int) -> [Int] = { Array(1...$0) }
    ) async throws(PreviewError) -> DocumentText {
        let (source, count, isSimplified) = try await pdf(of: descriptor, name, password, layout)
        let pages = select(count)
        guard pages.allSatisfy({ (1...count).contains($0) }) else {
            throw PreviewError(
                .pageOutOfRange,
                "A requested page does not exist: the document has \(count == 1 ? "1 page" : "\(count) pages").",
                chinese: "请求的页面不存在：文档共有 \(count) 页。"
            )
        }
        return DocumentText(
            pageCount: count,
            pages: pages,
            isSimplified: isSimplified,
            previewer: self,
            source: source,
            hasPositions: hasPositions
        )
    }

    /// The document as a PDF, with its number of pages.
    private func pdf(
        of descriptor: Int32,
        _ name: String,
        _ password: String,
        _ layout: DocumentText.Layout
    ) async throws(PreviewError) -> (ResidentFile, count: Int, isSimplified: Bool) {
        guard var document = ResidentFile(copyOf: descriptor) else { throw .systemLimit }
        var info = try await info(of: document.number, name: name)
        if info.problem == .encrypted, !password.isEmpty,
            FileType(rawValue: info.type).family == .pdf
        {
            guard let plain = ResidentFile() else { throw .systemLimit }
            guard try await unlock(document.number, password: password, into: plain.number) else {
                throw .wrongPassword
            }
            document = plain
            info = try await self.info(of: document.number, name: ".pdf")
        }
        if FileType(rawValue: info.type) == .pdf {
            if let error = PreviewError(problemOf: info) { throw error }
            guard let pages = info.pages else { throw .notWritten }
            return (document, pages, false)
        }
        guard let output = ResidentFile() else { throw .systemLimit }
        if layout == .simple {
            do throws(PreviewError) {
                let pages = try await makeSimplePages(
                    of: document.number,
                    name: name,
                    into: output.number
                )
                return (output, pages.count, pages.isSimplified)
            } catch {
                // Only another program reads it.
                guard error.code == .noPreview, hasOwnPages(FileType(rawValue: info.type)) else {
                    throw error
                }
            }
        }
        let pages = try await makePages(
            of: document.number,
            name: name,
            layout: .a4,
            into: output.number
        )
        return (output, pages.count, pages.isSimplified)
    }
}
