import IPP
import PrintModel

extension SchedulerJobFacts {
    /// Reads a job of the scheduler; `nil` without a valid `job-state`.
    init?(_ job: SchedulerJob) {
        guard let state = job.state else { return nil }
        self.init(
            id: job.id,
            state: state,
            reasons: job.stateReasons,
            message: job.printerStateMessage,
            printerReasons: job.printerStateReasons,
            documents: job.numberOfDocuments ?? 0,
            holdUntil: job.holdUntil,
            hasBegun: job.timeAtProcessing != nil,
            impressions: job.impressionsCompleted
        )
        beganAt = job.timeAtProcessing
        endedAt = job.timeAtCompleted
    }
}

extension DeviceJobFacts {
    /// Reads a job of a printer; `nil` without a valid `job-state`.
    init?(_ job: DeviceJob) {
        guard let state = job.state else { return nil }
        self.init(
            id: job.id,
            state: state,
            isIncoming: job.stateReasons.contains { $0.hasPrefix("job-incoming") },
            message: job.stateMessage,
            impressions: job.impressionsCompleted,
            sheets: job.mediaSheetsCompleted,
            isEmpty: job.numberOfDocuments == 0
        )
    }
}
