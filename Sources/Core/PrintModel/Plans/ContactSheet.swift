/// Pages side by side and below one another, each with a name below it.
public struct ContactSheet: Codable, Sendable, Equatable {
    /// The name of consecutive pages.
    public struct Name: Codable, Sendable, Equatable {
        /// The first page.
        public var page: Int
        /// The number of pages; if there are several, each name has its number, too.
        public var count: Int
        /// The name: that of a file.
        public var name: String

        /// Names pages.
        public init(page: Int, count: Int, name: String) {
            self.page = page
            self.count = count
            self.name = name
        }
    }

    /// The number of pages side by side.
    public var columns: Int
    /// The number of pages below one another.
    public var rows: Int
    /// The names; a page without one has its number.
    public var names: [Name]

    /// Creates a contact sheet.
    public init(columns: Int, rows: Int, names: [Name] = []) {
        self.columns = columns
        self.rows = rows
        self.names = names
    }

    /// The contact sheet of a document; `nil` for a single page per side.
    init?(_ grid: SheetGrid?, of document: DocumentFacts) {
        guard let grid, grid != .single else { return nil }
        self.init(columns: grid.columns, rows: grid.rows)
        var page = 1
        for part in document.parts ?? [] {
            let count = part.pages ?? 0
            names.append(Name(page: page, count: count, name: part.name))
            page = page.adding(clamping: count)
        }
    }
}
