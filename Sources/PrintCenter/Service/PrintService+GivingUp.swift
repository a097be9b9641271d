import PrintModel

/// The end of canceled jobs whose printers do not come back.
extension PrintService {
    /// The time in which a printer that is there cancels a job.
    private static let grace = Duration.seconds(3)

    /// Ends jobs that have just been canceled, whatever their printers say.
    ///
    /// - Parameter canceled: The jobs.
    /// - Returns: The jobs as they are then, in the same order.
    /// - Throws: ``StoreError``.
    nonisolated func giveUp(_ canceled: [JobRecord]) async throws -> [PrintJob] {
        let end = clock.uptime + Self.grace * configuration.patience
        var jobs: [PrintJob] = []
        for record in canceled {
            var now = record
            while let id = now.job.id, !now.job.state.isFinal {
                guard clock.uptime < end else {
                    now = try await work.giveUp(id) ?? now
                    break
                }
                try await clock.sleep(for: .milliseconds(50))
                now = try await queue.store.job(id) ?? now
            }
            jobs.append(now.job)
        }
        return jobs
    }

    /// Ends the canceled jobs of a printer that the user has removed.
    nonisolated func giveUpCanceled(on printer: PrinterID) async throws {
        for id in try await queue.store.activeNumbers(on: printer)
        where try await queue.store.job(id)?.delivery.cancelRequested == true {
            _ = try await work.giveUp(id)
        }
    }
}
