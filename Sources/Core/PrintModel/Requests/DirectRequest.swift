/// Whether a printer that has a queue is printed on directly: the body of `PUT /v1/printers/ID/direct`.
public struct DirectRequest: Codable, Sendable, Equatable {
    /// Whether jobs go straight to the device.
    public var direct: Bool

    /// Creates a request.
    public init(direct: Bool) {
        self.direct = direct
    }
}
