import IPP
import PrintModel

/// The steps after which nothing can be taken back, or where the scheduler's word is not enough.
extension Deliverer {
    /// Whether the scheduler still has the empty job that is to get the document; takes in what it
    /// has instead.
    func isStillThere(_ record: inout JobRecord) async throws(DeliveryTrouble) -> Bool {
        let facts = try await look(at: record)
        if let facts, facts.state == .held, facts.documents == 0 { return true }
        try await takeIn(facts, &record)
        return false
    }

    /// Drops what the scheduler holds and must not print.
    func discard(_ record: inout JobRecord) async throws(DeliveryTrouble) {
        if let facts = try await look(at: record) {
            if facts.state == .completed || facts.state != .held && !facts.state.isTerminal {
                // Somebody else has released it in the meantime: it may be on paper already.
                record.delivery.phase = .released
                try await write(&record)
                return
            }
            try await cancelAtScheduler(record)
        }
        // To drop one more is to begin one more: what cannot work ends here.
        try await takeIn(nil, &record)
    }

    /// Tells the scheduler to print.
    func release(_ record: inout JobRecord) async throws(DeliveryTrouble) {
        guard let job = record.delivery.schedulerJob else { return }
        guard try await look(at: record) != nil else {
            try await takeIn(nil, &record)
            return
        }
        do {
            // Whatever state it told: a release is harmless where it is none any more.
            try await scheduler.release(job: job, user: record.job.user)
        } catch .ipp(.notPossible, _) {
            // Released already.
        } catch {
            let trouble = DeliveryTrouble(error, printer: record.job.printer)
            guard case .never = trouble else { throw trouble }
            // Refused for good, as it says; if it still holds the job, that must not be printed.
            guard let facts = try await look(at: record) else {
                try await takeIn(nil, &record)
                return
            }
            if facts.state == .held, !facts.hasBegun {
                try await cancelAtScheduler(record)
                throw trouble
            }
        }
        record.delivery.phase = .released
        try await write(&record)
    }

    /// Tells the scheduler to cancel.
    func cancel(_ record: inout JobRecord) async throws(DeliveryTrouble) {
        guard try await look(at: record) != nil else {
            try await end(&record, .canceled, [canceledByUser(record)])
            return
        }
        do throws(DeliveryTrouble) {
            try await cancelAtScheduler(record)
        } catch {
            // What is refused for good is watched to its end, if there may be one.
            guard case .never = error, record.delivery.mayHavePrinted else { throw error }
        }
        record.delivery.cancelSent = true
        record.job.reasons = [Reason(.canceling, ["printer": record.job.printer.rawValue])]
        try await write(&record)
    }

    /// Whether the scheduler has to be told again what it said it did; that is written down then.
    func mustRemind(
        _ record: inout JobRecord,
        of facts: SchedulerJobFacts?
    ) async throws(DeliveryTrouble) -> Bool {
        guard let facts, record.delivery.reminder(after: facts) != .none else { return false }
        try await write(&record)
        return true
    }

    /// Has the scheduler drop a job that is over, and makes sure that it did: what it keeps would be
    /// printed after all, or hold up its queue.
    ///
    /// - Throws: ``DeliveryTrouble/later(_:)`` while it keeps the job; the job has not ended then.
    func drop(_ record: JobRecord) async throws(DeliveryTrouble) {
        guard try await isKept(record) else { return }
        var detail: String?
        do throws(DeliveryTrouble) {
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

    /// Whether the scheduler has the job, and it has not ended there.
    private func isKept(_ record: JobRecord) async throws(DeliveryTrouble) -> Bool {
        try await look(at: record).map { !$0.state.isTerminal } ?? false
    }
}
