import PrintModel

extension Availability {
    /// Whether printing is possible now, from what is known of the printers.
    ///
    /// - Parameters:
    ///   - type: The MIME type of the document; `nil` asks about printing at all.
    ///   - printers: The printers; `nil` if the scheduler cannot be reached.
    init(ofType type: String?, amongKnown printers: [Printer]?) {
        guard let printers else {
            self = .withoutScheduler(type: type)
            return
        }
        self =
            type.map { Availability(ofType: $0, among: printers) }
            ?? Availability(printers: printers)
    }
}
