import PrintModel

/// Rows of the table `job` from an id on, of one printer or all, and of a time.
struct JobRowRange {
    /// The condition, with a `?` for each value.
    private(set) var condition = "id >= ?"
    private(set) var values: [StoreValue]
    init(first: JobID, printer: PrinterID?, created: Range<Int64>?) {
        values = [StoreValue(first.rawValue)]
        if let printer {
            condition += " AND printer = ?"
            values.append(.text(printer.rawValue))
        }
        if let created {
            condition += " AND createdAt >= ? AND createdAt < ?"
            values += [.number(created.lowerBound), .number(created.upperBound)]
        }
    }
}
