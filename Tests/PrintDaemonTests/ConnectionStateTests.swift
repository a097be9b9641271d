import NIOCore
import Testing

@testable import PrintDaemon

// Times of this file: those of the limits, by a clock that stands in the test.

/// What one connection may do, by a clock that stands in the test.
@Suite struct `A connection` {
    /// The usual limits: 10 s for a head, 30 s for each KiB of a body, 600 s more for a pipe, 60 s idle.
    private let limits = ConnectionLimits()

    private func time(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    private func connection() -> ConnectionState { ConnectionState(limits: limits, now: time(0)) }

    private func verdict(
        _ state: ConnectionState,
        at seconds: Int64,
        isReading: Bool = true,
        waiting: Int = 0
    ) -> ConnectionState.Verdict {
        var state = state
        return state.verdict(now: time(seconds), isReading: isReading, waiting: waiting)
    }

    @Test func `that sends no head times out`() {
        let state = connection()
        #expect(verdict(state, at: 10) == .goOn)
        #expect(verdict(state, at: 11) == .answerTimeout)
    }

    @Test func `has the same time for its next head, from the first byte on`() {
        var state = connection()
        state.received(bytes: 80, now: time(1))
        state.receivedHead(isPipe: false, now: time(1))
        state.receivedEnd(now: time(1))
        state.answerBegins()
        state.answerEnds(now: time(2))
        #expect(verdict(state, at: 62) == .goOn)
        #expect(verdict(state, at: 63) == .close)
        state.received(bytes: 1, now: time(50))
        #expect(verdict(state, at: 60) == .goOn)
        #expect(verdict(state, at: 61) == .answerTimeout)
    }

    @Test func `has to bring a kilobyte of its body in time`() {
        var state = connection()
        state.receivedHead(isPipe: false, now: time(0))
        state.received(bytes: 1023, now: time(29))
        #expect(verdict(state, at: 31) == .answerTimeout)
        state.received(bytes: 1, now: time(30))
        #expect(verdict(state, at: 60) == .goOn)
        #expect(verdict(state, at: 61) == .answerTimeout)
    }

    @Test func `without a length has ten minutes more, for all of its body together`() {
        var state = connection()
        state.receivedHead(isPipe: true, now: time(0))
        #expect(verdict(state, at: 629) == .goOn)
        state.received(bytes: 1024, now: time(400))
        #expect(verdict(state, at: 400 + 30 + 230) == .goOn)
        #expect(verdict(state, at: 400 + 30 + 231) == .answerTimeout)
    }

    @Test func `owes nothing while the service does not read`() {
        var state = connection()
        state.receivedHead(isPipe: false, now: time(0))
        #expect(state.verdict(now: time(500), isReading: false, waiting: 0) == .goOn)
        // The time begins again with the reading.
        #expect(verdict(state, at: 530) == .goOn)
        #expect(verdict(state, at: 531) == .answerTimeout)
    }

    @Test func `is closed without a word where an answer has begun`() {
        var state = connection()
        state.receivedHead(isPipe: false, now: time(0))
        state.answerBegins()
        #expect(verdict(state, at: 31) == .close)
    }

    @Test func `whose reader takes nothing is closed`() {
        var state = connection()
        state.receivedHead(isPipe: false, now: time(0))
        state.receivedEnd(now: time(0))
        state.answerBegins()
        state.sent(bytes: 9000)
        #expect(state.verdict(now: time(1), isReading: true, waiting: 9000) == .goOn)
        #expect(verdict(state, at: 30, waiting: 9000) == .goOn)
        #expect(verdict(state, at: 31, waiting: 9000) == .close)
        // A byte that was taken is enough.
        #expect(state.verdict(now: time(20), isReading: true, waiting: 8999) == .goOn)
        #expect(verdict(state, at: 50, waiting: 8999) == .goOn)
        #expect(verdict(state, at: 51, waiting: 8999) == .close)
    }

    @Test func `is idle between an answer and the next request only`() {
        var state = connection()
        #expect(state.idleSince == time(0))
        state.receivedHead(isPipe: false, now: time(1))
        #expect(state.idleSince == nil)
        state.receivedEnd(now: time(2))
        #expect(state.idleSince == nil)
        state.answerEnds(now: time(3))
        #expect(state.idleSince == time(3))
    }

    @Test func `has limits that tests can shorten`() {
        let hasty = ConnectionLimits(haste: 10)
        #expect(hasty.head == .seconds(1) && hasty.body == .seconds(3) && hasty.idle == .seconds(6))
        #expect(hasty.bodyStep == limits.bodyStep && hasty.connections == limits.connections)
        #expect(ConnectionLimits(haste: 0).head == limits.head)
    }
}
