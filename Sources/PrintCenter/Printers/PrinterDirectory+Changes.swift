import PrintModel

/// The time between two refreshes while a client waits for changes.
private let pauseBetweenLooks = Duration.seconds(2)

/// What jobs that wait for a printer depend on.
struct PrinterLook: Equatable {
    /// The queue, as the scheduler has listed it; `nil` without a queue, or a scheduler.
    var queue: SchedulerQueue?
    var place: DevicePlace?
    /// The state that was seen last, with its reasons.
    var state: Printer.State?
    var reasons: [Reason] = []
}

extension PrinterDirectory {
    /// Returns the printers that have changed since the last call.
    ///
    /// The list of the scheduler may be as old as ``listingPause``.
    func changedPrinters() async -> Set<PrinterID> {
        // Without a list, the lanes themselves look after their pauses.
        guard let listing = try? await listing(since: clock.uptime - listingPause) else {
            return []
        }
        let states = Dictionary((knownPrinters ?? []).map { ($0.id, $0) }) { first, _ in first }
        var looks: [PrinterID: PrinterLook] = [:]
        for listed in listing.rows {
            let known = states[listed.row.id]
            let look = PrinterLook(
                queue: listing.isReachable ? listed.queue : nil,
                place: listed.place,
                state: known?.state,
                reasons: known?.reasons ?? []
            )
            for id in [listed.row.id] + listed.row.aliases { looks[id] = look }
        }
        let before = looked
        looked = looks
        // What is seen for the first time is looked at anyway.
        guard !before.isEmpty else { return [] }
        return Set(Set(looks.keys).union(before.keys).filter { looks[$0] != before[$0] })
    }

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
