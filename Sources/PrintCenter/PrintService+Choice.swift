import PrintModel

/// Which printer a request means.
extension PrintService {
    /// The printer that is meant: our own default before the environment's, that before the one of
    /// `lpoptions`, and that before others.
    nonisolated func choice(
        _ name: String?,
        _ defaults: [String]?,
        among printers: [Printer]
    ) -> Result<Printer, Obstacle> {
        PrinterChoice.choose(
            named: name,
            defaults: preferences.namedDefaults(environment: Self.named(defaults, among: printers)),
            among: printers
        )
    }

    /// What the environment names; libcups ignores an `lp` that old systems set for everybody.
    private static func named(_ defaults: [String]?, among printers: [Printer]) -> [String] {
        (defaults ?? []).filter { name in
            name != "lp" || printers.contains { $0.id.rawValue == name }
        }
    }

    /// A printer that is named with an instance of `lpoptions`, such as `office/draft`, without it:
    /// its options count where the ticket says nothing.
    ///
    /// One that does not exist stays in the name, which then is that of no printer.
    nonisolated func withInstance(
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
