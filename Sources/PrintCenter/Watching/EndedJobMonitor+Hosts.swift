import IPP
import PrintModel

/// Jobs whose host was removed while its scheduler had them, and came back.
extension EndedJobMonitor {
    /// Whether a job ended in doubt because its host was removed.
    func isDoubtOfRemovedHost(_ record: JobRecord) -> Bool {
        queue.store is any SharedJobStore && record.delivery.isOfRemovedHost
            && record.job.state == .failed
            && record.job.reasons.contains { $0.code == .deliveryUncertain }
    }

    /// Takes over what the scheduler says of the end of a job that it has begun; returns whether that is done.
    func isCorrected(_ record: JobRecord) async -> Bool {
        guard let id = record.job.id else { return true }
        let facts: SchedulerJobFacts?
        do {
            facts = try await job(of: record).flatMap { SchedulerJobFacts($0) }
        } catch {
            return false
        }
        guard let facts else { return true }
        guard facts.state.isFinal else { return false }
        do {
            _ = try await queue.change(id) { before in
                guard isDoubtOfRemovedHost(before) else { return before }
                var after = before
                after.delivery.record(facts)
                after.delivery.counted = facts.impressions
                // The printer was asked in vain, and not every queue counts pages.
                let seen = JobOutlook.Observations(
                    scheduler: facts,
                    device: .notAsked,
                    queueCountsPages: false
                )
                let outlook = JobOutlook.of(before.job, after.delivery, seen: seen)
                guard outlook.state.isFinal else { return before }
                after.job.state = outlook.state
                after.job.progress = outlook.progress
                after.job.reasons = before.job.wording(outlook.reasons)
                return after
            }
            return true
        } catch {
            // The store cannot be read now.
            return false
        }
    }
}
