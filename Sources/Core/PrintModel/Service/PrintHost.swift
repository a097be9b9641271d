public import FoundationEssentials

/// A host of a queue: an element of the response of `GET /v1/hosts`.
public struct PrintHost: Codable, Sendable, Equatable {
    /// Whether a host delivers jobs.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// It delivers the jobs of its printers.
        case alive
        /// It gives its printers back, and takes no new ones.
        case draining
        /// It has given all its printers back, and takes none until it returns.
        case drained
        /// It has ended, or the other hosts have given it up.
        case gone
    }

    /// The name of the host.
    public var name: String
    /// Whether it delivers jobs.
    public var state: State
    /// The start of its service; for a host that is gone, that of the last one.
    public var since: Date
    /// The version of its service, such as `1.4.0`.
    public var version: String
    /// The printers whose jobs it delivers now, in the order of their names.
    public var printers: [PrinterID]
    /// The number of jobs of these printers that are not in a final state.
    public var jobs: Int
    /// The printers that it is to have before other hosts.
    public var near: [PrinterID]
    /// Whether it is the host that has answered.
    public var answered: Bool

    /// Creates a host.
    public init(
        name: String,
        state: State,
        since: Date,
        version: String,
        printers: [PrinterID],
        jobs: Int,
        near: [PrinterID] = [],
        answered: Bool
    ) {
        self.name = name
        self.state = state
        self.since = since
        self.version = version
        self.printers = printers
        self.jobs = jobs
        self.near = near
        self.answered = answered
    }
}
