/// The new priority of a job: the body of `POST /v1/jobs/ID/priority`.
public struct PriorityRequest: Codable, Sendable, Equatable {
    /// The valid priorities; the job with the highest one prints first.
    ///
    /// The IPP attribute is `job-priority` (RFC 8011, 5.2.1).
    public static let range = 1...100

    /// The priority, 1 to 100.
    public var priority: Int

    /// Wraps a priority.
    public init(priority: Int) {
        self.priority = priority
    }
}
