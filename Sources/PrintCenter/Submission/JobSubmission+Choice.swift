import PrintModel

/// The printer that a request names, or the default for it.
extension JobSubmission {
    /// Returns the named printer, else the default: that of `settings.json`, of the environment, of
    /// `lpoptions`, or of the scheduler, in this order.
    func choice(
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
