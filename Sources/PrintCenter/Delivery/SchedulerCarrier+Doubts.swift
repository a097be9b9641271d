import IPP
import PrintModel

/// The steps that cannot be undone, or whose outcome has to be verified.
extension SchedulerCarrier {
    /// Returns what the scheduler means by its facts of a released job.
    ///
    /// cupsd 2.4 that is stopped in order while a printer works on a document that it has whole ends the job in the list of its
    /// jobs, and not in the job's own file. Once it runs again, the job is pending, is not among those that have not ended, and
    /// never starts. It has ended then, and the printer knows how.
    func meaning(
        of facts: SchedulerJobFacts,
        in record: JobRecord
    ) async throws(DeliveryFailure) -> SchedulerJobFacts? {
        guard facts.state == .pending, facts.hasBegun, facts.reasons.contains("job-printing") else {
            return facts
        }
        let active = try await asking(record) { () async throws(CupsError) in
            try await scheduler.jobs(.notCompleted, ofUser: record.job.user, attributes: [])
        }
        guard !active.contains(where: { $0.id == facts.id }) else { return facts }
        // It may have started and ended meanwhile.
        var now = try await schedulerFacts(of: record)
        if now?.state == .pending {
            now?.state = .completed
            now?.isLeftBehind = true
        }
        return now
    }

    /// Whether the scheduler still has the empty job for the document; records what it has instead.
    func isStillThere(_ record: inout JobRecord) async throws(DeliveryFailure) -> Bool {
        let facts = try await schedulerFacts(of: record)
        if let facts, facts.state == .pendingHeld, facts.documents == 0 { return true }
        try await takeIn(facts, &record)
        return false
    }

    /// Cancels the job that the scheduler holds and must not print.
    func discard(_ record: inout JobRecord) async throws(DeliveryFailure) {
        if let facts = try await schedulerFacts(of: record) {
            if facts.state == .completed || facts.state != .pendingHeld && !facts.state.isFinal {
                // Another program has released the job: it may be on paper already.
                record.delivery.phase = .released
                try await work.write(&record)
                return
            }
            try await cancelAtScheduler(record)
        }
        // Each discarded job counts: a delivery that cannot succeed ends here.
        try await takeIn(nil, &record)
    }

    /// Releases the job in the scheduler, which prints it then.
    func release(_ record: inout JobRecord) async throws(DeliveryFailure) {
        guard let job = record.delivery.schedulerJob else { return }
        guard try await schedulerFacts(of: record) != nil else {
            try await takeIn(nil, &record)
            return
        }
        await subscribe(&record)
        try await work.noteRelease(of: record)
        do {
            // Whatever its state is: a release of a job that is not held does nothing.
            try await scheduler.release(job: job, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            // The job was released before.
        } catch {
            let trouble = DeliveryFailure(error, printer: record.job.printer)
            guard case .never = trouble else { throw trouble }
            // The scheduler refuses permanently; if it still holds the job, it must not print it.
            guard let facts = try await schedulerFacts(of: record) else {
                try await takeIn(nil, &record)
                return
            }
            if facts.state == .pendingHeld, !facts.hasBegun {
                try await cancelAtScheduler(record)
                throw trouble
            }
        }
        record.delivery.phase = .released
        try await work.write(&record)
    }

    /// Cancels the job in the scheduler.
    func cancel(_ record: inout JobRecord) async throws(DeliveryFailure) {
        guard try await schedulerFacts(of: record) != nil else {
            try await work.end(&record, .canceled, [work.canceledByUser(record)])
            return
        }
        do throws(DeliveryFailure) {
            try await cancelAtScheduler(record)
        } catch {
            // Where the scheduler refuses, the lane watches the job to its end.
            guard case .never = error, record.delivery.mayHavePrinted else { throw error }
        }
        record.delivery.cancelSent = true
        record.job.reasons = [Reason(.canceling, ["printer": record.job.printer.rawValue])]
        try await work.write(&record)
    }

    /// Whether a request has to be repeated because the scheduler did not do what it acknowledged.
    func mustRepeatRequest(
        _ record: inout JobRecord,
        of facts: SchedulerJobFacts?
    ) async throws(DeliveryFailure) -> Bool {
        guard let facts, record.delivery.reminder(after: facts) != .none else { return false }
        try await work.write(&record)
        return true
    }

    /// Cancels a job in the scheduler that has ended here, and verifies that it is gone: otherwise the
    /// scheduler would print it, or its queue would be blocked.
    ///
    /// - Throws: ``DeliveryFailure/later(_:)`` while the scheduler keeps the job; the job has not ended here then.
    func drop(_ record: JobRecord) async throws(DeliveryFailure) {
        guard try await isKept(record) else { return }
        var detail: String?
        do throws(DeliveryFailure) {
            try await cancelAtScheduler(record)
        } catch {
            switch error {
            case .later(let reason) where reason.code == .schedulerUnreachable: throw error
            case .unknown(let reason): throw .later(reason)
            case .later(let reason), .never(let reason):
                detail = reason.parameters["detail"] ?? reason.message
            }
        }
        guard try await isKept(record) else { return }
        var parameters = ["printer": record.job.printer.rawValue]
        parameters["job"] = record.delivery.schedulerJob.map { "\(record.job.printer)-\($0)" }
        parameters["detail"] = detail
        throw .later(Reason(.cancelRefused, parameters))
    }

    /// Whether the scheduler has the job in a state that is not final.
    private func isKept(_ record: JobRecord) async throws(DeliveryFailure) -> Bool {
        try await schedulerFacts(of: record).map { !$0.state.isFinal } ?? false
    }
}
