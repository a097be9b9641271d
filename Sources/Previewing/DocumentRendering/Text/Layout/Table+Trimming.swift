extension Table {
    /// Drops empty rows at the bottom.
    mutating func dropEmptyRows() {
        while let last = rows.last, last.allSatisfy({ $0.text.isEmpty }) { rows.removeLast() }
    }

    /// Drops empty columns at the right.
    mutating func dropEmptyColumns() {
        let used = rows.map { row in (row.lastIndex { !$0.text.isEmpty } ?? -1) + 1 }.max() ?? 0
        rows = rows.map { row in Array(row.prefix(used)) }
        widths = widths.filter { $0.key < used }
    }

    /// Puts the rows of a sheet below one another, from the first column on in which one has a cell.
    ///
    /// - Parameters:
    ///   - starts: The columns of the first cells of rows, by the places of the rows; 0 where there is none.
    ///   - firstRow: The number of the first row in the sheet.
    mutating func begin(starts: [Int: Int], firstRow: Int) {
        let used = rows.indices.filter { !rows[$0].isEmpty }
        let first = used.map { starts[$0] ?? 0 }.min() ?? 0
        for row in used {
            let empty = min((starts[row] ?? 0) - first, TableSetter.columnsLimit)
            let before = [Cell](repeating: Cell(), count: max(0, empty))
            let cells = before + rows[row]
            if cells.count > TableSetter.columnsLimit { ReadingExtent.noteOmission() }
            rows[row] = Array(cells.prefix(TableSetter.columnsLimit))
        }
        (firstColumn, self.firstRow) = (first, firstRow)
        let shown = widths.filter { $0.key >= first }
        widths = Dictionary(uniqueKeysWithValues: shown.map { ($0.key - first, $0.value) })
    }
}
