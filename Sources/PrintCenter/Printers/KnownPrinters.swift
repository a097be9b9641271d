public import PrintModel

/// The printers as of the last refresh.
public struct KnownPrinters: Sendable, Equatable {
    /// The printers, sorted by id; `nil` if the scheduler could not be reached.
    public var printers: [Printer]?
    /// The time since the refresh.
    public var age: Duration
}
