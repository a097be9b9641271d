/// Sets a table on the pages of a ``PageSetter``.
struct TableSetter {
    /// The most columns that are read: more do not fit on a page.
    static var columnsLimit: Int { ReadingExtent.limit(26, whole: 256) }
    /// How many rows decide the widths of the columns.
    private static let measuredRows = 60
    private static let grid: UInt32 = 0xFFDC_DCE0

    private var table: Table
    private let setter: PageSetter
    private var widths: [Double] = []
    private let padding: Double
    private let style: TextStyle
    /// Whether columns that do not fit are set below the others.
    private let continues: Bool

    init(_ table: Table, on setter: PageSetter) {
        var table = table
        // On paper nothing is cut: cells wrap, and columns continue on other pages.
        let isWide = setter.drawsAll && table.kind == .sheet
        if isWide { table.kind = .document }
        continues = isWide
        self.table = table
        self.setter = setter
        var style = TextStyle()
        style.size = table.size
        style.spacing = 1.1
        style.after = 0
        if table.kind != .document { style.cut = table.kind == .listing ? .middle : .end }
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

    private func setRows() throws(DrawingFailure) {
        for (number, row) in table.rows.enumerated() {
            guard setter.page <= setter.target else { return }
            try set(row, number: number)
        }
    }

    /// Sets as many columns as fit, then the next ones on pages of their own.
    private func setPieces() throws(DrawingFailure) {
        var first = 0
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
            piece.table.rows = table.rows.map { Self.cells(of: $0, in: columns) }
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

    /// The cells of a row that begin in some columns.
    private static func cells(of row: [Table.Cell], in columns: Range<Int>) -> [Table.Cell] {
        var cells: [Table.Cell] = []
        var column = 0
        for cell in row {
            let end = column + max(1, cell.span)
            let (first, last) = (max(column, columns.lowerBound), min(end, columns.upperBound))
            if first < last {
                // What a joined cell says stands in its first column.
                var cell = cell
                if column < columns.lowerBound { cell.text = StyledText() }
                cell.span = last - first
                cells.append(cell)
            }
            column = end
            if column >= columns.upperBound { break }
        }
        return cells
    }

    /// The room for the numbers of a sheet's rows.
    private var gutter: Double { table.kind == .sheet ? 26 : 0 }

    private var tableWidth: Double {
        min(setter.lineWidth, gutter + widths.reduce(0, +))
    }

    private func columnWidths() throws(DrawingFailure) -> [Double] {
        let count = min(
            Self.columnsLimit,
            table.rows.map { row in row.reduce(0) { $0 + $1.span } }.max() ?? 0
        )
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
                text: StyledText(Self.letters(index)),
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
            name = String(UnicodeScalar(UInt8(65 + rest % 26))) + name
            rest = rest / 26 - 1
        } while rest >= 0
        return name
    }

    /// A cell that has been set, and where it stands.
    private struct Placed {
        var text: SetText?
        var cell: Table.Cell
        var x: Double
        var width: Double
        /// The columns that it covers.
        var columns: Range<Int>
    }

    private func set(_ row: [Table.Cell], number: Int) throws(DrawingFailure) {
        var cells: [Placed] = []
        var (column, index, x) = (0, 0, gutter)
        var height = style.size * 1.3
        while index < row.count, column < widths.count {
            let cell = row[index]
            var end = min(widths.count, column + max(1, cell.span))
            var width = widths[column..<end].reduce(0, +)
            var style = style
            style.alignment = cell.alignment
            if number == -1 { style.colour = 0x808086 }
            if table.hasHeader, number == 0 { style.look = .bold }
            index += 1
            let wanted = try overflow(of: cell, style)
            while width < wanted, end < widths.count, index >= row.count || row[index].isEmpty {
                width += widths[end]
                (end, index) = (end + 1, index + 1)
            }
            if end == widths.count { width = max(width, min(wanted, setter.lineWidth - x)) }
            let inner = max(4, width - 2 * padding)
            let text = cell.text.isEmpty ? nil : try SetText(cell.text, style, width: inner)
            let picture = cell.picture?.size(width: inner, height: pageRoom * 0.9).height ?? 0
            height = max(height, (text?.height ?? 0) + picture)
            cells.append(Placed(text: text, cell: cell, x: x, width: width, columns: column..<end))
            x += width
            column = end
        }
        height = min(height + 2 * (table.kind == .listing ? 2.2 : padding * 0.6), pageRoom)
        if setter.y + height > setter.bottom + 0.01 {
            setter.breakPage()
            // The names of the columns stand on each page.
            if setter.drawsAll, table.hasHeader, number > 0, setter.page <= setter.target {
                try set(table.rows[0], number: 0)
            }
        }
        guard setter.page <= setter.target else { return }
        if setter.isTarget {
            let area = Box(
                x: setter.left,
                y: setter.y,
                width: setter.lineWidth + 1,
                height: height + 1
            )
            setter.canvas.clipped(to: area) { draw(cells, number: number, height: height) }
            if table.kind == .sheet { try drawNumber(number, height: height) }
        }
        setter.advance(height)
    }

    /// Returns the width of a sheet cell's text that overflows into empty cells beside it, or 0.
    private func overflow(of cell: Table.Cell, _ style: TextStyle) throws(DrawingFailure) -> Double
    {
        guard table.kind == .sheet, cell.alignment == .start, cell.text.string.utf8.count > 4,
            cell.span == 1
        else { return 0 }
        var style = style
        style.cut = .wrap
        return try SetText(cell.text, style, width: nil).width + 2 * padding + 1
    }

    private var pageRoom: Double { setter.paper.height - 2 * setter.paper.margin }

    private func draw(
        _ cells: [Placed],
        number: Int,
        height: Double
    ) {
        let canvas = setter.canvas
        let (left, top) = (setter.left, setter.y)
        let header = table.hasHeader && number == 0
        if table.kind == .listing, number % 2 == 1 {
            let stripe = Box(x: left, y: top, width: setter.lineWidth, height: height)
            canvas.fill(stripe, colour: 0xFFF5_F5F7)
        }
        for placed in cells {
            let (text, cell, x, width) = (placed.text, placed.cell, placed.x, placed.width)
            let box = Box(x: left + x, y: top, width: width, height: height)
            if let fill = cell.fill ?? (header ? 0xF0F0F3 : nil) {
                canvas.fill(box, colour: 0xFF00_0000 | fill)
            }
            if let text {
                let y = top + max(1, (height - text.height) / 2)
                let start = table.kind == .document ? top + padding * 0.6 : y
                canvas.clipped(to: box) { canvas.draw(text, x: left + x + padding, y: start) }
            }
            if let picture = cell.picture {
                let size = picture.size(width: width - 2 * padding, height: pageRoom * 0.9)
                let y = top + padding * 0.6 + (text?.height ?? 0)
                let place = Box(x: left + x + padding, y: y, width: size.width, height: size.height)
                canvas.draw(picture, in: place)
            }
        }
        guard table.kind != .listing else { return }
        var x = gutter
        let columns = table.kind == .sheet ? widths : cells.map(\.width)
        let joined = table.kind == .sheet ? cells.map(\.columns) : []
        for (edge, width) in ([0] + columns).enumerated() {
            x += width
            // No line goes through a cell that covers several columns.
            if joined.contains(where: { $0.lowerBound < edge && edge < $0.upperBound }) { continue }
            canvas.fill(
                Box(x: left + x, y: top, width: 0.6, height: height + 0.6),
                colour: Self.grid
            )
        }
        for y in [top, top + height] {
            canvas.fill(Box(x: left, y: y, width: tableWidth, height: 0.6), colour: Self.grid)
        }
    }

    /// The number beside a row of a sheet.
    private func drawNumber(_ number: Int, height: Double) throws(DrawingFailure) {
        let canvas = setter.canvas
        let box = Box(x: setter.left, y: setter.y, width: gutter, height: height)
        canvas.fill(box, colour: 0xFFF2_F2F5)
        for edge in [setter.left, setter.left + gutter] {
            let line = Box(x: edge, y: setter.y, width: 0.6, height: height + 0.6)
            canvas.fill(line, colour: Self.grid)
        }
        let across = Box(x: setter.left, y: setter.y + height, width: gutter, height: 0.6)
        canvas.fill(across, colour: Self.grid)
        guard number >= 0 else { return }
        var style = style
        style.colour = 0x808086
        style.alignment = .center
        let text = try SetText(StyledText("\(number + 1)"), style, width: gutter - 2)
        canvas.draw(text, x: setter.left + 1, y: setter.y + (height - text.height) / 2)
    }
}
