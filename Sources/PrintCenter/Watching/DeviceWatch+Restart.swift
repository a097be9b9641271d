import IPP
import PrintModel

/// What is left of a job on a printer that has restarted since.
extension DeviceWatch {
    /// Records what the last list of before a restart says of a job: looks for other jobs may have seen its end, and later runs.
    func takeAll(
        _ list: DeviceList,
        for record: inout JobRecord,
        _ scheduler: SchedulerJobFacts?,
        _ claimed: TakenNumbers
    ) {
        let hasNumbers = !record.delivery.allDeviceJobs.isEmpty
        // Its numbers of then are given up already.
        guard
            hasNumbers || record.delivery.earlierDeviceJobs == nil
                || record.delivery.isBeforeRestart(list.start)
        else { return }
        leaveNumbers(of: &record, list)
        let isGivenUp = scheduler?.state == .canceled || scheduler?.state == .aborted
        var last: Int?
        repeat {
            last = record.delivery.deviceJob
            // The scheduler's word may be newer, or missing.
            let hasLater =
                !record.delivery.cancelRequested && !isGivenUp
                && (last != nil || record.delivery.mayRunAgain == true)
            take(list, for: &record, scheduler, claimed, mayHaveLater: hasLater)
        } while record.delivery.deviceJob != last
    }

    /// Takes note of a start of the printer after the scheduler had begun the job.
    func noteRestart(
        of record: inout JobRecord,
        _ scheduler: SchedulerJobFacts?,
        _ start: DeviceStart?
    ) {
        guard let start, record.delivery.isBeforeRestart(start),
            let began = scheduler?.beganAt ?? record.delivery.beganLast
        else { return }
        record.delivery.noteRestart(start, sinceStartOf: began)
    }

    /// Gives up the numbers that the printer gave to the job before it restarted, unless it has kept its jobs.
    func leaveNumbers(of record: inout JobRecord, _ list: DeviceList) {
        let numbers = record.delivery.allDeviceJobs
        guard !numbers.isEmpty, record.delivery.isBeforeRestart(list.start) else { return }
        let isKept = list.jobs.contains { job in
            numbers.contains(job.id) && isNamesake(job, of: record) && !list.isNew(job)
        }
        if isKept {
            record.delivery.note(list.start)
        } else {
            record.delivery.leaveNumbers()
        }
    }

    /// Whether the printer may have had the job, and forgotten it in a restart.
    ///
    /// A restart before the scheduler began, or after it had ended, leaves the scheduler's word as it is.
    func hasForgotten(
        _ record: JobRecord,
        _ scheduler: SchedulerJobFacts?,
        _ start: DeviceStart?,
        _ looks: DeviceLooks
    ) -> Bool {
        let hadJob = record.delivery.earlierDeviceJobs != nil
        guard let start, record.delivery.isBeforeRestart(start) else { return hadJob }
        guard let began = scheduler?.beganAt ?? record.delivery.beganLast else { return hadJob }
        // Both sides count whole seconds: what lies within one may have had any order.
        let wasOnSince = start.latest.adding(clamping: 1) < began
        // It may have restarted more than once.
        let first = record.delivery.firstRestart(sinceStartOf: began) ?? start.time
        let wasOnUntilEnd = scheduler?.endedAt.map { $0.adding(clamping: 2) <= first } ?? false
        // The backend of CUPS says so of a job that the printer does not know any more, and the queue keeps saying it.
        let wasMissed = scheduler?.printerReasons.contains { reason in
            reason.hasPrefix("cups-ipp-missing-job-history")
        }
        if wasOnUntilEnd, wasMissed != true { return false }
        if let ended = scheduler?.endedAt, looks.wasOn(from: began, until: ended) { return false }
        return hadJob || !wasOnSince
    }
}

extension DeviceWatch.DeviceList {
    /// Whether a list of before a restart may have a job.
    ///
    /// - Parameter began: When the scheduler began the job first, in seconds since 1970; `nil` if that is not known.
    /// - Returns: `false` where the printer was off, or had restarted, when the scheduler began.
    func mayHave(begunAt began: Int?) -> Bool {
        guard let began, let start, let upTime = start.upTime else { return true }
        // Both sides count whole seconds.
        return began <= start.latest.adding(clamping: upTime).adding(clamping: 1)
    }
}
