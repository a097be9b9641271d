/// The options to save as a preset: the body of `PUT /v1/presets/NAME`.
public struct PresetRequest: Codable, Sendable, Equatable {
    /// The options.
    public var ticket: PrintTicket

    /// Wraps options.
    public init(ticket: PrintTicket) {
        self.ticket = ticket
    }
}
