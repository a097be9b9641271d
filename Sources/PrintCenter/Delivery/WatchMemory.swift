import IPP
import PrintModel

/// What a lane has found out about the jobs that it watches, and what the store may lack while it cannot be reached.
///
/// Some printers remove a job from their lists a minute after its end, and all of them when they restart.
struct WatchMemory: Sendable {
    private struct Known {
        /// The job, as the lane has it.
        var record: JobRecord
        /// The end that the printer reported of a job that it got straight.
        var end: DeviceJobFacts?
    }

    private var jobs: [JobID: Known] = [:]

    /// The jobs whose end is not known.
    var open: [JobRecord] { jobs.values.filter { $0.end == nil }.map(\.record) }

    /// Takes note of a job after a look.
    mutating func note(_ record: JobRecord) {
        guard let id = record.job.id, record.isWatched else { return }
        jobs[id] = Known(record: record, end: known(record)?.end)
    }

    /// Takes note of the end of a job that the printer got straight.
    mutating func note(_ facts: DeviceJobFacts, of record: JobRecord) {
        guard let id = record.job.id, facts.state.isFinal else { return }
        jobs[id]?.end = facts
    }

    /// Forgets all but some jobs.
    mutating func keep(_ records: [JobRecord]) {
        let ids = Set(records.compactMap(\.job.id))
        jobs = jobs.filter { ids.contains($0.key) }
    }

    /// Adds what the store lacks: that the printer has acknowledged the document, and what it has said of the job.
    func complete(_ record: inout JobRecord) {
        guard let known = known(record), record.delivery.mayHavePrinted else { return }
        record.delivery.take(observationsOf: known.record.delivery)
        record.job.progress = known.record.job.progress
    }

    /// The end that the printer reported while it still listed the job.
    func end(of record: JobRecord) -> DeviceJobFacts? { known(record)?.end }

    /// What is known of the same attempt.
    private func known(_ record: JobRecord) -> Known? {
        guard let id = record.job.id, let known = jobs[id],
            known.record.job.printer == record.job.printer,
            known.record.delivery.moves == record.delivery.moves,
            known.record.delivery.discarded == record.delivery.discarded,
            known.record.delivery.schedulerJob == record.delivery.schedulerJob
        else { return nil }
        return known
    }
}

extension JobRecord {
    /// Whether only looks at the scheduler and at the printer follow.
    fileprivate var isWatched: Bool {
        delivery.phase == .released || delivery.phase == .releasing && delivery.route != .direct
    }
}
