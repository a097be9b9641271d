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
    /// The number of jobs that its scheduler has; those of a host that is gone wait for it.
    public var jobsInScheduler: Int
    /// The seconds since its last beat, as far as the host that has answered has seen.
    ///
    /// It is given up after 15 seconds; `nil` where it is gone.
    public var silence: Int?
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
        jobsInScheduler: Int = 0,
        silence: Int? = nil,
        near: [PrinterID] = [],
        answered: Bool
    ) {
        self.name = name
        self.state = state
        self.since = since
        self.version = version
        self.printers = printers
        self.jobs = jobs
        self.jobsInScheduler = jobsInScheduler
        self.silence = silence
        self.near = near
        self.answered = answered
    }
}

extension PrintHost {
    /// Decodes a host, also one of an earlier service.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        state = try container.decode(State.self, forKey: .state)
        since = try container.decode(Date.self, forKey: .since)
        version = try container.decode(String.self, forKey: .version)
        printers = try container.decode([PrinterID].self, forKey: .printers)
        jobs = try container.decode(Int.self, forKey: .jobs)
        jobsInScheduler = try container.decodeIfPresent(Int.self, forKey: .jobsInScheduler) ?? 0
        silence = try container.decodeIfPresent(Int.self, forKey: .silence)
        near = try container.decode([PrinterID].self, forKey: .near)
        answered = try container.decode(Bool.self, forKey: .answered)
    }

    /// Encodes all keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(state, forKey: .state)
        try container.encode(since, forKey: .since)
        try container.encode(version, forKey: .version)
        try container.encode(printers, forKey: .printers)
        try container.encode(jobs, forKey: .jobs)
        try container.encode(jobsInScheduler, forKey: .jobsInScheduler)
        try container.encode(silence, forKey: .silence)
        try container.encode(near, forKey: .near)
        try container.encode(answered, forKey: .answered)
    }

    private enum CodingKeys: String, CodingKey {
        case name, state, since, version, printers, jobs, jobsInScheduler, silence, near, answered
    }
}
