/// What a job waits for: the body of `POST /v1/jobs/ID/authenticate`, and, without the PIN, of
/// `POST /v1/printers/ID/authenticate`.
///
/// It is sent over the service's own socket only, and never stored with the job.
public struct AuthenticateRequest: Codable, Sendable, Equatable {
    /// The user name for the printer; `nil` for the name of the user who runs the service.
    public var user: String?
    /// The password for the printer; `nil` if only the PIN is given.
    public var password: String?
    /// The PIN of the job; `nil` if only the password is given.
    public var pin: String?

    /// Creates a request.
    public init(user: String? = nil, password: String? = nil, pin: String? = nil) {
        self.user = user
        self.password = password
        self.pin = pin
    }
}
