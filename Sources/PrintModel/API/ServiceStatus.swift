/// What the background service says of itself: the answer of `GET /v1/status`.
public struct ServiceStatus: Codable, Sendable, Equatable {
    /// How many jobs there are.
    public struct Jobs: Codable, Sendable, Equatable {
        /// The jobs that are not final.
        public var active: Int

        /// Makes a count.
        public init(active: Int) {
            self.active = active
        }
    }

    /// Whether it runs: always, where it answers.
    public var running: Bool
    /// Its process id.
    public var pid: Int32
    /// The path of its socket.
    public var socket: String
    /// Its version.
    public var version: String
    /// How many jobs it has.
    public var jobs: Jobs
    /// How its previews work; `nil` from a service that does not tell yet.
    public var previews: PreviewStatus?
    /// What is wrong with the user's settings, as a sentence; `nil` where nothing is.
    public var settingsProblem: String?

    /// Makes a status.
    public init(
        pid: Int32,
        socket: String,
        version: String,
        activeJobs: Int,
        previews: PreviewStatus? = nil,
        settingsProblem: String? = nil
    ) {
        self.running = true
        self.pid = pid
        self.socket = socket
        self.version = version
        self.jobs = Jobs(active: activeJobs)
        self.previews = previews
        self.settingsProblem = settingsProblem
    }
}
