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
        return jobs.filter { job in job.submission.map { !ours.contains($0) } ?? true }
            .map { PrintJob(external: $0) }
    }

    nonisolated func cancelExternal(_ label: String) async throws -> PrintJob {
        try await changeExternal(label, "cancel \(label)") { job, user throws(CupsError) in
            try await scheduler.cancel(job: job, user: user)
        }
    }

    nonisolated func holdExternal(_ label: String) async throws -> PrintJob {
        try await changeExternal(label, "hold \(label)") { job, user throws(CupsError) in
            try await scheduler.hold(job: job, user: user)
        }
    }

    nonisolated func releaseExternal(_ label: String) async throws -> PrintJob {
        try await changeExternal(label, "release \(label)") { job, user throws(CupsError) in
            do throws(CupsError) {
                try await scheduler.release(job: job, user: user)
            } catch .ipp(.notPossible, _) {
                // It is not held.
            }
        }
    }

    nonisolated func moveExternal(_ label: String, to printer: String) async throws -> PrintJob {
        let target: PrinterID
        switch PrinterChoice.choose(named: printer, among: try await printers()) {
        case .success(let found): target = found.id
        case .failure(let obstacle): throw Problem(noPrinter: obstacle)
        }
        let number = label.split(separator: "-").last ?? ""
        return try await changeExternal(label, "move \(label)", becoming: "\(target)-\(number)") {
            job,
            user throws(CupsError) in
            try await scheduler.move(job: job, to: target.rawValue, user: user)
        }
    }

    /// Has the scheduler change a job of another program; its name may be another one afterwards.
    private nonisolated func changeExternal(
        _ label: String,
        _ what: String,
        becoming name: String? = nil,
        by change: (Int, String) async throws(CupsError) -> Void
    ) async throws -> PrintJob {
        guard let job = await externalJobs(all: true).first(where: { $0.external == label }),
            let number = label.split(separator: "-").last.flatMap({ Int($0) })
        else { throw Problem.noJob(label) }
        guard !job.state.isFinal else { throw Problem.ended(label, job.state) }
        do {
            try await change(number, configuration.user)
        } catch .ipp(.notPossible, _) {
            throw Problem.delivered(label)
        } catch {
            throw Problem.scheduler(what, error)
        }
        return await externalJobs(all: true).first { $0.external == name ?? label } ?? job
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
