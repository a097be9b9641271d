/// Who reads the events of jobs: the parameter `reader` of `GET /v1/events`.
public enum EventReader: String, Codable, Sendable, CaseIterable {
    /// A program, which shows them to nobody; the default.
    case program
    /// A person sees them at this moment: the desktop need not tell about these jobs.
    case person
    /// The program that tells the desktop about jobs.
    case desktop
}

/// What is shown to a person at this moment.
public struct WatchedJobs: Codable, Sendable, Equatable {
    /// Whether all jobs are.
    public var all: Bool
    /// The jobs that are, where not all of them are.
    public var jobs: [JobID]

    /// Wraps what is shown.
    public init(all: Bool = false, jobs: [JobID] = []) {
        (self.all, self.jobs) = (all, jobs)
    }

    /// Whether a job is shown.
    public func contains(_ job: JobID) -> Bool { all || jobs.contains(job) }
}

/// Which notifications the desktop gets: `notifications` in `settings.json`.
public enum NotificationLevel: String, Codable, Sendable, CaseIterable {
    /// When a job ends, fails, or needs a person; the default.
    case all
    /// When a job fails or needs a person.
    case failures
    /// None.
    case off
}

/// The notifications of the user: the body of `PUT /v1/notifications`, and its response.
public struct NotificationRequest: Codable, Sendable, Equatable {
    /// Which notifications the desktop gets.
    public var notifications: NotificationLevel

    /// Wraps a choice.
    public init(notifications: NotificationLevel) {
        self.notifications = notifications
    }
}
