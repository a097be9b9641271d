/// The status of the background service: the response of `GET /v1/status`.
public struct ServiceStatus: Codable, Sendable, Equatable {
    /// The number of jobs.
    public struct Jobs: Codable, Sendable, Equatable {
        /// The number of jobs that are not in a final state.
        public var active: Int

        /// Creates a count.
        public init(active: Int) {
            self.active = active
        }
    }

    /// Whether it is running: always `true` in a response.
    public var running: Bool
    /// The process id of the service.
    public var pid: Int32
    /// The path of its socket.
    public var socket: String
    /// The version of the service, such as `1.4.0`.
    public var version: String
    /// The number of its jobs.
    public var jobs: Jobs
    /// The state of its previews; `nil` from a service that is older than this field.
    public var previews: PreviewStatus?
    /// A sentence about an error in the user's settings; `nil` if they are valid.
    public var settingsProblem: String?
    /// Whether owners of documents can forbid printing; `nil` from a service that is older than this field.
    public var obeysDocumentRestrictions: Bool?
    /// A sentence about why printers that announce themselves are not found; `nil` if they are.
    public var discoveryProblem: String?

    /// A sentence about the database of the queue, which cannot be reached, so that its jobs are not counted; `nil` if it
    /// can.
    public var databaseProblem: String?

    /// The jobs that a person sees at this moment; `nil` from a service that is older than this field.
    public var watched: WatchedJobs?
    /// Which notifications the desktop gets; `nil` from a service that is older than this field.
    public var notifications: NotificationLevel?
    /// The PostgreSQL database that has the queue, in words; `nil` where a file has it, and from a service that is older than
    /// this field.
    public var database: String?
    /// The folder that has the spool; `nil` from a service that is older than this field.
    public var documents: String?

    /// Creates a status.
    public init(
        pid: Int32,
        socket: String,
        version: String,
        activeJobs: Int,
        previews: PreviewStatus? = nil,
        settingsProblem: String? = nil,
        obeysDocumentRestrictions: Bool? = nil,
        discoveryProblem: String? = nil,
        databaseProblem: String? = nil,
        watched: WatchedJobs? = nil,
        notifications: NotificationLevel? = nil,
        database: String? = nil,
        documents: String? = nil
    ) {
        self.running = true
        self.pid = pid
        self.socket = socket
        self.version = version
        self.jobs = Jobs(active: activeJobs)
        self.previews = previews
        self.settingsProblem = settingsProblem
        self.obeysDocumentRestrictions = obeysDocumentRestrictions
        self.discoveryProblem = discoveryProblem
        self.databaseProblem = databaseProblem
        self.watched = watched
        self.notifications = notifications
        self.database = database
        self.documents = documents
    }
}
