/// The time between two refreshes while a client waits for changes.
private let pauseBetweenLooks = Duration.seconds(2)

extension PrinterDirectory {
    /// Waits for a change of the known printers.
    ///
    /// Readers share refreshes, so that many readers cause no more requests than one.
    ///
    /// - Parameters:
    ///   - time: How long to wait.
    ///   - news: Returns what has changed; `nil` if nothing has.
    /// - Returns: The change; `nil` if there is none within the time, or the task is canceled.
    nonisolated func next<News: Sendable>(
        within time: Duration,
        _ news: (KnownPrinters) -> News?
    ) async -> News? {
        let end = clock.uptime + time
        while !Task.isCancelled {
            let seen = changed.count
            if let found = news(await watch()) { return found }
            let left = end - clock.uptime
            guard left > .zero else { return nil }
            await changed.wait(after: seen, atMost: min(left, pauseBetweenLooks))
        }
        return nil
    }
}
