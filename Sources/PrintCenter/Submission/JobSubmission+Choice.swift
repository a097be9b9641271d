import PrintModel

/// The printer that a request names, or the default for it.
extension JobSubmission {
    /// Returns the named printer, else the default: that of `settings.json`, of the environment, of
    /// `lpoptions`, or of the scheduler, in this order; else the one that was used last for such a document.
    func choice(
        _ name: String?,
        _ defaults: [String]?,
        for document: DocumentFacts?,
        among printers: [Printer]
    ) async -> Result<Printer, Obstacle> {
        func choose(usual: [PrinterID]) -> Result<Printer, Obstacle> {
            PrinterChoice.choose(
                named: name,
                defaults: preferences.namedDefaults(
                    environment: Self.named(defaults, among: printers)
                ),
                usual: usual,
                among: printers
            )
        }
        let first = choose(usual: [])
        guard name == nil, printers.count > 1, let document else { return first }
        let used = (try? await queue.store.usedPrinters()) ?? []
        return choose(usual: used.filter { $0.type == document.type }.map(\.printer))
    }

    /// The names in the environment; like libcups, without an `lp` that old systems set for all users.
    private static func named(_ defaults: [String]?, among printers: [Printer]) -> [String] {
        (defaults ?? []).filter { name in
            name != "lp" || printers.contains { $0.id.rawValue == name }
        }
    }

    /// Resolves an instance of `lpoptions`, such as `office/draft`, to its printer and its options, which
    /// apply where the ticket has none.
    ///
    /// An instance that does not exist stays in the name, which then matches no printer.
    func withInstance(
        _ printer: String?,
        _ defaults: [String]?,
        _ ticket: PrintTicket,
        among printers: [Printer]
    ) -> (printer: String?, ticket: PrintTicket) {
        let others = preferences.namedDefaults(environment: Self.named(defaults, among: printers))
        guard let name = printer ?? others.first?.name,
            case (let plain, let instance?) = PrinterChoice.parts(of: name),
            case .failure = PrinterChoice.choose(named: name, among: printers),
            case .success(let found) = PrinterChoice.choose(named: plain, among: printers),
            let habits = preferences.habits(with: found.id, instance: instance)
        else { return (printer, ticket) }
        return (found.id.rawValue, ticket.completed(by: habits))
    }
}
