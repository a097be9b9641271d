/// A printer that a job was queued for, and what was printed.
public struct UsedPrinter: Sendable, Equatable {
    /// The printer.
    public var printer: PrinterID
    /// The MIME type of the document; `nil` if it is not known.
    public var type: String?

    /// Creates a pair of a printer and a type.
    public init(_ printer: PrinterID, type: String?) {
        self.printer = printer
        self.type = type
    }
}

extension [Printer] {
    /// Returns the printers with the default first, then those that were used, the last one first; the
    /// order of the others stays.
    public func usualFirst(_ used: [UsedPrinter]) -> [Printer] {
        var rank: [PrinterID: Int] = [:]
        for (index, use) in used.enumerated() where rank[use.printer] == nil {
            rank[use.printer] = index
        }
        func place(_ printer: Printer) -> Int {
            let ranks = ([printer.id] + printer.aliases).compactMap { rank[$0] }
            return printer.isDefault ? -1 : ranks.min() ?? used.count
        }
        return enumerated().sorted {
            (place($0.element), $0.offset) < (place($1.element), $1.offset)
        }.map(\.element)
    }
}
