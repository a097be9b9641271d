package import FoundationEssentials

/// The clock of the service, for reading the time and for waiting.
///
/// A test passes its own clock, whose waits take no time.
package protocol ServiceClock: Sendable {
    /// The date and time of day.
    var now: Date { get }
    /// The time since a fixed moment; it never runs backwards.
    var uptime: Duration { get }
    /// Waits.
    ///
    /// - Parameter duration: The time to wait.
    /// - Throws: `CancellationError` if the task is canceled.
    func sleep(for duration: Duration) async throws
}
