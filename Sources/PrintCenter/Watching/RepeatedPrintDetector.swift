import FoundationEssentials
import IPP
import PrintModel

/// Determines whether the scheduler printed a job more than once.
struct RepeatedPrintDetector: Sendable {
    /// What the printer's list says.
    enum Finding {
        /// More came out than should.
        case again
        /// No more came out than should.
        case once
        /// The printer no longer lists what it has printed of the job, or lists a run that was broken off.
        case forgotten
        /// The printer cannot be reached now, the store not be read, or a run has not ended.
        case unanswered
    }

    let queue: JobQueue
    let scheduler: any PrintScheduler

    /// Finds further jobs of a submission in the printer's list, and records them.
    ///
    /// - Parameters:
    ///   - record: A job that the scheduler may have begun twice.
    ///   - device: The printer.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    ///   - looks: What the looks at the printer have shown so far.
    /// - Returns: Whether more than one of them got to paper.
    /// - Throws: ``CupsError`` if the scheduler cannot be reached now.
    func find(
        _ record: inout JobRecord,
        on device: DeviceWatch,
        _ claimed: TakenNumbers,
        _ looks: DeviceLooks
    ) async throws(CupsError) -> Finding {
        // A canceled job should have no more on paper than at the time of the cancel.
        let expected = record.job.state == .canceled ? record.delivery.timesOnPaper : 1
        guard
            let listed = try? await device.namesakes(of: &record, claimed: claimed, looks),
            let others = try await othersBegun(since: record)
        else { return .unanswered }
        let known = record.delivery.allDeviceJobs
        let hasRestarted = record.delivery.isBeforeRestart(listed.start)
        // A look for another job may have seen a run that no look for this one has.
        let runs = listed.jobs + listed.dropped
        let isAgain = record.delivery.isPrintedAgain(
            by: runs,
            others: others,
            expected: expected,
            hasRestarted: hasRestarted
        )
        if record.delivery.allDeviceJobs != known { record.delivery.note(listed.start) }
        record.delivery.takeFirstRun(among: listed.named)
        if isAgain { return .again }
        // A run that still prints, or is canceled while it does, may get to paper.
        let isUnderWay = runs.contains { job in
            !job.state.isFinal && record.delivery.allDeviceJobs.contains(job.id)
        }
        if isUnderWay { return .unanswered }
        // When a printer cancels a job, it may not count the sheets that are in its paper path.
        if expected == 1, runs.contains(where: record.delivery.isBrokenOff) {
            record.delivery.beganAgain = true
            return .forgotten
        }
        // The list of a printer that restarted after the first run does not show it.
        if record.delivery.beganAgain == true, let start = listed.start,
            let first = record.delivery.beganAt, start.time > first
        {
            return .forgotten
        }
        // A canceled job may never have been there. Where only dropped jobs are known, a later run may have been dropped, too.
        let isListed = listed.jobs.contains { known.contains($0.id) }
        let wasThere = !known.isEmpty || record.delivery.earlierDeviceJobs != nil
        return isListed || !wasThere && record.job.state == .canceled ? .once : .forgotten
    }

    /// The number of other jobs of the same name that the scheduler has begun whose `job-id` on the
    /// printer is unknown; `nil` if the store is unreadable.
    private func othersBegun(since record: JobRecord) async throws(CupsError) -> Int? {
        let jobs = try await scheduler.jobs(
            .all,
            ofUser: record.job.user,
            printer: record.job.printer.rawValue
        )
        let start =
            record.delivery.beganAt ?? Int(clamping: record.job.createdAt.timeIntervalSince1970)
        var others = jobs.filter { job in
            job.uuid != record.job.submission?.urn && job.name == record.listedName
                && (job.timeAtProcessing ?? 0) >= start
        }
        guard !others.isEmpty else { return 0 }
        guard let identified = try? await identified(record.job) else { return nil }
        others.removeAll { $0.uuid.map(identified.contains) ?? false }
        return others.count
    }

    /// The UUIDs of other jobs of the service whose `job-id` on the printer is known.
    private func identified(_ job: PrintJob) async throws -> Set<String> {
        let underWay = try await queue.store.underWay()
        let ended = try await queue.store.ended(since: job.createdAt, limit: 200)
        return Set(
            (underWay + ended).filter { !$0.delivery.allDeviceJobs.isEmpty }
                .compactMap(\.job.submission?.urn)
        )
    }
}
