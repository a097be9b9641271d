import Glibc
import PrintModel

/// What a delivery needs whatever its way is: the pages of the job, and its record in the store.
struct DeliveryWork: Sendable {
    let queue: JobQueue
    let spool: Spool
    let preparer: any DocumentPreparer
    let pages: LaidOutPages
    let pins: JobPINs
    let advance = PagesInAdvance()
    /// The pages that hosts make for each other, where several share the queue.
    var shared: SharedPages?
    /// The lane of the jobs, where several hosts share the queue.
    var lease: LaneLease?
    /// The time after which jobs that are being canceled no longer wait for their printer; `nil` for no end.
    var longestCancel: @Sendable () -> Duration? = { nil }

    /// The same for the jobs of a lane.
    func under(_ lease: LaneLease?) -> DeliveryWork {
        var copy = self
        copy.lease = lease
        return copy
    }

    /// Whether a step may begin that reaches the printer, and takes some time.
    func mayAct(for time: Duration) -> Bool { lease?.lasts(time) ?? true }

    // MARK: Pages

    /// Begins to make the pages of a job that is about to be queued, if its printer has no other job.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isNew: Whether the service has just written the document, and hashed it.
    func prepareInAdvance(_ record: JobRecord, isNew: Bool) async {
        // Where hosts share the queue, the one that has the printer says what is wanted.
        guard record.isPrepared, shared == nil else { return }
        await advance.begin(record) {
            guard await isAlone(record) else { return false }
            // Where this fails, the delivery tries again, and reports why.
            return (try? await makePages(record, isNew: isNew)) != nil
        }
    }

    /// Whether no other job is on its way to the printer of a job, which may be in the queue already.
    private func isAlone(_ record: JobRecord) async -> Bool {
        let printer = record.job.printer
        let filter = JobFilter(printer: printer)
        let listed = try? await queue.store.list(filter, from: JobID(rawValue: 0), limit: 1)
        if listed?.ids.isEmpty == true { return true }
        // A held job does not keep the printer.
        let jobs = try? await queue.store.lane(of: printer, at: queue.clock.now, limit: 2)
        guard let jobs else { return false }
        return (jobs.underWay + jobs.next).allSatisfy {
            $0.job.submission == record.job.submission
        }
    }

    /// Removes the pages of a job.
    func removePages(_ name: String) async {
        await advance.forget(name)
        await spool.remove(name)
    }

    /// Makes the pages of a job, unless they were made in advance.
    func prepare(
        _ record: inout JobRecord,
        isNext: Bool
    ) async throws(DeliveryFailure) {
        // A waiting job stays `waiting` until a step succeeds; a retry is not a change.
        if record.job.state == .queued || record.job.state == .held {
            record.job.state = isNext ? .sending : .queued
            record.job.reasons = []
        }
        var isReady = !record.isPrepared
        if !isReady {
            isReady =
                if let shared {
                    await shared.areMade(record, in: spool, under: lease)
                } else if record.delivery.route == .direct, record.isPreparedSoon,
                    await advance.areBegun(record)
                {
                    // The job is created meanwhile. A scheduler that restarts may give its number to another one.
                    true
                } else {
                    await advance.isDone(record)
                }
        }
        if isReady {
            // A crash leaves nothing uncertain here: only the next step is written down.
            record.delivery.phase = .prepared
            return
        }
        try await write(&record)
        // The user may have canceled or held the job meanwhile.
        guard record.delivery.nextStep == .prepare else { return }
        try await makePages(record)
        let made = record.preparedName
        record.delivery.phase = .prepared
        try await write(&record)
        // The user has canceled or moved the job: the pages are not needed.
        if record.delivery.phase == .ended || record.preparedName != made {
            await removePages(made)
        }
    }

    /// Writes down that the job is about to be created; returns whether it still is to be.
    func beginCreating(_ record: inout JobRecord) async throws(DeliveryFailure) -> Bool {
        let (made, printer) = (record.preparedName, record.job.printer)
        record.delivery.phase = .creating
        try await write(&record)
        // The user may have canceled, held, or moved the job meanwhile.
        if record.delivery.phase == .ended || record.preparedName != made {
            await removePages(made)
        }
        return record.delivery.phase == .creating && record.job.printer == printer
            && !record.delivery.cancelRequested
    }

    /// Writes the PDF that the plan describes, or its raster file, unless the document is sent as it is.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isNew: Whether the service has just written the document, and hashed it.
    /// - Throws: The reason why there are no pages.
    func makePages(_ record: JobRecord, isNew: Bool = false) async throws(DeliveryFailure) {
        guard record.isPrepared, let plan = record.job.plan, let document = record.job.document
        else { return }
        if !isNew { try await checkDocument(record) }
        do {
            let preparer = preparer
            let (source, pages) = try await pages.open(document)
            defer { close(source) }
            let isFinished = plan.isFulfilled(by: pages)
            let scratch = plan.raster == nil || isFinished ? nil : try await spool.scratch()
            defer { if let scratch { close(scratch) } }
            // Another host may send it.
            let isLasting = record.isLasting || shared != nil
            try await spool.make(
                record.preparedName,
                lasting: isLasting ? .durable : .passing
            ) { output in
                guard plan.raster != nil else {
                    guard !isFinished else { return try Spool.copy(source, into: output) }
                    return try await preparer.prepare(
                        plan,
                        of: source,
                        document: pages,
                        into: output
                    )
                }
                if let scratch {
                    try await preparer.prepare(plan, of: source, document: pages, into: scratch)
                }
                let file = scratch ?? source
                guard let stream = try await preparer.makeRaster(plan, of: file, into: output)
                else { return }
                try Spool.copy(file, into: output)
                try Spool.append(stream.line(), to: output)
            }
        } catch let error as PreparationError {
            let parameters = details(record, error.detail).merging(error.parameters) { $1 }
            let reason = Reason(.preparationFailed, parameters)
            throw error.mayPass ? .later(reason) : .never(reason)
        } catch let error as SpoolError where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    /// Verifies that the document in the spool is the one that was submitted.
    ///
    /// A failing disk, or another program of the user, may have changed it.
    func checkDocument(_ record: JobRecord) async throws(DeliveryFailure) {
        guard let document = record.job.document, let id = document.id else { return }
        let isSame: Bool
        do {
            // A document that was unlocked meanwhile has other bytes and other facts.
            let known = try await queue.store.document(id)?.sha256 ?? document.sha256
            guard let known else { return }
            isSame = try await spool.measure(id).sha256 == known
        } catch let error as SpoolError where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
        guard isSame else {
            var parameters = details(record, nil)
            parameters["document"] = document.name
            throw .never(Reason(.documentChanged, parameters))
        }
    }

    /// Waits until the pages of a job are no longer being made in advance.
    func waitForPages(of record: JobRecord) async {
        // Where they could not be made, the file is missing when it is opened.
        if record.isPrepared { _ = await advance.isDone(record) }
    }

    /// Opens the file to send; the caller closes it.
    ///
    /// - Parameter record: A job in the phase `sending`, of which nothing was sent. It goes back to
    ///   `created` where there is nothing to send yet.
    /// - Returns: The file; `nil` if a file that was missing was made again.
    /// - Throws: The reason why there is nothing to send.
    func openDocument(_ record: inout JobRecord) async throws(DeliveryFailure) -> Int32? {
        guard let name = record.documentName else { return nil }
        if !record.isPrepared { try await checkDocument(record) }
        do {
            return try await spool.open(name)
        } catch  where error.code == .missing && record.isPrepared {
            // The file can be made again; the empty job waits for it.
            record.delivery.phase = .created
            try await write(&record)
            try await makePages(record)
            return nil
        } catch  where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            record.delivery.phase = .created
            try await write(&record)
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    // MARK: The record

    /// Ends a job.
    func end(
        _ record: inout JobRecord,
        _ state: JobState,
        _ reasons: [Reason]
    ) async throws(DeliveryFailure) {
        record.job.state = state
        record.job.reasons = record.job.wording(reasons)
        try await write(&record)
        guard record.job.state.isFinal else { return }
        await removePages(record.preparedName)
        await forgetPIN(of: record)
    }

    /// Ends a job that is being canceled without waiting any longer for its printer.
    ///
    /// Its document leaves the spool at once: nobody wants to print it again.
    ///
    /// - Parameter id: The job.
    /// - Returns: The job as it is now; `nil` if there is none.
    /// - Throws: ``StoreError``.
    func giveUp(_ id: JobID) async throws -> JobRecord? {
        guard let record = try await queue.giveUp(id), record.job.state.isFinal,
            record.delivery.cancelRequested
        else { return nil }
        await removePages(record.preparedName)
        await forgetPIN(of: record)
        // A store that fails here leaves the document to the retention.
        if let document = record.job.document?.id,
            (try? await queue.store.retire(document: document, of: id)) == true
        {
            await spool.remove(document)
            await pages.forget(document: document)
        }
        return record
    }

    /// Forgets the PIN of a job that the printer has, or that has ended.
    func forgetPIN(of record: JobRecord) async {
        guard record.job.plan?.pin == true, let job = record.job.submission else { return }
        await pins.forget(job)
    }

    /// Notes that a job is about to be released, which its record says already.
    func noteRelease(of record: JobRecord) async throws(DeliveryFailure) {
        guard let store = queue.store as? any SharedJobStore, let job = record.job.submission else {
            return
        }
        do {
            try await store.noteRelease(job)
        } catch {
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    func write(_ record: inout JobRecord) async throws(DeliveryFailure) {
        do {
            try await queue.record(&record, under: lease)
        } catch {
            if (error as? StoreError)?.code == .stale { lease?.lose() }
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    func canceledByUser(_ record: JobRecord) -> Reason {
        Reason(.canceledByUser, ["printer": record.job.printer.rawValue])
    }

    func details(_ record: JobRecord, _ detail: String?) -> [String: String] {
        var parameters = ["printer": record.job.printer.rawValue]
        parameters["detail"] = detail
        return parameters
    }
}
