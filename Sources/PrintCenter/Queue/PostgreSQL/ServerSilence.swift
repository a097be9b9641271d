import Synchronization

/// Whether the server is silent, as far as this host knows.
///
/// A server that hangs refuses nothing, and a slow statement looks the same as one that it will never answer. The listener
/// asks it each second something that takes no time. While that has no answer, the other connections wait for none either,
/// and make no new one.
final class ServerSilence: Sendable {
    /// How long a look in vain counts: the listener looks again earlier, until the service ends.
    private static let validity = Duration.seconds(10)

    private let seen = Mutex<ContinuousClock.Instant?>(nil)

    /// Notes that the server has not answered in time what takes none.
    func begin() { seen.withLock { $0 = .now } }

    /// Notes that the server has answered the listener, or has refused to.
    func end() { seen.withLock { $0 = nil } }

    /// The error of whatever waits for the server; `nil` while it answers.
    var error: PostgresError? {
        guard let last = seen.withLock(\.self), ContinuousClock.now - last < Self.validity else {
            return nil
        }
        return .silence
    }
}

extension PostgresError {
    /// The error of a server that does not answer.
    static let silence = PostgresError(.lost, "the server does not answer")
}
