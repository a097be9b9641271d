import Hashing
import PrintModel
import Synchronization

/// The tokens that open the page once, and the secrets of the browsers that it was opened in.
final class PageSessions: Sendable {
    private struct Token {
        let text: String
        let end: ContinuousClock.Instant
        /// The visit that it is for; `nil` for an address that the user opens.
        let visit: String?
    }

    private struct Visit {
        let id: String
        let end: ContinuousClock.Instant
        var isHere = false
    }

    private struct State {
        var port = 0
        var tokens: [Token] = []
        var visits: [Visit] = []
        var sessions: [String] = []
        /// What the pages know this listener by.
        var key = Secret.random()
    }

    /// The time within which an address has to be opened.
    static let addressLife = Duration.seconds(120)
    /// The numbers of tokens, visits, and browsers; the oldest one is forgotten first.
    private static let limit = 32

    private let state = Mutex(State())

    /// The port of the listener; 0 while there is none.
    var port: Int {
        get { state.withLock { $0.port } }
        set { state.withLock { $0.port = newValue } }
    }

    /// What the pages know this listener by.
    var key: String { state.withLock { $0.key } }

    /// Whether a browser is expected that was started with a file.
    var isExpecting: Bool {
        state.withLock { state in
            state.tokens.contains { $0.visit != nil && $0.end >= .now }
        }
    }

    /// Expects a browser.
    ///
    /// - Returns: The id of the visit.
    func expect(within time: Duration) -> String {
        let id = String(Secret.random().prefix(32))
        state.withLock { state in
            state.visits.append(Visit(id: id, end: .now + time))
            state.visits = state.visits.suffix(Self.limit)
        }
        return id
    }

    /// Whether an expected browser has come.
    func visit(_ id: String) -> PageVisit {
        state.withLock { state in
            guard let visit = state.visits.first(where: { $0.id == id }) else {
                return PageVisit(state: .missed)
            }
            return PageVisit(
                state: visit.isHere ? .here : visit.end >= .now ? .expected : .missed
            )
        }
    }

    /// A new token.
    ///
    /// - Parameters:
    ///   - life: The time within which it has to be used.
    ///   - visit: The visit that it is for.
    /// - Returns: The token; `nil` for a visit whose browser has come.
    func issueToken(life: Duration = addressLife, visit: String? = nil) -> String? {
        let token = Secret.random()
        return state.withLock { state in
            if let visit, state.visits.first(where: { $0.id == visit })?.isHere != false {
                return nil
            }
            state.tokens.append(Token(text: token, end: .now + life, visit: visit))
            state.tokens = state.tokens.suffix(Self.limit)
            return token
        }
    }

    /// Exchanges a token for the secret of a browser; `nil` if it is unknown, used, or too old.
    ///
    /// - Parameter token: The token.
    /// - Returns: The secret, and the visit that the token was for.
    func exchange(_ token: String) -> (session: String, visit: String?)? {
        state.withLock { state in
            let now = ContinuousClock.now
            state.tokens.removeAll { $0.end < now }
            guard let index = state.tokens.firstIndex(where: { Secret.isSame($0.text, token) })
            else { return nil }
            let visit = state.tokens.remove(at: index).visit
            if let visit {
                state.tokens.removeAll { $0.visit == visit }
                if let place = state.visits.firstIndex(where: { $0.id == visit }) {
                    state.visits[place].isHere = true
                }
            }
            let session = Secret.random()
            state.sessions.append(session)
            state.sessions = state.sessions.suffix(Self.limit)
            return (session, visit)
        }
    }

    /// Whether a cookie has the secret of a browser.
    func isKnown(_ session: String) -> Bool {
        state.withLock { $0.sessions.contains { Secret.isSame($0, session) } }
    }

    /// What proves to a page that it still talks to the service that it has entered.
    ///
    /// - Parameter nonce: What the page has just thought up.
    /// - Returns: The proof; `nil` for what no page sends.
    func proof(of nonce: String) -> String? {
        guard nonce.utf8.count == 64, nonce.allSatisfy(\.isHexDigit) else { return nil }
        return HMAC.sha256(of: nonce, key: key)
    }

    /// Forgets everything.
    func clear() {
        state.withLock { $0 = State() }
    }
}

/// Secrets of the page.
private enum Secret {
    /// 256 random bits, in hexadecimal.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// Compares in a time that does not depend on where the texts differ.
    static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
