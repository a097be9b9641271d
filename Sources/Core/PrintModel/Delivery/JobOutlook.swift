import IPP

/// The state of a released job, derived from what the scheduler and the printer report.
///
/// The scheduler alone is not enough: it reports `completed` for a job that the
/// printer discarded or never received, and `processing` for one that waits
/// for paper. If the printer can be asked, its report takes precedence.
public struct JobOutlook: Sendable, Equatable {
    /// The state of the job.
    public var state: JobState
    /// Why it does not make progress, or how it ended.
    public var reasons: [Reason]
    /// The progress of the job.
    public var progress: JobProgress
    /// Whether the job has ended although the scheduler still keeps it: it must be canceled there,
    /// or the scheduler would print it again or block its queue.
    public var schedulerMustDrop = false

    /// The observations of a job.
    public struct Observations: Sendable {
        /// The facts from the scheduler; `nil` if it has no such job.
        public var scheduler: SchedulerJobFacts?
        /// The report of the printer.
        public var device: DeviceObservation
        /// The current state reasons of the printer.
        public var printerReasons: [Reason]
        /// Whether the printer or its queue is stopped.
        public var printerStopped: Bool
        /// Whether the filters of the queue count pages.
        public var queueCountsPages: Bool
        /// Whether a printer that is away was there until just now.
        public var printerMayReturn: Bool

        /// Creates observations.
        public init(
            scheduler: SchedulerJobFacts?,
            device: DeviceObservation,
            printerReasons: [Reason] = [],
            printerStopped: Bool = false,
            queueCountsPages: Bool = true,
            printerMayReturn: Bool = false
        ) {
            self.scheduler = scheduler
            self.device = device
            self.printerReasons = printerReasons
            self.printerStopped = printerStopped
            self.queueCountsPages = queueCountsPages
            self.printerMayReturn = printerMayReturn
        }
    }

    /// Derives the state from the observations, and from the delivery of the job.
    public static func of(_ job: PrintJob, _ delivery: Delivery, seen: Observations) -> JobOutlook {
        var outlook = OutlookRule(job: job, delivery: delivery, seen: seen).conclude()
        let isKept = seen.scheduler.map { !$0.state.isFinal || $0.isLeftBehind } ?? false
        outlook.schedulerMustDrop = isKept && outlook.state.isFinal
        return outlook
    }
}

extension Sequence<Reason> {
    /// The reasons without duplicates: a printer that is out of paper reports two keywords with the
    /// same meaning to people.
    public var withoutRepetition: [Reason] {
        var said: Set<String> = []
        return filter { said.insert($0.kind).inserted }
    }
}

extension Reason {
    /// The key that two reasons with the same meaning share.
    fileprivate var kind: String {
        code == .mediaEmpty || code == .mediaNeeded ? Code.mediaEmpty.rawValue : message
    }
}
