/// The headers and footers of an OpenDocument text: the master pages of its styles.xml (ISO/IEC 26300-1, 16.9).
private struct OpenDocumentPages {
    private struct Page {
        /// The blocks of "header", "footer", "header-first", and "footer-first", where they are shown.
        var parts: [String: [Block]] = [:]
        /// The master page of the next page.
        var next: String?
    }

    /// A bound on the number of master pages.
    private static let limit = 200
    /// The master page of documents that name none.
    private static let standard = "Standard"

    private var pages: [String: Page] = [:]
    private var firstName: String?

    /// Reads the master pages, as far as they are readable.
    init(_ package: OfficePackage, _ styles: OpenDocumentStyles) {
        var open: (name: String, page: Page)?
        var part: (name: String, reader: OpenDocument)?
        var isFull = false
        var blocks = RunningBlocks()
        var pages: [String: Page] = [:]
        var firstName: String?
        try? package.scan("styles.xml") { event in
            if let name = part?.name {
                guard case .end(name) = event else {
                    if !isFull { isFull = part?.reader.take(event) == false }
                    return true
                }
                open?.page.parts[name] = blocks.visible
                part = nil
                return true
            }
            switch event {
            case .begin("master-page", let attributes):
                open = attributes["name"].map { ($0, Page(next: attributes["next-style-name"])) }
            case .begin(let name, let attributes)
            where open != nil
                && ["header", "footer", "header-first", "footer-first"].contains(name):
                guard attributes["display"] != "false" else { break }
                (blocks, isFull) = (RunningBlocks(), false)
                part = (name, OpenDocument(package, runningIn: styles) { blocks.take($0) })
            case .end("master-page"):
                if let (name, page) = open { (pages[name], firstName) = (page, firstName ?? name) }
                open = nil
            default: break
            }
            // A document in a single file has its text after them.
            if case .begin("body", _) = event { return false }
            return pages.count < Self.limit
        }
        (self.pages, self.firstName) = (pages, firstName)
    }

    /// The header and footer of the first page of a master page; `nil` where no page of the document has any.
    func first(of name: String?) -> Block? {
        guard pages.values.contains(where: { !$0.parts.isEmpty }) else { return nil }
        let parts = page(name).parts
        return .running(
            header: parts["header-first"] ?? parts["header"] ?? [],
            footer: parts["footer-first"] ?? parts["footer"] ?? []
        )
    }

    /// The header and footer of the pages after the first page of a master page; `nil` where they are the same.
    func later(than name: String?) -> Block? {
        let page = page(name)
        let hasFirst = page.parts["header-first"] != nil || page.parts["footer-first"] != nil
        guard hasFirst || page.next.map({ pages[$0] != nil }) ?? false else { return nil }
        let parts = page.next.flatMap { pages[$0] }?.parts ?? page.parts
        return .running(header: parts["header"] ?? [], footer: parts["footer"] ?? [])
    }

    private func page(_ name: String?) -> Page {
        name.flatMap { pages[$0] } ?? pages[Self.standard] ?? firstName.flatMap { pages[$0] }
            ?? Page()
    }
}

/// Where the pages of an OpenDocument text begin, as far as its styles say.
struct OpenDocumentPaging {
    private var pages: OpenDocumentPages?
    private var later: Block?
    /// Whether the paragraph or the table before said that a page follows.
    private var breaksNext = false

    /// Returns what begins with a paragraph or a table: nothing, or a page, and the header and footer from there on.
    ///
    /// - Parameters:
    ///   - style: The style of the paragraph or the table.
    ///   - package: The document.
    ///   - styles: All styles.
    /// - Returns: The blocks, perhaps none.
    mutating func begin(
        _ style: OpenDocumentStyle,
        _ package: OfficePackage,
        _ styles: OpenDocumentStyles
    ) -> [Block] {
        let name = style.page.flatMap { $0.isEmpty ? nil : $0 }
        let isFirst = pages == nil
        let breaks = breaksNext || style.breaksBefore == true
        breaksNext = style.breaksAfter == true
        guard isFirst || name != nil || breaks else { return [] }
        let pages = pages ?? OpenDocumentPages(package, styles)
        self.pages = pages
        var blocks: [Block] = isFirst ? [] : [.pageBreak]
        if isFirst || name != nil {
            later = pages.later(than: name)
            if let first = pages.first(of: name) { blocks.append(first) }
        } else if let later = takeLater() {
            blocks.append(later)
        }
        return blocks
    }

    /// Returns, once, the header and footer of the pages after the one that has begun, where they are others.
    mutating func takeLater() -> Block? {
        defer { later = nil }
        return later
    }
}

// Where its pages begin.
extension OpenDocument {
    /// Begins a page where a paragraph or a table asks for one; returns false for no more of them.
    func beginPage(_ style: OpenDocumentStyle) -> Bool {
        guard hidden == 0, depth == 0, nested == 0, frames.isEmpty else { return true }
        return paging?.begin(style, package, styles).allSatisfy(sink) ?? true
    }

    /// Emits the header and footer of the pages after the one that has something on it now; returns false for no more.
    func emitLater() -> Bool {
        guard depth == 0, frames.isEmpty, let later = paging?.takeLater() else { return true }
        return sink(later)
    }
}
