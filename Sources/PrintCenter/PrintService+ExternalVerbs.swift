import FoundationEssentials
import IPP
import PrintModel

/// What can be done to jobs that other programs gave to the scheduler.
///
/// Each is one request to the scheduler, which knows whose jobs they are.
extension PrintService {
    /// Cancels a job, wherever it is; one that is canceled stays as it is.
    nonisolated func cancelExternal(_ label: String) async throws -> PrintJob {
        if let job = await external(label), job.state == .canceled { return job }
        return try await change(try await activeExternal(label)) { number throws(CupsError) in
            try await scheduler.cancel(job: number, user: configuration.user)
        }
    }

    /// Holds a job that is not being printed yet; one that is held stays as it is.
    nonisolated func holdExternal(_ label: String) async throws -> PrintJob {
        let job = try await activeExternal(label)
        if job.state == .held { return job }
        guard job.state == .queued else { throw Problem.jobDelivered(label) }
        return try await change(job) { number throws(CupsError) in
            try await scheduler.hold(job: number, user: configuration.user)
        }
    }

    /// Lets a held job go; one that is not held stays as it is.
    nonisolated func releaseExternal(_ label: String) async throws -> PrintJob {
        let job = try await activeExternal(label)
        guard job.state == .held else { return job }
        return try await change(job) { number throws(CupsError) in
            do throws(CupsError) {
                try await scheduler.release(job: number, user: configuration.user)
            } catch .ipp(.notPossible, _) {
                // Somebody else let it go a moment before: that is what was wanted.
            }
        }
    }

    /// Has another printer print a job that is not being printed yet.
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
            // Its name has the printer in it: whoever lost the answer asks by the old one.
            let moved = Self.number(of: label).map { "\(target.id)-\($0)" } ?? ""
            guard let job = await external(moved) else { throw problem }
            return job
        }
        if job.printer == target.id { return job }
        // It would begin there anew, and what has come out already would come out twice.
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

    /// Puts a job that is not being printed yet before or behind others.
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

    /// Why a job that is not ours cannot be printed again: the scheduler may keep its document for
    /// a while, but only Restart-Job reaches it, which prints twice when it is repeated.
    nonisolated func reprintProblem(_ label: String) async -> Problem {
        await external(label) == nil ? Problem.noSuchJob(label) : Problem.jobForeign(label)
    }

    // MARK: Asking the scheduler

    /// The scheduler's number of a job in its name, such as `office-12`.
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

    /// Has the scheduler change a job, and tells what it is then.
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
    /// Why the scheduler did not do something to a job of another program.
    init(_ error: CupsError, job: PrintJob) {
        switch error {
        case .ipp(.notFound, _): self = .noSuchJob(job.label)
        case .ipp(.notPossible, _): self = .jobDelivered(job.label)
        case .ipp(.forbidden, _), .ipp(.notAuthorized, _), .ipp(.notAuthenticated, _),
            .authenticationRequired:
            self = .notAllowed(job.label)
        case .notConnected, .replyLost:
            self.init(
                status: 503,
                title: "Service Unavailable",
                code: .schedulerUnreachable,
                detail: "No print scheduler can be reached. Start CUPS: systemctl start cups."
            )
        default: self = .schedulerRefused(job.label, "\(error)")
        }
    }
}

extension Reason {
    /// Why a job of another program is held: until a time, a period of the day, or for good.
    init(holding job: SchedulerJob, _ printer: PrinterID) {
        let until = job.holdUntil ?? "indefinite"
        let name = "\(printer)-\(job.id)"
        switch until {
        case "indefinite", "no-hold", "auth-info-required":
            self.init(.heldInScheduler, ["printer": printer.rawValue, "job": name])
        default:
            let time = Self.clock(until, after: Date()).map { LocalTime.words($0) } ?? until
            self.init(
                .heldUntil,
                ["printer": printer.rawValue, "job": name, "time": time]
            )
        }
    }

    /// The next moment that a time of day in UTC means, which is how the scheduler has it:
    /// `HH:MM` or `HH:MM:SS`.
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
