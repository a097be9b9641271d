/// The state of a printer: `printer-state` (RFC 8011, 5.4.11), as its number.
public struct IPPPrinterState: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Wraps the number of a state.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `idle`: ready for a job.
    public static let idle = IPPPrinterState(rawValue: 3)
    /// `processing`: busy with a job.
    public static let processing = IPPPrinterState(rawValue: 4)
    /// `stopped`: does not print.
    public static let stopped = IPPPrinterState(rawValue: 5)
}
