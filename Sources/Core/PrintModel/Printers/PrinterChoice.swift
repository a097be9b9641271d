/// The choice of the printer for a command.
public enum PrinterChoice {
    /// A default printer, which applies if the command names none.
    public struct Default: Sendable, Equatable {
        /// The source of a default printer.
        public enum Origin: String, Sendable {
            /// `PRINTER` or `LPDEST` of the environment.
            case environment
            /// The service's own settings.
            case settings
            /// `lpoptions`.
            case lpoptions
        }

        /// The name of the default printer.
        public var name: String
        /// The source of the name.
        public var origin: Origin

        /// Creates a default printer from a name and its source.
        public init(_ name: String, from origin: Origin) {
            self.name = name
            self.origin = origin
        }
    }

    /// Returns the printer with a name, or an obstacle if there is none.
    ///
    /// A name is an id, one that the printer had, or else a name that matches exactly one printer without regard to case.
    /// Without a name it is the first of `defaults`, which must exist: a job never goes elsewhere
    /// silently. Without any default it is the printer marked as default, else the one of `printers` that
    /// was used last for such a document, else the only printer, else the only one with a queue.
    ///
    /// - Parameters:
    ///   - name: The name, if the command has one.
    ///   - defaults: The default printers, the first of which counts.
    ///   - usual: The printers that were used for documents of the type, the last one first.
    ///   - printers: All printers.
    /// - Returns: The printer, or why there is none.
    public static func choose(
        named name: String?,
        defaults: [Default] = [],
        usual: [PrinterID] = [],
        among printers: [Printer]
    ) -> Result<Printer, Obstacle> {
        let known = printers.map(\.id.rawValue).sorted().joined(separator: ", ")
        if let name {
            if let found = printer(named: name, among: printers) { return .success(found) }
            return .failure(Obstacle(.printerNotFound, ["printer": name, "printers": known]))
        }
        if let preferred = defaults.first {
            if let found = printer(named: preferred.name, among: printers) {
                return .success(found)
            }
            let parameters = [
                "printer": preferred.name, "printers": known, "origin": preferred.origin.rawValue,
            ]
            return .failure(Obstacle(.printerNotFound, parameters))
        }
        if let marked = printers.first(where: \.isDefault) { return .success(marked) }
        for id in usual {
            if let used = printers.first(where: { $0.isKnown(as: id) }) { return .success(used) }
        }
        // A queue that somebody has made comes before printers that are merely near.
        let queues = printers.filter { $0.route == .queue }
        for candidates in [printers, queues] where candidates.count == 1 {
            return .success(candidates[0])
        }
        return .failure(Obstacle(.noPrinter, ["printers": known]))
    }

    private static func printer(named name: String, among printers: [Printer]) -> Printer? {
        if let exact = printers.first(where: { $0.id.rawValue == name }) { return exact }
        let alias = PrinterID(rawValue: name)
        if let former = printers.first(where: { $0.aliases.contains(alias) }) { return former }
        let matches = printers.filter { printer in
            ([printer.name] + printer.aliases.map(\.rawValue)).contains {
                $0.lowercased() == name.lowercased()
            }
        }
        return matches.count == 1 ? matches.first : nil
    }

    /// Splits a name in two parts, as `lp -d` accepts it: a printer, and an instance in
    /// `lpoptions`.
    ///
    /// - Parameter name: Such as `office/draft`.
    /// - Returns: The printer, and the instance if the name has one.
    public static func parts(of name: String) -> (printer: String, instance: String?) {
        guard let slash = name.firstIndex(of: "/"), slash != name.startIndex else {
            return (name, nil)
        }
        let instance = name[name.index(after: slash)...]
        return (String(name[..<slash]), instance.isEmpty ? nil : String(instance))
    }
}

extension Obstacle: Error {}
