/// A place that keeps secrets, encrypted, also while the service does not run.
package protocol SecretStore: Sendable {
    /// Keeps a secret, in the place of an older one.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - kind: What it is for.
    ///   - id: The printer or the job; not secret.
    ///   - label: What the user sees of it in the store.
    func keep(_ secret: String, _ kind: SecretKind, of id: String, label: String) async
    /// Returns a secret; `nil` if there is none, or the user does not unlock the store.
    func find(_ kind: SecretKind, of id: String) async -> String?
    /// Removes a secret, if there is one.
    func forget(_ kind: SecretKind, of id: String) async
}

/// What a secret is for.
package enum SecretKind: String, Sendable {
    /// The user name and the password of a printer.
    case printer
    /// The PIN of a job.
    case job
}
