import FoundationEssentials
import IPP
import PrintModel

/// Changes of jobs of other programs.
///
/// Each is one request to the scheduler, which checks the owner.
extension PrintService {
    /// Cancels a job; a canceled one stays unchanged.
    nonisolated func cancelExternal(_ label: String) async throws -> PrintJob {
        if let job = await external(label), job.state == .canceled { return job }
        return try await change(try await activeExternal(label)) { number throws(CupsError) in
            try await scheduler.cancel(job: number, user: configuration.user)
        }
    }

    /// Holds a pending job; a held one stays unchanged.
    nonisolated func holdExternal(_ label: String) async throws -> PrintJob {
        let job = try await activeExternal(label)
        if job.state == .held { return job }
        guard job.state == .queued else { throw Problem.jobDelivered(label) }
        return try await change(job) { number throws(CupsError) in
            try await scheduler.hold(job: number, user: configuration.user)
        }
    }

    /// Releases a held job; a job that is not held stays unchanged.
    nonisolated func releaseExternal(_ label: String) async throws -> PrintJob {
        let job = try await activeExternal(label)
        guard job.state == .held else { return job }
        return try await change(job) { number throws(CupsError) in
            do throws(CupsError) {
                try await scheduler.release(job: number, user: configuration.user)
            } catch .ipp(.notPossible, _) {
                // Another program has released it.
            }
        }
    }

    /// Moves a job that has not begun to print.
    nonisolated func moveExternal(
        _ label: String,
        to printer: String
    ) async throws -> PrintJob {
        let printers = try await printers()
        let target: Printer
        switch PrinterChoice.choose(named: printer, among: printers) {
        case .success(let found): target = found
        case .failure(let obstacle):
            throw Problem(
                PrintCheck(printer: nil, document: nil, plan: nil, obstacles: [obstacle])
            )
        }
        let job: PrintJob
        do {
            job = try await activeExternal(label)
        } catch let problem as Problem where problem.code == .jobNotFound {
            // The name contains the printer: a client that lost the reply retries with the old name.
            let moved = Self.number(of: label).map { "\(target.id)-\($0)" } ?? ""
            guard let job = await external(moved) else { throw problem }
            return job
        }
        if job.printer == target.id { return job }
        // A processing job would start over, and print its first pages twice.
        guard job.state == .queued || job.state == .held else {
            throw Problem.jobDelivered(label)
        }
        let obstacles = Admission(printer: target).printerObstacles()
        guard obstacles.isEmpty else {
            throw Problem(
                PrintCheck(printer: target.id, document: nil, plan: nil, obstacles: obstacles)
            )
        }
        return try await change(job, becomes: target.id) { number throws(CupsError) in
            try await scheduler.move(
                job: number,
                to: target.id.rawValue,
                user: configuration.user
            )
        }
    }

    /// Sets the `job-priority` of a job that has not begun to print.
    nonisolated func setPriorityExternal(
        _ label: String,
        _ priority: Int
    ) async throws -> PrintJob {
        let job = try await activeExternal(label)
        guard job.state == .queued || job.state == .held else {
            throw Problem.jobDelivered(label)
        }
        return try await change(job) { number throws(CupsError) in
            try await scheduler.setPriority(priority, job: number, user: configuration.user)
        }
    }

    /// The problem of a reprint of a job of another program: only Restart-Job could print the document
    /// that the scheduler may still have, and it prints again each time it is retried.
    nonisolated func reprintProblem(_ label: String) async -> Problem {
        await external(label) == nil ? Problem.noSuchJob(label) : Problem.jobForeign(label)
    }

    // MARK: Requests to the scheduler

    /// Returns the `job-id` in a name such as `office-12`.
    private static func number(of label: String) -> Int? {
        label.split(separator: "-").last.flatMap { Int($0) }
    }

    private nonisolated func external(_ label: String) async -> PrintJob? {
        await externalJobs(all: true).first { $0.external == label }
    }

    private nonisolated func activeExternal(_ label: String) async throws -> PrintJob {
        guard let job = await external(label) else { throw Problem.noSuchJob(label) }
        guard !job.state.isFinal else { throw Problem.jobEnded(label, job.state) }
        return job
    }

    /// Changes a job in the scheduler, and returns it as it is then.
    private nonisolated func change(
        _ job: PrintJob,
        becomes printer: PrinterID? = nil,
        _ body: (Int) async throws(CupsError) -> Void
    ) async throws -> PrintJob {
        guard let number = Self.number(of: job.label) else { throw Problem.noSuchJob(job.label) }
        do throws(CupsError) {
            try await body(number)
        } catch {
            throw Problem(error, job: job)
        }
        return await external("\(printer ?? job.printer)-\(number)") ?? job
    }
}

extension Problem {
    /// Maps an error of the scheduler for a job of another program.
    init(_ error: CupsError, job: PrintJob) {
        switch error {
        case .ipp(.notFound, _): self = .noSuchJob(job.label)
        case .ipp(.notPossible, _): self = .jobDelivered(job.label)
        case .ipp(.forbidden, _), .ipp(.notAuthorized, _), .ipp(.notAuthenticated, _),
            .authenticationRequired:
            self = .notAllowed(job.label)
        case .notConnected, .replyLost:
            self.init(.schedulerUnreachable)
        default: self = .schedulerRefused(job.label, "\(error)")
        }
    }
}

extension Reason {
    /// The reason why a job of another program is held: until a time, or indefinitely.
    init(holding job: SchedulerJob, _ printer: PrinterID, now: Date) {
        let until = job.holdUntil ?? "indefinite"
        let name = "\(printer)-\(job.id)"
        switch until {
        case "indefinite", "no-hold", "auth-info-required":
            self.init(.heldInScheduler, ["printer": printer.rawValue, "job": name])
        default:
            let time = Self.clock(until, after: now).map { LocalTime.words($0) } ?? until
            self.init(
                .heldUntil,
                ["printer": printer.rawValue, "job": name, "time": time]
            )
        }
    }

    /// Returns the next occurrence of a time of day in UTC, `HH:MM` or `HH:MM:SS`, as in `job-hold-until`.
    static func clock(_ text: String, after now: Date) -> Date? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count),
            (0...23).contains(numbers[0]), numbers.dropFirst().allSatisfy((0...59).contains)
        else { return nil }
        let second = numbers.count == 3 ? numbers[2] : 0
        let day = 86_400.0
        let midnight = (now.timeIntervalSince1970 / day).rounded(.down) * day
        let moment = midnight + Double(numbers[0] * 3600 + numbers[1] * 60 + second)
        let next = moment > now.timeIntervalSince1970 ? moment : moment + day
        return Date(timeIntervalSince1970: next)
    }
}
