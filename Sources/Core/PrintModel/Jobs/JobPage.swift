/// A part of a list of jobs: the parameters `limit` and `after` of `GET /v1/jobs`.
///
/// Jobs have their numbers in the order of their submission. A page that has fewer jobs of the service than its limit is the
/// last one; only there, the jobs of other programs follow.
public struct JobPage: Sendable, Equatable {
    /// How many jobs of the service the page may have; `nil` for all.
    public var limit: Int?
    /// The job after which the page begins; `nil` for the beginning.
    public var after: JobID?

    /// Creates a page; by default it is the whole list.
    public init(limit: Int? = nil, after: JobID? = nil) {
        self.limit = limit
        self.after = after
    }

    /// The page that has only the jobs of other programs: it begins after every job of the service.
    public static let others = JobPage(after: JobID(rawValue: .max))

    /// The header field of a response that has a limit: how many active jobs of the service follow the page.
    package static let header = "Printcenter-Remaining"
}
