/// The parts of a lab beside its printers and its message bus.
public struct LabParts: OptionSet, Sendable {
    /// The bits, one for each part.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A scheduler, with a queue for each printer.
    public static let scheduler = LabParts(rawValue: 1)
    /// A network and an Avahi daemon of its own, so that its printers can be found by DNS-SD.
    ///
    /// Only root can have it, and users where the kernel lets them create user namespaces.
    public static let discovery = LabParts(rawValue: 2)

    /// The options of `printlab run` that select these parts.
    var options: [String] {
        (contains(.discovery) ? ["--discovery"] : [])
            + (contains(.scheduler) ? [] : ["--no-scheduler"])
    }
}
