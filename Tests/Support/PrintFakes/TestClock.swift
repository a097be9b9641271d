package import FoundationEssentials
import PrintCenter
import Synchronization

/// A clock whose waits take no time: each one moves the clock forward instead.
package final class TestClock: ServiceClock {
    private let elapsed = Mutex(Duration.zero)
    private let start: Date

    /// Makes a clock that shows a date.
    package init(start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        self.start = start
    }

    package var now: Date {
        let time = uptime.components
        return start + Double(time.seconds) + Double(time.attoseconds) / 1e18
    }

    package var uptime: Duration { elapsed.withLock { $0 } }

    // Time: takes none
    package func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        advance(by: max(duration, .zero))
        await Task.yield()
    }

    /// Moves the clock forward.
    package func advance(by duration: Duration) {
        elapsed.withLock { $0 += duration }
    }
}
