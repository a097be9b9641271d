/// How to cancel a job: the body of `POST /v1/jobs/ID/cancel`.
public struct JobCancelRequest: Codable, Sendable, Equatable {
    /// Whether to end the job even if its printer does not say what becomes of it; `nil` means `false`.
    public var force: Bool?

    /// Creates a request.
    public init(force: Bool? = nil) {
        self.force = force
    }
}
