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
}
