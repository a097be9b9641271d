import IPP
import PrintModel

/// What a lane knows of the jobs that their printers got straight, and what the store may lack while it cannot be reached.
///
/// Some printers remove a job from their lists a minute after its end.
struct DirectMemory: Sendable {
    private struct Known {
        /// The job, as the lane has it.
        var record: JobRecord
        /// The end that the printer reported.
        var end: DeviceJobFacts?
    }

    private var jobs: [JobID: Known] = [:]

    /// The jobs whose end the printer has not reported.
    var open: [JobRecord] { jobs.values.filter { $0.end == nil }.map(\.record) }

    /// Takes note of a job after a step.
    mutating func note(_ record: JobRecord) {
        guard let id = record.job.id, record.delivery.route == .direct,
            record.delivery.phase == .released
        else { return }
        jobs[id] = Known(record: record, end: known(record)?.end)
    }

    /// Takes note of the end of a job.
    mutating func note(_ facts: DeviceJobFacts, of record: JobRecord) {
        guard let id = record.job.id, facts.state.isFinal else { return }
        jobs[id]?.end = facts
    }

    /// Forgets all but some jobs.
    mutating func keep(_ records: [JobRecord]) {
        let ids = Set(records.compactMap(\.job.id))
        jobs = jobs.filter { ids.contains($0.key) }
    }

    /// Adds what the store lacks: that the printer has acknowledged the document, and under which number.
    func complete(_ record: inout JobRecord) {
        guard let known = known(record), record.delivery.phase == .releasing else { return }
        record.delivery.phase = known.record.delivery.phase
        record.delivery.deviceJob = known.record.delivery.deviceJob
        record.delivery.deviceStart = known.record.delivery.deviceStart
        record.delivery.deviceUpTime = known.record.delivery.deviceUpTime
    }

    /// The end that the printer reported while it still listed the job.
    func end(of record: JobRecord) -> DeviceJobFacts? { known(record)?.end }

    /// What is known of the same attempt.
    private func known(_ record: JobRecord) -> Known? {
        guard let id = record.job.id, let known = jobs[id],
            known.record.job.printer == record.job.printer,
            known.record.delivery.moves == record.delivery.moves,
            known.record.delivery.discarded == record.delivery.discarded
        else { return nil }
        return known
    }
}
