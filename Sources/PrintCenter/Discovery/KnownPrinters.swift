public import PrintModel

/// The printers as they were last seen.
public struct KnownPrinters: Sendable, Equatable {
    /// The printers, sorted by id; `nil` where the scheduler could not be asked.
    public var printers: [Printer]?
    /// How long ago they were seen.
    public var age: Duration
}
