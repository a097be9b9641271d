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
        var blocks = RunningBlocks()
        var pages: [String: Page] = [:]
        var firstName: String?
        try? package.scan("styles.xml") { event in
            if let name = part?.name {
                guard case .end(name) = event else {
                    _ = part?.reader.take(event)
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
            where open != nil && ["header", "footer", "header-first", "footer-first"].contains(name):
                guard attributes["display"] != "false" else { break }
                blocks = RunningBlocks()
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

    /// Returns what begins with a paragraph or a table: nothing, or a page, and the header and footer from there on.
    ///
    /// - Parameters:
    ///   - style: The style of the paragraph or the table.
    ///   - package: The document.
    ///   - styles: All styles.
    mutating func begin(
        _ style: OpenDocumentStyle,
        _ package: OfficePackage,
        _ styles: OpenDocumentStyles
    ) -> [Block] {
        let name = style.page.flatMap { $0.isEmpty ? nil : $0 }
        let isFirst = pages == nil
        guard isFirst || name != nil || style.breaksBefore == true else { return [] }
        let pages = pages ?? OpenDocumentPages(package, styles)
        self.pages = pages
        var blocks: [Block] = isFirst ? [] : [.pageBreak]
        if isFirst || name != nil {
            later = pages.later(than: name)
            if let first = pages.first(of: name) { blocks.append(first) }
        }
        return blocks
    }

    /// Returns, once, the header and footer of the pages after the one that has begun, where they are others.
    mutating func takeLater() -> Block? {
        defer { later = nil }
        return later
    }
}
