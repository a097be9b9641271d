import FoundationEssentials
import IPP
public import PrintModel

/// Changes of jobs by the user.
///
/// A change of a job that the scheduler does not have takes effect at once. Every verb can be repeated.
extension PrintService {
    /// Moves a job to another printer.
    ///
    /// - Parameters:
    ///   - label: The number of the job, or its name in the scheduler.
    ///   - printer: The other printer.
    /// - Returns: The job with its new plan.
    /// - Throws: `Problem` with `job-not-found`, `job-ended`, `job-delivered` if its printer has
    ///   it already, `printer-not-found`, or `printing-not-possible` with the obstacles.
    public nonisolated func move(_ label: String, to printer: String) async throws -> PrintJob {
        guard let before = try await record(label), let id = before.job.id else {
            return try await moveExternal(label, to: printer)
        }
        guard !before.job.state.isFinal else { throw Problem.jobEnded(label, before.job.state) }
        let pin = await pin(of: before)
        let check = try await checkAgain(before, on: printer, pin: pin)
        let mayWait = check.obstacles.allSatisfy(\.mayPassByItself)
        guard let target = check.printer, check.possible || mayWait else { throw Problem(check) }
        var (plan, document) = (check.plan, check.document)
        if plan == nil, let known = before.job.document,
            let waiting = try await submission.waitingPlan(target, known, before.job.ticket)
        {
            (plan, document) = waiting
            plan?.pin = before.job.plan?.pin
            plan?.fillIn(before.job.name, waiting.1, before.job.createdAt)
        }
        let way = await directory.way(to: target)
        var planned = before.job
        planned.plan = plan
        planned.document = document ?? planned.document
        let after = try await moved(id, label, to: target, way, planned, check)
        if before.preparedName != after.preparedName { await work.removePages(before.preparedName) }
        return after.job
    }

    /// Queues a new job of the same document, with the same ticket or a changed one.
    ///
    /// - Parameters:
    ///   - label: The number of the job to print again, whether it has ended or not.
    ///   - wish: The changes; everything else is as in the first job.
    ///   - key: The idempotency key; the same key returns the same job.
    /// - Returns: The new job, which is on disk.
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
        let printer = wish.printer ?? before.job.printer.rawValue
        return try await submission.loggingRefusal(
            printer: printer,
            title: wish.name ?? before.job.name
        ) {
            try await queue(again: before, on: printer, wish, as: label, key: key)
        }
    }

    private nonisolated func queue(
        again before: JobRecord,
        on printer: String,
        _ wish: ReprintRequest,
        as label: String,
        key: String
    ) async throws -> PrintJob {
        let request = Reprint(
            job: label,
            printer: wish.printer,
            ticket: wish.ticket,
            name: wish.name,
            hold: wish.hold,
            preset: wish.preset
        )
        if let first = try await queue.store.job(key: key) {
            let job = try await submission.enqueue(first, as: request, key)
            await submission.keep(wish.pin, of: first)
            return job
        }
        var job = before.job
        let preset = try submission.use(wish.preset, under: wish.ticket ?? PrintTicket())
        let changed = preset?.ticket ?? wish.ticket
        var ticket = changed?.completed(by: job.ticket) ?? job.ticket
        ticket.holdUntil = wish.ticket?.holdUntil
        var again = before
        again.job.ticket = ticket
        if wish.pin != nil { again.job.plan?.pin = true }
        let now = clock.now
        again.job.name = JobName.usable(wish.name) ?? job.name
        again.job.createdAt = now
        let plain = try await checkAgain(again, on: printer, pin: wish.pin)
        let check = preset?.naming(plain) ?? plain
        guard check.possible, let target = check.printer else { throw Problem(check) }
        let hold = Delivery.Hold(isAsked: wish.hold, until: ticket.holdUntil, at: now)
        if ticket.holdUntil == PrintTicket.indefinitely { ticket.holdUntil = nil }
        job.id = nil
        job.submission = SubmissionID(rawValue: key) ?? .random()
        job.name = JobName.usable(wish.name) ?? job.name
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
        await directory.way(to: target).decide(&record)
        guard Caller.isWaiting else { throw Problem(.requestTimeout) }
        await submission.keep(wish.pin, of: record)
        do {
            return try await submission.enqueue(record, as: request, key)
        } catch let problem as Problem where problem.code == .documentNotFound {
            throw Problem.documentGone(label)
        }
    }

    /// Sets the `job-priority` of a job; jobs of higher priority print first.
    ///
    /// - Parameters:
    ///   - label: The job's number.
    ///   - priority: The priority, from 1 to 100; the default is 50.
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

    // MARK: Shared by the verbs

    /// The request of a reprint, as the store keeps it with its key.
    private struct Reprint: Encodable {
        let job: String
        let printer: String?
        let ticket: PrintTicket?
        let name: String?
        let hold: Bool?
        let preset: String?
    }

    /// Changes a job that has not ended.
    nonisolated func changed(
        _ id: JobID,
        _ label: String,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord {
        let after = try await queue.change(id) { record in
            guard !record.job.state.isFinal else { throw Problem.jobEnded(label, record.job.state) }
            // A job that is being canceled accepts no other change.
            guard !record.delivery.cancelRequested else { throw Problem.jobCanceling(label) }
            return try body(record)
        }
        guard let after else { throw Problem.noSuchJob(label) }
        return after
    }

    nonisolated func checkAgain(
        _ record: JobRecord,
        on printer: String,
        pin: String?
    ) async throws -> PrintCheck {
        guard let document = record.job.document?.id,
            try await queue.store.document(document) != nil
        else { throw Problem.documentGone(record.job.label) }
        return try await submission.check(
            CheckRequest(
                document: document,
                printer: printer,
                ticket: record.job.ticket,
                pin: pin,
                name: record.job.name
            ),
            of: self.document(document),
            needsPIN: record.job.plan?.pin == true,
            asOf: record.job.createdAt
        )
    }

    nonisolated func holdAtScheduler(_ record: JobRecord) async throws {
        let label = record.job.label
        guard let job = try await jobAtScheduler(record), job.state == .pending else {
            throw Problem.jobDelivered(label)
        }
        do {
            try await scheduler.hold(job: job.id, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            throw Problem.jobDelivered(label)
        } catch {
            throw Problem.scheduler("hold", label, error)
        }
    }

    /// Moves a job, also one that waits in the scheduler and has not begun to print.
    private nonisolated func moved(
        _ id: JobID,
        _ label: String,
        to target: PrinterID,
        _ way: DeliveryWay,
        _ planned: PrintJob,
        _ check: PrintCheck
    ) async throws -> JobRecord {
        let end = clock.uptime + Duration.seconds(2) * configuration.patience
        while true {
            guard let before = try await queue.store.job(id) else { throw Problem.noSuchJob(label) }
            // While a request is pending, the state in the scheduler is unknown.
            if before.delivery.isPassing, before.job.printer != target, clock.uptime < end {
                try await clock.sleep(for: .milliseconds(50))
                continue
            }
            let isMoved = before.job.printer == target
            let waits = isMoved ? nil : try await waitsAtScheduler(before)
            let after = try await changed(id, label) { record in
                // The lane has advanced meanwhile: retry.
                guard record.job.printer == target || record.delivery.phase == before.delivery.phase
                else { return record }
                return try record.moved(to: target, way, planned, check, dropping: waits)
            }
            if after.job.printer == target { return after }
        }
    }

    /// Returns the `job-id` of a job that waits in the scheduler and has not begun to print.
    ///
    /// The scheduler holds the job from then on.
    ///
    /// - Parameter record: The job.
    /// - Returns: The `job-id`; `nil` if the scheduler has no such job.
    /// - Throws: `Problem` with `job-delivered` if the job has begun to print.
    private nonisolated func waitsAtScheduler(_ record: JobRecord) async throws -> Int? {
        guard record.delivery.isHandedOver, !record.delivery.isPassing,
            let job = try await jobAtScheduler(record)
        else { return nil }
        let label = record.job.label
        guard job.timeAtProcessing == nil, job.state == .pending || job.state == .pendingHeld
        else { throw Problem.jobDelivered(label) }
        if job.state == .pending { try await holdAtScheduler(record) }
        return job.id
    }

    nonisolated func releaseAtScheduler(_ record: JobRecord) async throws {
        guard let job = try await jobAtScheduler(record), job.state == .pendingHeld else { return }
        do {
            try await scheduler.release(job: job.id, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            // The job is no longer held.
        } catch {
            throw Problem.scheduler("release", record.job.label, error)
        }
    }

    /// Returns the scheduler's job by `job-id` *and* UUID.
    private nonisolated func jobAtScheduler(_ record: JobRecord) async throws -> SchedulerJob? {
        guard let id = record.delivery.schedulerJob else { return nil }
        do {
            let job = try await scheduler.job(id)
            return job?.uuid == record.job.submission?.urn ? job : nil
        } catch {
            throw Problem.scheduler("answer", record.job.label, error)
        }
    }
}

extension Problem {
    static func scheduler(_ operation: String, _ label: String, _ error: CupsError) -> Problem {
        let parameters = ["operation": operation, "job": label, "detail": "\(error)"]
        return Problem(.schedulerFailed, parameters)
    }
}
