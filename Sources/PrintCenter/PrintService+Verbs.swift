import FoundationEssentials
import IPP
public import PrintModel

/// What the user does with a job that is in the queue.
///
/// What is still ours obeys at once. Doing the same twice is harmless.
extension PrintService {
    /// Keeps a job back until it is released.
    ///
    /// - Parameter label: The job's number, or the scheduler's name for it.
    /// - Returns: The job, held.
    /// - Throws: `Problem` with `job-not-found`, `job-ended`, or `job-delivered` where the printer
    ///   has it already.
    public nonisolated func hold(_ label: String) async throws -> PrintJob {
        guard let before = try await record(label), let id = before.job.id else {
            return try await holdExternal(label)
        }
        // The scheduler is asked first: a job that it prints already cannot be held.
        if before.delivery.phase == .released, before.delivery.hold == nil {
            try await holdAtScheduler(before)
        }
        return try await changed(id, label) { record in
            if record.delivery.hold != nil, record.delivery.hold?.until == nil { return record }
            guard record.delivery.phase != .releasing else { throw Problem.jobDelivered(label) }
            var after = record
            after.delivery.hold = Delivery.Hold()
            after.job.state = .held
            after.job.reasons = [Reason(Delivery.Hold(), record.job.printer)]
            return after
        }.job
    }

    /// Lets a held job go; one that is not held stays as it is.
    ///
    /// - Parameter label: The job's number, or the scheduler's name for it.
    /// - Returns: The job.
    /// - Throws: `Problem` with `job-not-found` or `job-ended`.
    public nonisolated func release(_ label: String) async throws -> PrintJob {
        guard let before = try await record(label), let id = before.job.id else {
            return try await releaseExternal(label)
        }
        let after = try await changed(id, label) { record in
            guard record.delivery.hold != nil else { return record }
            var after = record
            after.delivery.hold = nil
            after.job.state = .queued
            after.job.reasons = []
            return after
        }
        if after.delivery.phase == .released { try await releaseAtScheduler(before) }
        return after.job
    }

    /// Gives a job to another printer.
    ///
    /// - Parameters:
    ///   - label: The job's number.
    ///   - printer: The other printer.
    /// - Returns: The job, as it is printed there.
    /// - Throws: `Problem` with `job-not-found`, `job-ended`, `job-delivered` where its printer has
    ///   it already, `printer-not-found`, or `printing-not-possible` with the obstacles.
    public nonisolated func move(_ label: String, to printer: String) async throws -> PrintJob {
        guard let before = try await record(label), let id = before.job.id else {
            return try await moveExternal(label, to: printer)
        }
        guard !before.job.state.isFinal else { throw Problem.jobEnded(label, before.job.state) }
        let check = try await checkAgain(before, on: printer)
        let mayWait = check.obstacles.allSatisfy(\.mayPassByItself)
        guard let target = check.printer, check.possible || mayWait else { throw Problem(check) }
        var plan = check.plan
        if plan == nil, let document = before.job.document {
            plan = try await waitingPlan(target, document, before.job.ticket)
        }
        let moved = plan
        let after = try await changed(id, label) { record in
            guard record.job.printer != target else { return record }
            guard !record.delivery.isHandedOver else { throw Problem.jobDelivered(label) }
            var after = record
            after.job.printer = target
            after.job.plan = moved
            after.delivery = Delivery()
            after.delivery.hold = record.delivery.hold
            after.delivery.moves = (record.delivery.moves ?? 0) + 1
            if record.delivery.hold == nil {
                after.job.state = check.possible ? .queued : .waiting
                after.job.reasons = check.obstacles.map { Reason(waitingFor: $0) }
            }
            return after
        }
        if before.preparedName != after.preparedName { await spool.remove(before.preparedName) }
        return after.job
    }

    /// Queues a new job of the same document, with the same ticket or another one.
    ///
    /// - Parameters:
    ///   - label: The number of the job that is printed again; it may have ended or not.
    ///   - wish: What is to be different; what it leaves out is as it was.
    ///   - key: The idempotency key; the same key twice gives the same job.
    /// - Returns: The new job, which is on the disk.
    /// - Throws: `Problem` with `job-not-found`, `document-gone`, `printer-not-found`, or
    ///   `printing-not-possible` with the obstacles.
    public nonisolated func reprint(
        _ label: String,
        _ wish: ReprintRequest = ReprintRequest(),
        key: String
    ) async throws -> PrintJob {
        guard let before = try await record(label) else {
            throw await reprintProblem(label)
        }
        let request = Reprint(
            job: label,
            printer: wish.printer,
            ticket: wish.ticket,
            name: wish.name,
            hold: wish.hold
        )
        if let first = try await queue.store.job(key: key) {
            return try await enqueue(first, as: request, key)
        }
        var job = before.job
        var ticket = wish.ticket?.completed(by: job.ticket) ?? job.ticket
        ticket.holdUntil = wish.ticket?.holdUntil
        var again = before
        again.job.ticket = ticket
        let check = try await checkAgain(again, on: wish.printer ?? before.job.printer.rawValue)
        guard check.possible, let target = check.printer else { throw Problem(check) }
        let now = Date()
        let hold = Delivery.Hold(isAsked: wish.hold, until: ticket.holdUntil, at: now)
        job.id = nil
        job.submission = SubmissionID(rawValue: key) ?? .random()
        job.name = wish.name ?? job.name
        job.printer = target
        job.document = check.document
        job.plan = check.plan
        job.notices = check.notices
        job.ticket = ticket
        job.state = hold == nil ? .queued : .held
        job.reasons = hold.map { [Reason($0, target)] } ?? []
        job.progress = JobProgress()
        (job.createdAt, job.updatedAt, job.finishedAt) = (now, now, nil)
        var record = JobRecord(job: job)
        record.delivery.hold = hold
        do {
            return try await enqueue(record, as: request, key)
        } catch let problem as Problem where problem.code == .documentNotFound {
            throw Problem.documentGone(label)
        }
    }

    /// Sets how urgent a job is: the more urgent ones go first.
    ///
    /// - Parameters:
    ///   - label: The job's number.
    ///   - priority: From 1 to 100; 50 is usual.
    /// - Returns: The job.
    /// - Throws: `Problem` with `invalid-request`, `job-not-found`, `job-ended`, or `job-delivered`
    ///   where its printer has it already.
    public nonisolated func setPriority(_ label: String, _ priority: Int) async throws -> PrintJob {
        guard PriorityRequest.range.contains(priority) else { throw Problem.badPriority(priority) }
        guard let before = try await record(label), let id = before.job.id else {
            return try await setPriorityExternal(label, priority)
        }
        return try await changed(id, label) { record in
            guard record.priority != priority else { return record }
            guard !record.delivery.isHandedOver else { throw Problem.jobDelivered(label) }
            var after = record
            after.job.ticket.priority = priority
            after.job.plan?.priority = priority
            return after
        }.job
    }

    /// Cancels all jobs of the user.
    ///
    /// - Parameter printer: The printer whose jobs are meant; `nil` for all.
    /// - Returns: The jobs that were canceled, or are being canceled.
    /// - Throws: `Problem` with `printer-not-found`; what the store throws.
    public nonisolated func cancelAll(on printer: String?) async throws -> [PrintJob] {
        var wanted: PrinterID?
        if let printer {
            // A queue may have gone while its jobs are there: its id is known all the same.
            switch PrinterChoice.choose(named: printer, among: (try? await printers()) ?? []) {
            case .success(let found): wanted = found.id
            case .failure(let obstacle):
                wanted = PrinterID(rawValue: printer)
                guard try await !queue.store.activeNumbers(on: wanted).isEmpty else {
                    throw Problem(noPrinter: obstacle)
                }
            }
        }
        var canceled: [PrintJob] = []
        for id in try await queue.store.activeNumbers(on: wanted) {
            // It may have ended in the meantime.
            guard let after = try await queue.requestCancel(id) else { continue }
            if after.job.state.isFinal { await spool.remove(after.preparedName) }
            canceled.append(after.job)
        }
        for job in await externalJobs(all: false)
        where job.user == configuration.user && (wanted == nil || job.printer == wanted) {
            // It may have ended in the meantime.
            if let job = try? await cancelExternal(job.label) { canceled.append(job) }
        }
        return canceled
    }

    // MARK: What the verbs share

    /// What a reprint asks for, as it is remembered with its key.
    private struct Reprint: Encodable {
        let job: String
        let printer: String?
        let ticket: PrintTicket?
        let name: String?
        let hold: Bool?
    }

    /// Changes a job that has not ended.
    private nonisolated func changed(
        _ id: JobID,
        _ label: String,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord {
        let after = try await queue.change(id) { record in
            guard !record.job.state.isFinal else { throw Problem.jobEnded(label, record.job.state) }
            // A job that is to be canceled obeys nothing else any more.
            guard !record.delivery.cancelRequested else { throw Problem.jobCanceling(label) }
            return try body(record)
        }
        guard let after else { throw Problem.noSuchJob(label) }
        return after
    }

    private nonisolated func checkAgain(
        _ record: JobRecord,
        on printer: String
    ) async throws -> PrintCheck {
        guard let document = record.job.document?.id,
            try await queue.store.document(document) != nil
        else { throw Problem.documentGone(record.job.label) }
        return try await check(
            CheckRequest(document: document, printer: printer, ticket: record.job.ticket)
        )
    }

    private nonisolated func holdAtScheduler(_ record: JobRecord) async throws {
        let label = record.job.label
        guard let job = try await jobAtScheduler(record), job.state == .pending else {
            throw Problem.jobDelivered(label)
        }
        do {
            try await scheduler.hold(job: job.id, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            throw Problem.jobDelivered(label)
        } catch {
            throw Problem.scheduler("hold \(label)", error)
        }
    }

    private nonisolated func releaseAtScheduler(_ record: JobRecord) async throws {
        guard let job = try await jobAtScheduler(record), job.state == .pendingHeld else { return }
        do {
            try await scheduler.release(job: job.id, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            // It is not held any more.
        } catch {
            throw Problem.scheduler("release \(record.job.label)", error)
        }
    }

    /// The scheduler's job, by number *and* UUID.
    private nonisolated func jobAtScheduler(_ record: JobRecord) async throws -> SchedulerJob? {
        guard let id = record.delivery.schedulerJob else { return nil }
        do {
            let job = try await scheduler.job(id)
            return job?.uuid == record.job.submission?.urn ? job : nil
        } catch {
            throw Problem.scheduler("answer about \(record.job.label)", error)
        }
    }
}

extension Problem {
    static func scheduler(_ what: String, _ error: CupsError) -> Problem {
        Problem(
            status: 502,
            title: "Bad Gateway",
            code: .schedulerUnreachable,
            detail: "The scheduler did not \(what): \(error)"
        )
    }
}
