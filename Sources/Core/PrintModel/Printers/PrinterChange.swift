/// A change of a printer.
///
/// In JSON: `{"event":"changed","printer":{…}}`.
public struct PrinterChange: Codable, Sendable, Equatable {
    /// The kind of a change.
    public enum Event: String, Codable, Sendable {
        /// The printer is new.
        case added
        /// Its state or its capabilities changed.
        case changed
        /// The printer is gone; the change has its last state.
        case removed
    }

    /// The kind of the change.
    public var event: Event
    /// The printer.
    public var printer: Printer

    /// Creates a change.
    public init(_ event: Event, _ printer: Printer) {
        self.event = event
        self.printer = printer
    }

    /// The differences between two lists of printers: first the printers that are gone, then the
    /// others sorted by id.
    ///
    /// - Parameters:
    ///   - before: The earlier list.
    ///   - after: The current list.
    /// - Returns: One change for each printer that differs.
    public static func changes(from before: [Printer], to after: [Printer]) -> [PrinterChange] {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let there = Set(after.map(\.id))
        let gone = before.filter { !there.contains($0.id) }.map { PrinterChange(.removed, $0) }
        return gone
            + after.compactMap { printer in
                guard let known = old[printer.id] else { return PrinterChange(.added, printer) }
                return known == printer ? nil : PrinterChange(.changed, printer)
            }.sorted { $0.printer.id < $1.printer.id }
    }

    /// The same change in another language.
    public func inWords(of language: Language) -> PrinterChange {
        PrinterChange(event, printer.inWords(of: language))
    }
}
