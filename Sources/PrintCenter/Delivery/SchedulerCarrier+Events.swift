import IPP
import PrintModel

/// The end of a job that the scheduler may have forgotten at the next look: one that keeps no history (`PreserveJobHistory No`), or
/// whose history others have used up (`MaxJobs`).
extension SchedulerCarrier {
    /// Subscribes to the end of a job, where no list of its printer can tell it.
    func subscribe(_ record: inout JobRecord) async {
        guard record.delivery.schedulerSubscription == nil,
            (record.delivery.deviceJobBefore ?? 0) == 0,
            let job = record.delivery.schedulerJob, let uuid = record.job.submission?.urn
        else { return }
        // A scheduler that has too many subscriptions prints without.
        record.delivery.schedulerSubscription = try? await scheduler.subscribe(
            toEndOf: job,
            uuid: uuid,
            user: record.job.user
        )
    }

    /// Returns what the scheduler reported at the end of a job that it has forgotten; `nil` if it did not.
    func factsOfEnd(of record: JobRecord) async throws(DeliveryFailure) -> SchedulerJobFacts? {
        guard let subscription = record.delivery.schedulerSubscription,
            let job = record.delivery.schedulerJob, let uuid = record.job.submission?.urn
        else { return nil }
        let end = try await asking(record) { () async throws(CupsError) in
            try await scheduler.end(
                ofJob: job,
                uuid: uuid,
                user: record.job.user,
                in: subscription
            )
        }
        guard let end, var facts = SchedulerJobFacts(end) else { return nil }
        facts.hasBegun = true
        facts.beganAt = record.delivery.beganLast
        return facts
    }

    /// Ends the subscription of a job that has ended here.
    func unsubscribe(_ record: JobRecord) async {
        guard let subscription = record.delivery.schedulerSubscription else { return }
        // It ends by itself within a day.
        try? await scheduler.unsubscribe(subscription, user: record.job.user)
    }
}
