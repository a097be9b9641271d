import Synchronization

/// The tokens that open the page once, and the secrets of the browsers that it was opened in.
final class PageSessions: Sendable {
    private struct State {
        var port = 0
        var tokens: [(text: String, end: ContinuousClock.Instant)] = []
        var sessions: [String] = []
    }

    /// The time within which a token has to be used.
    private static let tokenLife = Duration.seconds(120)
    /// The numbers of tokens and of browsers; the oldest one is forgotten first.
    private static let limit = 32

    private let state = Mutex(State())

    /// The port of the listener; 0 while there is none.
    var port: Int {
        get { state.withLock { $0.port } }
        set { state.withLock { $0.port = newValue } }
    }

    /// A new token.
    func issueToken() -> String {
        let token = Self.random()
        state.withLock { state in
            state.tokens.append((token, .now + Self.tokenLife))
            state.tokens = state.tokens.suffix(Self.limit)
        }
        return token
    }

    /// Exchanges a token for the secret of a browser; `nil` if it is unknown, used, or too old.
    func exchange(_ token: String) -> String? {
        state.withLock { state in
            let now = ContinuousClock.now
            state.tokens.removeAll { $0.end < now }
            guard let index = state.tokens.firstIndex(where: { Self.isSame($0.text, token) }) else {
                return nil
            }
            state.tokens.remove(at: index)
            let session = Self.random()
            state.sessions.append(session)
            state.sessions = state.sessions.suffix(Self.limit)
            return session
        }
    }

    /// Whether a cookie has the secret of a browser.
    func isKnown(_ session: String) -> Bool {
        state.withLock { $0.sessions.contains { Self.isSame($0, session) } }
    }

    /// Forgets everything.
    func clear() {
        state.withLock { $0 = State() }
    }

    /// 256 random bits, in hexadecimal.
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// Compares in a time that does not depend on where the texts differ.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
