import FoundationEssentials
import IPP
import PrintModel

/// Jobs that other programs gave to the scheduler.
extension PrintService {
    nonisolated func externalJobs(all: Bool) async -> [PrintJob] {
        guard
            let jobs = try? await scheduler.jobs(
                all ? .all : .notCompleted,
                asSeenBy: configuration.user
            )
        else {
            // Without a scheduler there is nothing to add; our own jobs are listed all the same.
            return []
        }
        // A store that cannot be read now shows none twice: those with a UUID are left out.
        let submissions = Set(jobs.compactMap(\.submission))
        let known = try? await queue.store.known(submissions: Array(submissions))
        let ours = known ?? submissions
        // One that has ended here and not there is nobody's but the scheduler's.
        let kept = jobs.filter { $0.state?.isFinal == false }.compactMap(\.submission)
            .filter(ours.contains)
        let over = (try? await queue.store.ended(submissions: kept)) ?? []
        return jobs.filter { job in
            guard let submission = job.submission, ours.contains(submission) else { return true }
            return over.contains(submission) && job.state?.isFinal == false
        }
        .map { PrintJob(external: $0) }
    }
}

extension PrintJob {
    /// What the scheduler says of a job of another program.
    init(external job: SchedulerJob) {
        let printer = PrinterID(rawValue: job.printerName ?? "")
        func date(_ seconds: Int?) -> Date? {
            seconds.flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
        }
        let created = date(job.timeAtCreation) ?? Date()
        let state: JobState =
            switch job.state?.rawValue {
            case 3: .queued
            case 4: .held
            case 5: .printing
            case 6: .waiting
            case 7: .canceled
            case 8: .failed
            default: .completed
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
            case .held: [Reason(holding: job, printer)]
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
    /// The UUID that the job was given, if it is one.
    fileprivate var submission: SubmissionID? {
        guard let uuid, uuid.hasPrefix("urn:uuid:") else { return nil }
        return SubmissionID(rawValue: String(uuid.dropFirst("urn:uuid:".count)))
    }
}
