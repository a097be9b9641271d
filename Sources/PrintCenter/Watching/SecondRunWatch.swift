import FoundationEssentials
import IPP
import PrintModel

/// Finds out whether the scheduler has brought a job to paper more than once.
struct SecondRunWatch: Sendable {
    let queue: JobQueue
    let scheduler: Scheduler

    /// Looks at the printer's list, where the job's further jobs are found and noted.
    ///
    /// - Parameters:
    ///   - record: The job, of which there is a sign that the scheduler began it twice.
    ///   - device: The printer.
    ///   - claimed: The printer's ids of other jobs of ours.
    /// - Returns: Whether more than one of its jobs got to paper.
    /// - Throws: ``DeliveryTrouble/later(_:)`` where the scheduler cannot be asked now. A printer
    ///   that cannot be asked, or a store that cannot be read, is no error: nothing is said then.
    func isPrintedAgain(
        _ record: inout JobRecord,
        on device: DeviceWatch,
        _ claimed: Set<Int>
    ) async throws(DeliveryTrouble) -> Bool {
        guard
            let namesakes = try? await device.namesakes(of: record, claimed: claimed),
            let others = try await othersBegun(since: record)
        else { return false }
        // Of a job that was canceled no more is wanted than was on paper then.
        let expected = record.job.state == .canceled ? record.delivery.onPaper?.count ?? 0 : 1
        return record.delivery.isPrintedAgain(by: namesakes, others: others, expected: expected)
    }

    /// How many other jobs of the name the scheduler began, whose jobs on the printer nobody knows;
    /// `nil` where our own jobs cannot be read.
    private func othersBegun(since record: JobRecord) async throws(DeliveryTrouble) -> Int? {
        let jobs: [SchedulerJob]
        do {
            jobs = try await scheduler.jobs(
                .all,
                ofUser: record.job.user,
                printer: record.job.printer.rawValue
            )
        } catch {
            throw .later(Reason(.schedulerUnreachable, ["printer": record.job.printer.rawValue]))
        }
        let start = record.delivery.beganAt ?? Int(record.job.createdAt.timeIntervalSince1970)
        var others = jobs.filter { job in
            job.uuid != record.job.submission?.urn && job.name == record.listedName
                && (job.timeAtProcessing ?? 0) >= start
        }
        guard !others.isEmpty else { return 0 }
        guard let identified = try? await identified(record.job) else { return nil }
        others.removeAll { $0.uuid.map(identified.contains) ?? false }
        return others.count
    }

    /// The submissions of our other jobs that are known at the printer.
    private func identified(_ job: PrintJob) async throws -> Set<String> {
        let active = try await queue.store.active()
        let ended = try await queue.store.ended(since: job.createdAt, limit: 200)
        return Set(
            (active + ended).filter { !$0.delivery.allDeviceJobs.isEmpty }
                .compactMap(\.job.submission?.urn)
        )
    }
}
