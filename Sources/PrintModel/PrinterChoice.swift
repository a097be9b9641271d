/// Which printer a command means.
public enum PrinterChoice {
    /// The printer that `name` means, or the obstacle that says why there is none.
    ///
    /// A name is an id, or else a name that matches exactly one printer without
    /// regard to case. Without a name it is the first of `defaults` that exists,
    /// else the printer marked as default, else the only one there is.
    public static func choose(
        named name: String?,
        defaults: [String] = [],
        among printers: [Printer]
    ) -> Result<Printer, Obstacle> {
        let known = printers.map(\.id.rawValue).sorted().joined(separator: ", ")
        if let name {
            if let exact = printers.first(where: { $0.id.rawValue == name }) {
                return .success(exact)
            }
            let matches = printers.filter { $0.name.lowercased() == name.lowercased() }
            if let only = matches.first, matches.count == 1 { return .success(only) }
            return .failure(Obstacle(.printerNotFound, ["printer": name, "printers": known]))
        }
        for preferred in defaults {
            if let match = printers.first(where: { $0.id.rawValue == preferred }) {
                return .success(match)
            }
        }
        if let marked = printers.first(where: \.isDefault) { return .success(marked) }
        if let only = printers.first, printers.count == 1 { return .success(only) }
        return .failure(Obstacle(.noPrinter, ["printers": known]))
    }
}

extension Obstacle: Error {}
