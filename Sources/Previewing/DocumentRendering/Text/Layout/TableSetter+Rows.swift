import PreviewHelper

/// A cell that has been set, and where it stands.
struct PlacedCell {
    var text: SetText?
    var cell: Table.Cell
    var x: Double
    var width: Double
    /// The columns that it covers.
    var columns: Range<Int>
    /// The lines of the text that are drawn.
    var lines: Range<Int>
    /// Whether the picture is drawn, which stands below the last line.
    var showsPicture = true

    /// The height of these lines.
    var textHeight: Double {
        guard let text, !lines.isEmpty else { return 0 }
        let above = lines.lowerBound == 0 ? 0 : text.lineBottoms[lines.lowerBound - 1]
        return text.lineBottoms[lines.upperBound - 1] - above
    }
}

/// The cells of a row that have been set, and the height that they need.
struct PlacedRow {
    var cells: [PlacedCell]
    var height: Double
}

/// The rows of a table.
extension TableSetter {
    /// The height above and below the text of a row.
    private var verticalPadding: Double { table.kind == .listing ? 2.2 : padding * 0.6 }

    /// Sets the cells of a row.
    func place(_ row: [Table.Cell], number: Int) throws(DrawingFailure) -> PlacedRow {
        var cells: [PlacedCell] = []
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
            let text = cell.text.isEmpty ? nil : try SetText(settable(cell), style, width: inner)
            let picture = cell.picture?.size(width: inner, height: pageRoom * 0.9).height ?? 0
            height = max(height, (text?.height ?? 0) + picture)
            cells.append(
                PlacedCell(
                    text: text,
                    cell: cell,
                    x: x,
                    width: width,
                    columns: column..<end,
                    lines: 0..<(text?.lineBottoms.count ?? 0)
                )
            )
            x += width
            column = end
        }
        return PlacedRow(cells: cells, height: height + 2 * verticalPadding)
    }

    /// The text of a cell, of which as much is set as can be at once.
    private func settable(_ cell: Table.Cell) -> StyledText {
        guard cell.text.string.utf8.count > StyledText.settingLimit else { return cell.text }
        ReadingExtent.noteOmission()
        return cell.text.pieces()[0]
    }

    func set(_ row: [Table.Cell], number: Int) throws(DrawingFailure) {
        let placed = try place(row, number: number)
        let room = pageRoom - (number > 0 ? header?.height ?? 0 : 0)
        if setter.isForPaper, placed.height > room + 0.01 {
            return try setInPieces(placed.cells, number: number)
        }
        let height = min(placed.height, pageRoom)
        if setter.y + height > setter.bottom + 0.01 { breakPage(number: number) }
        put(placed.cells, number: number, height: height)
        if setter.isTarget, setter.page <= setter.target, table.kind == .sheet {
            try drawNumber(number, height: height)
        }
        guard setter.page <= setter.target else { return }
        setter.advance(height)
    }

    /// Draws cells at the current place.
    private func put(_ cells: [PlacedCell], number: Int, height: Double) {
        guard setter.page <= setter.target, setter.isTarget else { return }
        let area = Box(
            x: setter.left,
            y: setter.y,
            width: setter.lineWidth + 1,
            height: height + 1
        )
        setter.canvas.clipped(to: area) { draw(cells, number: number, height: height) }
    }

    /// Begins a page, on which the names of the columns stand first.
    private func breakPage(number: Int) {
        setter.breakPage()
        guard let header, number > 0, setter.page <= setter.target else { return }
        put(header.cells, number: 0, height: header.height)
        setter.advance(header.height)
    }

    /// Sets a row that is higher than a page: as many lines of each cell as fit, and the others on the next pages.
    private func setInPieces(_ cells: [PlacedCell], number: Int) throws(DrawingFailure) {
        // The first line of each cell that is still to be drawn, and whether its picture is.
        var rest = cells.map { ($0.lines.lowerBound, $0.cell.picture != nil) }
        // A new page has room for a line at least, since the names of columns take a quarter at most.
        if setter.bottom - setter.y < pageRoom * 0.25 { breakPage(number: number) }
        while setter.page <= setter.target {
            let room = max(style.size, setter.bottom - setter.y - 2 * verticalPadding)
            var (height, piece) = (0.0, cells)
            for index in piece.indices {
                let wanted = rest[index]
                let all = piece[index].lines.upperBound
                var end = wanted.0
                piece[index].lines = wanted.0..<end
                while end < all {
                    piece[index].lines = wanted.0..<(end + 1)
                    guard piece[index].textHeight <= room || end == wanted.0 else {
                        piece[index].lines = wanted.0..<end
                        break
                    }
                    end += 1
                }
                var used = piece[index].textHeight
                piece[index].showsPicture = false
                if wanted.1, end == all, let picture = piece[index].cell.picture {
                    let inner = max(4, piece[index].width - 2 * padding)
                    let picture = picture.size(width: inner, height: pageRoom * 0.9).height
                    // Without anything above, it is cut rather than lost.
                    if used + picture <= room || (used == 0 && height == 0 && setter.isAtTop) {
                        (piece[index].showsPicture, rest[index].1) = (true, false)
                        used += picture
                    }
                }
                rest[index].0 = end
                height = max(height, used)
            }
            put(piece, number: number, height: height + 2 * verticalPadding)
            setter.advance(height + 2 * verticalPadding)
            let isWhole = zip(rest, cells).allSatisfy { $0.0 == $1.lines.upperBound && !$0.1 }
            if isWhole { return }
            breakPage(number: number)
        }
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

    /// The height between the margins, or between the header and the footer of pages that are written.
    var pageRoom: Double {
        setter.isForPaper
            ? setter.bottom - setter.top : setter.paper.height - 2 * setter.paper.margin
    }

    private func draw(
        _ cells: [PlacedCell],
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
                let y = top + max(1, (height - placed.textHeight) / 2)
                let start = table.kind == .document ? top + padding * 0.6 : y
                canvas.clipped(to: box) {
                    canvas.draw(text, x: left + x + padding, y: start, lines: placed.lines)
                }
            }
            if placed.showsPicture, let picture = cell.picture {
                let size = picture.size(width: width - 2 * padding, height: pageRoom * 0.9)
                let y = top + padding * 0.6 + placed.textHeight
                let place = Box(x: left + x + padding, y: y, width: size.width, height: size.height)
                canvas.draw(picture, in: place)
            }
        }
        guard table.kind != .listing, table.hasLines else { return }
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
        let text = try SetText(
            StyledText("\(number + table.firstRow + 1)"),
            style,
            width: gutter - 2
        )
        canvas.draw(text, x: setter.left + 1, y: setter.y + (height - text.height) / 2)
    }
}
