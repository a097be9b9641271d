public import FoundationEssentials

/// One document, one ticket and one printer in the queue.
public struct PrintJob: Codable, Sendable, Equatable {
    /// The number of the job; `nil` for a job that another program submitted to the scheduler.
    public var id: JobID?
    /// The scheduler's name for a job of another program, such as `office-12`.
    public var external: String?
    /// The submission's UUID; `nil` for a job of another program.
    public var submission: SubmissionID?
    /// The name of the job; by default, that of the document.
    ///
    /// The IPP attribute is `job-name`.
    public var name: String
    /// The owner of the job.
    public var user: String
    /// The printer of the job.
    public var printer: PrinterID
    /// The host that delivers the jobs of the printer, in a list of jobs that several hosts share; `nil` elsewhere, and
    /// where no host has the printer now.
    public var host: String?
    /// The way of the job to its printer; `nil` for a job of another program.
    public var route: Route?
    /// The state of the job.
    public var state: JobState
    /// The reasons why the job does not make progress, or how it ended.
    public var reasons: [Reason]
    /// The document; `nil` for a job of another program.
    public var document: DocumentFacts?
    /// The options that the user requested.
    public var ticket: PrintTicket
    /// The plan; `nil` for a job of another program.
    public var plan: PrintPlan?
    /// The notices at the time of submission; `nil` for a job of another program.
    public var notices: [Obstacle]?
    /// The progress of the job.
    public var progress: JobProgress
    /// The time of submission.
    public var createdAt: Date
    /// The time of the last change.
    public var updatedAt: Date
    /// The time when the job ended.
    public var finishedAt: Date?

    /// Creates a job.
    public init(
        id: JobID?,
        external: String? = nil,
        submission: SubmissionID?,
        name: String,
        user: String,
        printer: PrinterID,
        state: JobState,
        reasons: [Reason] = [],
        document: DocumentFacts?,
        ticket: PrintTicket,
        plan: PrintPlan?,
        progress: JobProgress = JobProgress(),
        createdAt: Date,
        updatedAt: Date,
        finishedAt: Date? = nil,
        notices: [Obstacle]? = nil,
        route: Route? = nil
    ) {
        self.id = id
        self.external = external
        self.submission = submission
        self.name = name
        self.user = user
        self.printer = printer
        self.state = state
        self.reasons = reasons
        self.document = document
        self.ticket = ticket
        self.plan = plan
        self.progress = progress
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.finishedAt = finishedAt
        self.notices = notices
        self.route = route
    }

    /// The same job in another language.
    public func inWords(of language: Language) -> PrintJob {
        var copy = self
        copy.document = document?.inWords(of: language)
        copy.reasons = reasons.map { $0.inWords(of: language, speakingOf: label) }
        copy.notices = notices?.map { $0.inWords(of: language) }
        return copy
    }

    /// The reasons in English, with this job's label in the commands that they name.
    public func wording(_ reasons: [Reason]) -> [Reason] {
        reasons.map { $0.inWords(of: .english, speakingOf: label) }
    }

    /// The job's label in a command: its number, or the scheduler's name for it.
    public var label: String { id?.description ?? external ?? "" }
}
