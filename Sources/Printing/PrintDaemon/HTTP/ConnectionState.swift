import NIOCore

/// The state machine of a connection with its time limits.
///
/// Its inputs are events with their times; it knows no channels. It lives on the thread of its
/// connection.
struct ConnectionState {
    /// The action for a connection that has reached a time limit.
    enum Verdict: Equatable {
        /// Nothing: it is within its limits.
        case goOn
        /// The service responds with 408 and closes it.
        case answerTimeout
        /// The service closes it: the client would mistake a response for another one.
        case close
    }

    private let limits: ConnectionLimits
    /// The number of requests that have started, and of responses that have ended.
    private var requests = 0
    private var answers = 0
    /// Whether the response to the last request has started.
    private var hasAnswerBegun = false
    /// Whether a body is coming in, and whether its length is known.
    private var body: (isOpen: Bool, isPipe: Bool) = (false, false)
    /// The extra time that the steps of this body took so far, compared with those of a known
    /// length.
    private var overtime = TimeAmount.zero
    /// The start of the current wait: for a head, or for the next step of a body.
    private var since: NIODeadline
    /// The bytes since then.
    private var received = 0
    /// The total bytes to write, those that the reader has taken, and the time of the last
    /// increase.
    private var written = 0
    private var taken = 0
    private var takenAt: NIODeadline

    init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        since = now
        takenAt = now
    }

    /// The time since which it waits for a request; `nil` while one is in progress.
    var idleSince: NIODeadline? {
        requests == answers && !body.isOpen ? since : nil
    }

    // MARK: Events

    mutating func received(bytes: Int, now: NIODeadline) {
        // On a reused connection, the time of the head runs from its first byte.
        if idleSince != nil, received == 0, requests > 0 { since = now }
        received += bytes
        if body.isOpen, received >= limits.bodyStep {
            overtime = overtime(until: now)
            beginWait(now)
        }
    }

    mutating func receivedHead(isPipe: Bool, now: NIODeadline) {
        requests += 1
        hasAnswerBegun = false
        body = (true, isPipe)
        overtime = .zero
        beginWait(now)
    }

    mutating func receivedEnd(now: NIODeadline) {
        body = (false, false)
        beginWait(now)
    }

    mutating func answerBegins() {
        hasAnswerBegun = true
    }

    mutating func answerEnds(now: NIODeadline) {
        answers += 1
        if !body.isOpen { beginWait(now) }
    }

    mutating func sent(bytes: Int) {
        written += bytes
    }

    /// The total extra time of the steps, including the current one.
    private func overtime(until now: NIODeadline) -> TimeAmount {
        overtime + max(.zero, now - since - limits.body)
    }

    private mutating func beginWait(_ now: NIODeadline) {
        since = now
        received = 0
    }

    // MARK: Conclusions

    /// Checks the time limits.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isReading: Whether the service reads; otherwise the client cannot send.
    ///   - waiting: The number of bytes that the reader has not taken yet.
    /// - Returns: The action.
    mutating func verdict(now: NIODeadline, isReading: Bool, waiting: Int) -> Verdict {
        if waiting == 0 || written - waiting > taken { takenAt = now }
        taken = written - waiting
        if now - takenAt > limits.answer { return .close }
        if body.isOpen {
            guard isReading else {
                beginWait(now)
                return .goOn
            }
            guard overtime(until: now) > (body.isPipe ? limits.pipe : .zero) else { return .goOn }
            // The client could not distinguish this from a response in progress, or to an earlier
            // request.
            return hasAnswerBegun || requests - answers != 1 ? .close : .answerTimeout
        }
        guard idleSince != nil, waiting == 0 else { return .goOn }
        let isFresh = requests == 0
        guard received > 0 || isFresh else {
            return now - since > limits.idle ? .close : .goOn
        }
        return now - since > limits.head ? .answerTimeout : .goOn
    }
}
