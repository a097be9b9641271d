/// The error for an invalid value of an option.
public struct TicketOptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence that says what is wrong and what is valid.
    public let description: String
}
