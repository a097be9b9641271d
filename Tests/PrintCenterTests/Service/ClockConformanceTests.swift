import FoundationEssentials
import PrintFakes
import Testing

@testable import PrintCenter

// Times of this file: those that the clock is asked to wait, at least.

/// The clocks that pass the same suite.
enum ClockKind: String, CaseIterable, Sendable {
    case test
    case system

    var clock: any ServiceClock {
        switch self {
        case .test: TestClock()
        case .system: SystemClock()
        }
    }
}

@Suite struct `A clock` {
    @Test(arguments: ClockKind.allCases)
    func `has moved on by at least the time that was waited`(_ kind: ClockKind) async throws {
        let clock = kind.clock
        let (date, uptime) = (clock.now, clock.uptime)
        // Time: under test, and no upper limit of it
        try await clock.sleep(for: .milliseconds(20))
        #expect(clock.uptime - uptime >= .milliseconds(20))
        // The wall clock may be set meanwhile, but not by much.
        #expect(clock.now.timeIntervalSince(date) > 0.01)
    }

    @Test(arguments: ClockKind.allCases)
    func `never runs backwards`(_ kind: ClockKind) async throws {
        let clock = kind.clock
        var last = clock.uptime
        for duration in [Duration.zero, .seconds(-5), .nanoseconds(1)] {
            // Time: under test
            try await clock.sleep(for: duration)
            #expect(clock.uptime >= last)
            last = clock.uptime
        }
    }

    @Test(arguments: ClockKind.allCases)
    func `ends the wait of a canceled task with an error`(_ kind: ClockKind) async throws {
        let clock = kind.clock
        for duration in [Duration.seconds(1000), .zero] {
            let waiting = Task {
                // Canceled before the wait begins, which both clocks have to notice.
                while !Task.isCancelled { await Task.yield() }
                // Time: is never over
                try await clock.sleep(for: duration)
            }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }
}
