import PreviewHelper

/// Sets a table on the pages of a ``PageSetter``.
struct TableSetter {
    /// The most columns that are read; on pages that are written, those that do not fit continue.
    static var columnsLimit: Int { ReadingExtent.limit(26, whole: 2_048) }
    /// How many rows decide the widths of the columns.
    private static let measuredRows = 60
    static let grid: UInt32 = 0xFFDC_DCE0

    private(set) var table: Table
    let setter: PageSetter
    private(set) var widths: [Double] = []
    let padding: Double
    let style: TextStyle
    /// The names of the columns, where they are repeated on each page.
    private(set) var header: PlacedRow?
    /// Whether columns that do not fit are set below the others.
    private let continues: Bool

    init(_ table: Table, on setter: PageSetter) {
        var table = table
        // On paper nothing is cut: cells wrap, and columns continue on other pages.
        let isWide = setter.isForPaper && table.kind == .sheet
        if isWide { table.kind = .document }
        continues = isWide
        self.table = table
        self.setter = setter
        var style = TextStyle()
        style.size = table.size
        style.spacing = 1.1
        style.after = 0
        if table.kind != .document, !setter.isForPaper {
            style.cut = table.kind == .listing ? .middle : .end
        }
        self.style = style
        self.padding = table.kind == .listing ? 3 : 4
    }

    mutating func set() throws(DrawingFailure) {
        guard !table.rows.isEmpty else { return }
        widths = try columnWidths()
        guard !widths.isEmpty else { return }
        setter.space(4)
        if continues, widths.reduce(0, +) > setter.lineWidth { return try setPieces() }
        if table.kind == .sheet { try setHead() }
        try setRows()
        setter.space(8)
    }

    private mutating func setRows() throws(DrawingFailure) {
        if setter.isForPaper, table.hasHeader, table.rows.count > 1 {
            let first = try place(table.rows[0], number: 0)
            // Names that take much of a page leave no room for values.
            if first.height <= pageRoom * 0.25 { header = first }
        }
        for (number, row) in table.rows.enumerated() {
            guard setter.page <= setter.target else { return }
            try set(row, number: number)
        }
    }

    /// Sets as many columns as fit, then the next ones on pages of their own.
    private func setPieces() throws(DrawingFailure) {
        var first = 0
        // Where the next piece begins in each row: the index of its cell, and the column of that.
        var starts = [(index: Int, column: Int)](repeating: (0, 0), count: table.rows.count)
        var isBegun = false
        while first < widths.count {
            guard setter.page <= setter.target else { return }
            var end = first
            var width = 0.0
            while end < widths.count, end == first || width + widths[end] <= setter.lineWidth {
                width += widths[end]
                end += 1
            }
            let columns = first..<end
            first = end
            var piece = self
            piece.table.rows = table.rows.indices.map { row in
                Self.cells(of: table.rows[row], in: columns, from: &starts[row])
            }
            piece.widths = widths[columns].map { min($0, setter.lineWidth) }
            guard piece.table.rows.contains(where: { $0.contains { !$0.isEmpty } }) else {
                continue
            }
            if isBegun { setter.breakPage() }
            isBegun = true
            try piece.setRows()
        }
        setter.space(8)
    }

    /// The cells of a row that are in some columns, and where the next columns begin.
    private static func cells(
        of row: [Table.Cell],
        in columns: Range<Int>,
        from start: inout (index: Int, column: Int)
    ) -> [Table.Cell] {
        var cells: [Table.Cell] = []
        while start.index < row.count, start.column < columns.upperBound {
            var cell = row[start.index]
            let end = start.column + max(1, cell.span)
            // What a joined cell says stands in its first column.
            if start.column < columns.lowerBound { cell.text = StyledText() }
            cell.span = min(end, columns.upperBound) - max(start.column, columns.lowerBound)
            cells.append(cell)
            guard end <= columns.upperBound else { break }
            start = (start.index + 1, end)
        }
        return cells
    }

    /// The room for the numbers of a sheet's rows.
    var gutter: Double { table.kind == .sheet ? 26 : 0 }

    var tableWidth: Double {
        min(setter.lineWidth, gutter + widths.reduce(0, +))
    }

    private func columnWidths() throws(DrawingFailure) -> [Double] {
        let all = table.rows.map { row in row.reduce(0) { $0 + $1.span } }.max() ?? 0
        let count = min(Self.columnsLimit, all)
        if count < all { ReadingExtent.noteOmission() }
        var widths = [Double](repeating: 0, count: count)
        var numbers = widths
        for (number, row) in measured().enumerated() {
            var column = 0
            for cell in row {
                guard column < count else { break }
                if cell.span == 1, !cell.text.isEmpty {
                    var style = style
                    style.cut = .wrap
                    if table.hasHeader, number == 0 { style.look = .bold }
                    let text = try SetText(cell.text, style, width: nil)
                    let width = text.width + 2 * padding + 1
                    widths[column] = max(widths[column], width)
                    if cell.alignment == .end { numbers[column] = max(numbers[column], width) }
                } else if cell.span == 1, let picture = cell.picture {
                    widths[column] = max(widths[column], picture.width + 2 * padding)
                }
                column += max(1, cell.span)
            }
        }
        switch table.kind {
        case .sheet:
            return widths.enumerated().map { column, width in
                guard let given = table.widths[column] else { return min(max(width, 44), 190) }
                // A number that is cut would be another one.
                return max(min(max(given, 12), 400), min(numbers[column], 190))
            }
        case .document where continues:
            return widths.enumerated().map { min(max(table.widths[$0.0] ?? $0.1, 24), 220) }
        case .document:
            return fitted(widths.enumerated().map { max(table.widths[$0.0] ?? $0.1, 14) })
        case .listing:
            // Names take what the rest leaves.
            let rest = widths.dropFirst().reduce(0, +)
            widths[0] = max(setter.lineWidth - rest, setter.lineWidth * 0.4)
            return widths
        }
    }

    /// The rows that decide the widths: the first ones, and on paper those with the longest texts, too.
    private func measured() -> [[Table.Cell]] {
        let first = Array(table.rows.prefix(Self.measuredRows))
        guard continues, table.rows.count > first.count else { return first }
        var longest: [(length: Int, row: Int)] = []
        for (number, row) in table.rows.enumerated().dropFirst(first.count) {
            for (column, cell) in row.enumerated() {
                if column >= longest.count { longest.append((0, number)) }
                let length = cell.text.string.utf8.count
                if length > longest[column].length { longest[column] = (length, number) }
            }
        }
        return first + Set(longest.map(\.row)).sorted().map { table.rows[$0] }
    }

    /// Narrow columns keep what they need; wide ones share what is left.
    private func fitted(_ wanted: [Double]) -> [Double] {
        guard wanted.reduce(0, +) > setter.lineWidth else { return wanted }
        var widths = wanted
        var room = setter.lineWidth
        var open = Set(wanted.indices)
        while let fair = open.isEmpty ? nil : room / Double(open.count) {
            let narrow = open.filter { wanted[$0] <= fair }
            if narrow.isEmpty {
                for column in open { widths[column] = fair }
                break
            }
            for column in narrow { room -= wanted[column] }
            open.subtract(narrow)
        }
        return widths
    }

    /// The letters above the columns of a sheet.
    private func setHead() throws(DrawingFailure) {
        let row = widths.indices.map { index in
            Table.Cell(
                text: StyledText(Self.letters(index + table.firstColumn)),
                alignment: .center,
                fill: 0xF2F2F5
            )
        }
        try set(row, number: -1)
    }

    /// The name of a sheet's column.
    static func letters(_ index: Int) -> String {
        var (rest, name) = (index, "")
        repeat {
            name = String(UnicodeScalar(UInt8(clamping: 65 + rest % 26))) + name
            rest = rest / 26 - 1
        } while rest >= 0
        return name
    }
}
