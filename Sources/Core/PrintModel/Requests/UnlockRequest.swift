/// The password of an encrypted document: the body of `POST /v1/documents/ID/unlock`.
public struct UnlockRequest: Codable, Sendable, Equatable {
    /// The user password or the owner password.
    public var password: String

    /// Wraps a password.
    public init(password: String) {
        self.password = password
    }
}
