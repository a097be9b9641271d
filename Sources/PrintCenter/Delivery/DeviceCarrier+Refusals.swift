import IPP
import PrintModel

/// A document that the printer does not take, or that is not there.
extension DeviceCarrier {
    /// Opens the file to send, and takes the empty job away from the printer if there is none for now: it would block the
    /// printer, which would end it.
    func openDocument(_ record: inout JobRecord) async throws(DeliveryFailure) -> Int32? {
        do {
            return try await work.openDocument(&record)
        } catch {
            if case .later = error, let empty = record.delivery.deviceJob {
                try await discardEmptyJob(empty, of: &record, then: .accepted)
            }
            throw error
        }
    }

    /// Cancels a job at the printer that has no document.
    private func discardEmptyJob(
        _ empty: Int,
        of record: inout JobRecord,
        then phase: Delivery.Phase
    ) async throws(DeliveryFailure) {
        // After a crash from here on, a canceled job was canceled by the service itself.
        record.delivery.phase = .discarding
        try await work.write(&record)
        try await cancelAtDevice(empty, record)
        record.delivery.discarded.append(empty)
        record.delivery.deviceJob = nil
        record.delivery.phase = phase
        try await work.write(&record)
    }

    /// Takes in that a document was refused, in the middle or at its end.
    ///
    /// A printer that has processed what it had, as after its time-out, refuses the rest.
    func refused(
        _ error: CupsError,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        let failure = DeliveryFailure(error, device: record.job.printer)
        // The printer has given up the job: the next step finds out what it has.
        if error.status == .notFound || error.status == .gone { return }
        if error.status == .operationNotSupported, let empty = record.delivery.deviceJob {
            return try await joinRequests(&record, insteadOf: empty)
        }
        if error.isForPassword { return try await refusedWithoutPassword(failure, &record) }
        if error.isForAnotherJob, record.delivery.deviceJob == nil {
            if let facts = try await facts(of: record) { return try await takeIn(facts, &record) }
            // No job was created together with the document, so that nothing was printed.
            record.delivery.phase = .created
            try await work.write(&record)
        }
        guard case .never = failure, case .ipp = error else { throw failure }
        let facts = try await facts(of: record)
        if let facts, facts.reachedPaper || facts.state == .processing && !facts.isIncoming {
            return try await takeIn(facts, &record)
        }
        // It has given the job up before the document came, as after its time-out.
        if error.status == .notPossible, facts?.state == .aborted {
            return try await takeIn(facts, &record)
        }
        // It cannot take the document, and may have dropped a job that it has processed.
        if facts == nil, error.status == .notPossible { return }
        // Nothing was printed, and the job has to leave the printer.
        record.delivery.phase = .sending
        try await work.write(&record)
        throw failure
    }

    /// Takes in that a printer wants a password for the document, and has not taken it.
    private func refusedWithoutPassword(
        _ failure: DeliveryFailure,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        record.delivery.recordMissingPassword()
        if record.delivery.deviceJob == nil {
            // It may want the password for its list, too; then its refusal has to do.
            if let facts = try? await facts(of: record) {
                try await takeIn(facts, &record)
                // Without the wait it would be sent again at once, and again without the password.
                if record.job.state.isFinal { return }
                throw failure
            }
            record.delivery.phase = .created
        }
        try await work.write(&record)
        throw failure
    }

    /// Starts again with one request, for a printer with Create-Job and without Send-Document.
    private func joinRequests(
        _ record: inout JobRecord,
        insteadOf empty: Int
    ) async throws(DeliveryFailure) {
        record.delivery.isOneRequest = true
        try await discardEmptyJob(empty, of: &record, then: .prepared)
    }
}
