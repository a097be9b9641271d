public import FoundationEssentials

/// The number of a job, for people.
public struct JobID: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    /// The number.
    public let rawValue: Int

    /// Wraps a number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number as people type it.
    public var description: String { "\(rawValue)" }

    /// Orders jobs by age.
    public static func < (lhs: JobID, rhs: JobID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The UUID that a submission carries everywhere, so that it can be told again after any crash.
public struct SubmissionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The UUID in lower case.
    public let rawValue: String

    /// Wraps a UUID; `nil` where the text is none.
    public init?(rawValue: String) {
        guard let uuid = UUID(uuidString: rawValue) else { return nil }
        self.rawValue = uuid.uuidString.lowercased()
    }

    /// A new one, never used before.
    public static func random() -> SubmissionID {
        SubmissionID(UUID())
    }

    private init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    /// The UUID in lower case.
    public var description: String { rawValue }
    /// The UUID as a URN, as IPP's `job-uuid` wants it.
    public var urn: String { "urn:uuid:\(rawValue)" }
}

/// What a job is doing.
public enum JobState: String, Codable, Sendable, CaseIterable {
    /// The user, or a time, holds it.
    case held
    /// Ours, next in line.
    case queued
    /// Nothing moves until something changes; there is a reason and a remedy.
    case waiting
    /// On its way to the printer.
    case sending
    /// The printer makes progress.
    case printing
    /// Printed.
    case completed
    /// Ended because somebody wanted it.
    case canceled
    /// Ended without being printed; there is a reason and a remedy.
    case failed

    /// Whether nothing will change any more.
    public var isFinal: Bool { self == .completed || self == .canceled || self == .failed }
}

/// How far a job is.
public struct JobProgress: Codable, Sendable, Equatable {
    /// How many sides the printer has printed, all copies together.
    public var impressions: Int
    /// How many sheets have come out.
    public var sheets: Int

    /// Makes a progress; none at first.
    public init(impressions: Int = 0, sheets: Int = 0) {
        self.impressions = impressions
        self.sheets = sheets
    }
}

/// One document, one ticket and one printer in the queue.
public struct PrintJob: Codable, Sendable, Equatable {
    /// Its number; `nil` for a job that another program gave to the scheduler.
    public var id: JobID?
    /// The scheduler's name for a job of another program, such as `office-12`.
    public var external: String?
    /// The submission's UUID; `nil` for a job of another program.
    public var submission: SubmissionID?
    /// What people call it; the document's name unless they said otherwise.
    public var name: String
    /// Whose it is.
    public var user: String
    /// Where it is printed.
    public var printer: PrinterID
    /// What it is doing.
    public var state: JobState
    /// Why it is not moving, or how it ended.
    public var reasons: [Reason]
    /// What is printed; `nil` for a job of another program.
    public var document: DocumentFacts?
    /// What was asked for.
    public var ticket: PrintTicket
    /// What happens; `nil` for a job of another program.
    public var plan: PrintPlan?
    /// What was worth knowing when it was queued, and refused nothing; `nil` for a job of another
    /// program.
    public var notices: [Obstacle]?
    /// How far it is.
    public var progress: JobProgress
    /// When it was submitted.
    public var createdAt: Date
    /// When it last changed.
    public var updatedAt: Date
    /// When it ended.
    public var finishedAt: Date?

    /// Makes a job.
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
        notices: [Obstacle]? = nil
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
    }

    /// The same job in the words of a language.
    public func inWords(of language: Language) -> PrintJob {
        var copy = self
        copy.reasons = reasons.map { $0.inWords(of: language, speakingOf: label) }
        copy.notices = notices?.map { $0.inWords(of: language) }
        return copy
    }

    /// Reasons in English, whose words name this job where they name a command for it.
    public func wording(_ reasons: [Reason]) -> [Reason] {
        reasons.map { $0.inWords(of: .english, speakingOf: label) }
    }

    /// What people name the job by in a command: its number, or the scheduler's name for it.
    public var label: String { id?.description ?? external ?? "" }
}
