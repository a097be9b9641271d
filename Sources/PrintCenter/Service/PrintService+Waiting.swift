import PrintModel

/// Jobs that wait for their printers.
extension PrintService {
    /// The time in which changes of printers are gathered: a quarter of a second.
    private static let gathering = Duration.milliseconds(250)

    /// Wakes the lanes of printers that change while jobs wait for them, until the task is canceled.
    ///
    /// The scheduler is asked for all queues at once, and rarely where that takes it long. What clients of this service
    /// learn of printers counts as well.
    nonisolated func wakeWaitingLanes() async {
        while !Task.isCancelled {
            let began = queue.lanes.waitBegan.count
            guard queue.lanes.areWaiting else {
                await queue.lanes.waitBegan.wait(after: began, atMost: .seconds(60))
                continue
            }
            let seen = directory.changed.count
            queue.lanes.wake(await directory.changedPrinters())
            await directory.changed.wait(after: seen, atMost: await directory.listingPause)
            // Canceled at the end of the service.
            try? await clock.sleep(for: Self.gathering)
        }
    }
}
