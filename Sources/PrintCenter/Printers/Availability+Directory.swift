import PrintModel

extension Availability {
    /// Whether printing is possible now, from what is known of the printers.
    ///
    /// - Parameters:
    ///   - document: The facts of the document, or of its type; `nil` asks about printing at all.
    ///   - printers: The printers; `nil` if the scheduler cannot be reached.
    init(of document: DocumentFacts?, amongKnown printers: [Printer]?) {
        guard let printers else {
            self = .withoutScheduler(type: document?.type)
            return
        }
        self =
            document.map { Availability(of: $0, among: printers) }
            ?? Availability(printers: printers)
    }
}
