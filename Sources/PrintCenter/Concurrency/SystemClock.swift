package import FoundationEssentials

/// The clocks of the system.
package struct SystemClock: ServiceClock {
    private static let start = ContinuousClock.now

    /// Reads the clocks of the system.
    package init() {}

    package var now: Date { Date() }

    package var uptime: Duration { Self.start.duration(to: .now) }

    package func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
