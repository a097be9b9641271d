/// The id of a printer: the name of its queue, unique among all printers.
public struct PrinterID: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    /// The name as people type it.
    public let rawValue: String

    /// Wraps the name of a queue.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name as people type it.
    public var description: String { rawValue }

    /// Orders printers by name.
    public static func < (lhs: PrinterID, rhs: PrinterID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
