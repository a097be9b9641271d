/// What became of a printer.
///
/// In JSON: `{"event":"changed","printer":{…}}`.
public struct PrinterChange: Codable, Sendable, Equatable {
    /// What happened.
    public enum Event: String, Codable, Sendable {
        /// There is a printer that was not there before.
        case added
        /// Its state, or what it can do, is not what it was.
        case changed
        /// It is gone; the printer is as it was last.
        case removed
    }

    /// What happened.
    public var event: Event
    /// The printer.
    public var printer: Printer

    /// Makes a change.
    public init(_ event: Event, _ printer: Printer) {
        self.event = event
        self.printer = printer
    }

    /// What leads from one list of printers to another: first those that are gone, then the others
    /// sorted by id.
    ///
    /// - Parameters:
    ///   - before: What was known.
    ///   - after: What is known now.
    /// - Returns: One change for each printer that is not the same in both.
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

    /// The same change in the words of a language.
    public func inWords(of language: Language) -> PrinterChange {
        PrinterChange(event, printer.inWords(of: language))
    }
}
