import Synchronization

/// Whether the server is silent, as far as this host knows.
///
/// A server that hangs refuses nothing, and a slow statement looks the same as one that it will never answer. The listener
/// asks it each second something that takes no time. While that has no answer, the other connections wait for none either,
/// each after as much patience as it has.
final class ServerSilence: Sendable {
    /// How long a look in vain counts: the listener looks again earlier, until the service ends.
    private static let validity = Duration.seconds(10)

    private let state = Mutex<(start: ContinuousClock.Instant, last: ContinuousClock.Instant)?>(nil)

    /// Notes that the server has not answered in time what takes none.
    func note() {
        let now = ContinuousClock.now
        state.withLock { state in
            let start = state.flatMap { now - $0.last < Self.validity ? $0.start : nil }
            state = (start ?? now, now)
        }
    }

    /// Notes that the server has answered, or has refused to.
    func end() { state.withLock { $0 = nil } }

    /// The error of whatever waits for the server, once the silence is older than its patience; `nil` while it need not
    /// give up.
    func error(after patience: Duration = .zero) -> PostgresError? {
        let now = ContinuousClock.now
        guard let state = state.withLock(\.self), now - state.last < Self.validity,
            now - state.start >= patience
        else { return nil }
        return .silence
    }
}

/// What a connection does while the server does not answer it.
enum SilentWait: Sendable {
    /// It gives up once the server has been silent for a time.
    case givesUp(ServerSilence, after: Duration)
    /// It finds out: a wait as long as this is a silence, until an answer comes.
    case findsOut(ServerSilence, after: Duration)

    /// Looks whether a wait is to end.
    ///
    /// - Parameter time: How long the connection has waited.
    /// - Returns: The error with which it ends; `nil` where it goes on.
    func error(after time: Duration) -> PostgresError? {
        switch self {
        case .givesUp(let silence, let patience):
            return silence.error(after: patience)
        case .findsOut(let silence, let limit):
            if time >= limit { silence.note() }
            return nil
        }
    }

    /// Notes an answer.
    ///
    /// - Parameter time: How long the connection has waited. What had come before says nothing about the server now.
    func end(after time: Duration) {
        switch self {
        case .givesUp(let silence, _): if time > .zero { silence.end() }
        case .findsOut(let silence, _): silence.end()
        }
    }
}

extension PostgresError {
    /// The error of a server that does not answer.
    static let silence = PostgresError(.lost, "the server does not answer")
}
