import FoundationEssentials
import IPP
import PrintModel

/// The jobs of other programs in the scheduler.
extension PrintService {
    nonisolated func externalJobs(all: Bool) async -> [PrintJob] {
        guard
            let jobs = try? await scheduler.jobs(
                all ? .all : .notCompleted,
                asSeenBy: configuration.user
            )
        else {
            // Without a scheduler the list has only the jobs of the service.
            return []
        }
        // Where the store cannot be read, jobs with a UUID are left out rather than listed twice.
        let submissions = Set(jobs.compactMap(\.submission))
        let known = try? await queue.store.known(submissions: Array(submissions))
        let ours = known ?? submissions
        // A job that has ended here but not in the scheduler is listed as a job of the scheduler.
        let kept = jobs.filter { $0.state?.isFinal == false }.compactMap(\.submission)
            .filter(ours.contains)
        let over = (try? await queue.store.ended(submissions: kept)) ?? []
        return jobs.filter { job in
            guard let submission = job.submission, ours.contains(submission) else { return true }
            return over.contains(submission) && job.state?.isFinal == false
        }
        .map { PrintJob(external: $0, now: clock.now) }
    }
}

extension PrintJob {
    /// Creates a job from a job of another program in the scheduler.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - now: The time of the list: a job without a `time-at-creation` has this one, and the
    ///     `job-hold-until` is the next such time of day.
    init(external job: SchedulerJob, now: Date) {
        let printer = PrinterID(rawValue: job.printerName ?? "")
        func date(_ seconds: Int?) -> Date? {
            seconds.flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
        }
        let created = date(job.timeAtCreation) ?? now
        let state: JobState =
            switch job.state {
            case .pending: .queued
            case .pendingHeld: .held
            case .processing: .printing
            case .processingStopped: .waiting
            case .canceled: .canceled
            case .aborted: .failed
            case .completed, nil: .completed
            }
        let reasons: [Reason] =
            switch state {
            case .failed, .waiting:
                [
                    Reason(
                        .processingFailed,
                        ["printer": printer.rawValue, "detail": job.printerStateMessage ?? ""]
                    )
                ]
            case .held: [Reason(holding: job, printer, now: now)]
            default: []
            }
        self.init(
            id: nil,
            external: "\(printer)-\(job.id)",
            submission: nil,
            name: job.name ?? "untitled",
            user: job.user ?? "",
            printer: printer,
            state: state,
            reasons: reasons,
            document: nil,
            ticket: PrintTicket(),
            plan: nil,
            progress: JobProgress(
                impressions: job.impressionsCompleted ?? 0,
                sheets: job.mediaSheetsCompleted ?? 0
            ),
            createdAt: created,
            updatedAt: date(job.timeAtCompleted) ?? created,
            finishedAt: date(job.timeAtCompleted)
        )
    }
}

extension SchedulerJob {
    /// The UUID of the job, if it is valid.
    fileprivate var submission: SubmissionID? {
        guard let uuid, uuid.hasPrefix("urn:uuid:") else { return nil }
        return SubmissionID(rawValue: String(uuid.dropFirst("urn:uuid:".count)))
    }
}
