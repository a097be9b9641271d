import NIOCore

/// What one connection is doing, and how long it may go on like that.
///
/// It is told what happens and when, and knows nothing of channels. It lives on the thread of its
/// connection.
struct ConnectionState {
    /// What is to be done with a connection that took too long.
    enum Verdict: Equatable {
        /// Nothing: it is in time.
        case goOn
        /// It gets an answer that says so, and is closed.
        case answerTimeout
        /// It is closed; whatever it is told would be taken for something else.
        case close
    }

    private let limits: ConnectionLimits
    /// How many requests have begun, and how many answers have ended.
    private var requests = 0
    private var answers = 0
    /// Whether the answer to the last request has begun.
    private var hasAnswerBegun = false
    /// Whether a body is coming in, and whether its length is known.
    private var body: (isOpen: Bool, isPipe: Bool) = (false, false)
    /// How much longer than a step of a body of a known length the steps of this one took so far.
    private var overtime = TimeAmount.zero
    /// When the present wait began: for a head, or for the next step of a body.
    private var since: NIODeadline
    /// Bytes since then.
    private var received = 0
    /// Bytes that were ever given out for writing, those taken by the reader, and when that last grew.
    private var written = 0
    private var taken = 0
    private var takenAt: NIODeadline

    init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        since = now
        takenAt = now
    }

    /// Since when it waits for a request; `nil` while one is under way.
    var idleSince: NIODeadline? {
        requests == answers && !body.isOpen ? since : nil
    }

    // MARK: What happens

    mutating func received(bytes: Int, now: NIODeadline) {
        // The head's time runs from its first byte, where the connection has been used before.
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

    mutating func gaveOut(bytes: Int) {
        written += bytes
    }

    /// All that the steps took too long, with the present one.
    private func overtime(until now: NIODeadline) -> TimeAmount {
        overtime + max(.zero, now - since - limits.body)
    }

    private mutating func beginWait(_ now: NIODeadline) {
        since = now
        received = 0
    }

    // MARK: What it means

    /// Whether it takes too long.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - isReading: Whether the service wants more bytes; what it has not asked for nobody owes.
    ///   - waiting: How many bytes have not been taken by the reader.
    /// - Returns: What is to be done.
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
            // An answer that is under way, or belongs to an earlier request, cannot be told apart from this.
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
