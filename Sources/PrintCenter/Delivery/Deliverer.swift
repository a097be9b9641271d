import Glibc
import IPP
import PrintModel

/// Performs the steps of a delivery, one at a time.
///
/// The store has each step whose outcome a crash could leave uncertain before
/// the step begins. ``Delivery/nextStep`` alone decides what comes next.
struct Deliverer: Sendable {
    let queue: JobQueue
    let spool: Spool
    let preparer: any DocumentPreparer
    let scheduler: any PrintScheduler

    /// Performs steps until the scheduler prints the job, the job ends, or a step fails.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isNext: Whether the job is the first of its lane; one that is handed over ahead of time is
    ///     shown as `queued` until its turn comes.
    /// - Throws: The reason why a step failed.
    func deliver(
        _ record: inout JobRecord,
        isNext: Bool = true
    ) async throws(DeliveryFailure) {
        let printer = record.job.printer
        var wasJustCreated = false
        // A job that the user has moved belongs to another lane.
        while record.job.printer == printer {
            switch record.delivery.nextStep {
            case .prepare: try await prepare(&record, isNext)
            case .create:
                try await create(&record, isNext)
                wasJustCreated = true
            case .find: try await find(&record)
            case .send:
                // The scheduler may have given the number to another job.
                if !wasJustCreated { wasJustCreated = try await isStillThere(&record) }
                if wasJustCreated { try await send(&record) }
                wasJustCreated = false
            case .verify: try await verify(&record)
            case .discard: try await discard(&record)
            case .release: try await release(&record)
            case .cancel: try await cancel(&record)
            case .forget: try await end(&record, .canceled, [canceledByUser(record)])
            case .watch, .hold, .none: return
            }
        }
    }

    // MARK: Steps

    private func prepare(
        _ record: inout JobRecord,
        _ isNext: Bool
    ) async throws(DeliveryFailure) {
        // A waiting job stays `waiting` until a step succeeds; a retry is not a change.
        if record.job.state == .queued || record.job.state == .held {
            record.job.state = isNext ? .sending : .queued
            record.job.reasons = []
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
            await spool.remove(made)
        }
    }

    /// Writes the PDF that the plan describes, unless the document is sent as it is.
    private func makePages(_ record: JobRecord) async throws(DeliveryFailure) {
        guard record.isPrepared, let plan = record.job.plan, let document = record.job.document,
            let id = document.id
        else { return }
        try await checkDocument(record)
        do {
            let preparer = preparer
            let source = try await spool.open(id)
            defer { close(source) }
            try await spool.make(record.preparedName) { output in
                try await preparer.prepare(plan, of: source, document: document, into: output)
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
    private func checkDocument(_ record: JobRecord) async throws(DeliveryFailure) {
        guard let document = record.job.document, let id = document.id else { return }
        let isSame: Bool
        do {
            // A document that was unlocked meanwhile has other bytes and other facts.
            let known = try await queue.store.document(id)?.sha256 ?? document.sha256
            guard let known else { return }
            isSame = try await spool.sha256(of: id) == known
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

    private func create(
        _ record: inout JobRecord,
        _ isNext: Bool
    ) async throws(DeliveryFailure) {
        guard let submission = record.job.submission else { return }
        record.delivery.phase = .creating
        try await write(&record)
        // The user may have canceled the job meanwhile.
        guard record.delivery.phase == .creating, !record.delivery.cancelRequested else { return }
        let request = CreateJobRequest(
            printer: record.job.printer.rawValue,
            user: record.job.user,
            name: record.sentName,
            uuid: submission.urn,
            isHeld: true,
            ticket: record.ippAttributes
        )
        do {
            record.delivery.schedulerJob = try await scheduler.createJob(request)
        } catch {
            let trouble = DeliveryFailure(error, printer: record.job.printer)
            if !error.isOutcomeUnknown {
                record.delivery.phase = .prepared
                try await write(&record)
            }
            throw trouble
        }
        record.delivery.phase = .created
        record.job.state = isNext || record.job.state == .sending ? .sending : .queued
        record.job.reasons = []
        try await write(&record)
    }

    /// Finds the job by its UUID among all jobs that the scheduler remembers.
    private func find(_ record: inout JobRecord) async throws(DeliveryFailure) {
        let jobs = try await asking(record) { () async throws(CupsError) in
            try await scheduler.jobs(.all, ofUser: record.job.user)
        }
        let ours = jobs.filter {
            $0.uuid == record.job.submission?.urn && !record.delivery.discarded.contains($0.id)
        }
        if ours.isEmpty, record.delivery.cancelRequested {
            try await end(&record, .canceled, [canceledByUser(record)])
            return
        }
        try await takeIn(ours.last.flatMap { SchedulerJobFacts($0) }, &record)
    }

    private func send(_ record: inout JobRecord) async throws(DeliveryFailure) {
        guard let job = record.delivery.schedulerJob, let name = record.documentName else { return }
        record.delivery.phase = .sending
        try await write(&record)
        guard !record.delivery.cancelRequested else { return }
        if !record.isPrepared { try await checkDocument(record) }
        let file: Int32
        do {
            file = try await spool.open(name)
        } catch  where error.code == .missing && record.isPrepared {
            // The file can be made again; the scheduler's empty job waits for it.
            record.delivery.phase = .created
            try await write(&record)
            try await makePages(record)
            return
        } catch  where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            // Nothing of the document was sent.
            record.delivery.phase = .created
            try await write(&record)
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
        defer { close(file) }
        do {
            try await scheduler.sendDocument(
                job: job,
                printer: record.job.printer.rawValue,
                user: record.job.user,
                format: record.job.document?.deliveryFormat ?? "application/octet-stream",
                document: DocumentBody(descriptor: file, size: Self.size(of: file))
            )
        } catch .ipp(.notFound, _) {
            // The scheduler has lost the job: the next step finds out what it has.
            return
        } catch {
            if !error.isOutcomeUnknown, case .notConnected = error {
                record.delivery.phase = .created
                try await write(&record)
            }
            throw DeliveryFailure(error, printer: record.job.printer)
        }
        record.delivery.phase = .sent
        try await write(&record)
    }

    private func verify(_ record: inout JobRecord) async throws(DeliveryFailure) {
        var facts = try await schedulerFacts(of: record)
        if facts?.documents == 1, let received = try await receivedKilobytes(record),
            let sent = await sentKilobytes(record), received != sent,
            record.delivery.discarded.count < 2
        {
            // The scheduler has not received what was sent: discard the job and start again.
            facts?.documents = 2
        }
        try await takeIn(facts, &record)
    }

    // MARK: Shared by the steps

    /// Records the scheduler's facts of a submission, and what follows from them.
    func takeIn(
        _ facts: SchedulerJobFacts?,
        _ record: inout JobRecord
    ) async throws(DeliveryFailure) {
        let printer = ["printer": record.job.printer.rawValue]
        switch record.delivery.found(facts) {
        case .continues: try await write(&record)
        case .canceledElsewhere:
            try await end(&record, .canceled, [Reason(.canceledInScheduler, printer)])
        case .lost:
            throw .never(Reason(.processingFailed, details(record, facts?.message)))
        case .uncertain:
            throw .never(
                Reason(.deliveryUncertain, printer.merging(["label": record.job.label]) { $1 })
            )
        }
    }

    /// Returns what the scheduler reports; `nil` if it has no job of this `job-id` *and* UUID.
    func schedulerFacts(of record: JobRecord) async throws(DeliveryFailure) -> SchedulerJobFacts? {
        guard let id = record.delivery.schedulerJob else { return nil }
        let job = try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id)
        }
        guard let job, job.uuid == record.job.submission?.urn else { return nil }
        return SchedulerJobFacts(job)
    }

    private func receivedKilobytes(_ record: JobRecord) async throws(DeliveryFailure) -> Int? {
        guard let id = record.delivery.schedulerJob else { return nil }
        return try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id, attributes: ["job-k-octets"])?.kOctets
        }
    }

    private func sentKilobytes(_ record: JobRecord) async -> Int? {
        // The next send reports a document that cannot be opened.
        guard let name = record.documentName, let file = try? await spool.open(name) else {
            return nil
        }
        defer { close(file) }
        return (Self.size(of: file) + 1023) / 1024
    }

    func cancelAtScheduler(_ record: JobRecord) async throws(DeliveryFailure) {
        guard let id = record.delivery.schedulerJob else { return }
        do {
            try await scheduler.cancel(job: id, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // The job has ended already.
        } catch {
            throw DeliveryFailure(error, printer: record.job.printer)
        }
    }

    private func asking<Answer: Sendable>(
        _ record: JobRecord,
        _ question: () async throws(CupsError) -> Answer
    ) async throws(DeliveryFailure) -> Answer {
        do {
            return try await question()
        } catch {
            // A query changes nothing, so its outcome is never uncertain: retry later.
            switch DeliveryFailure(error, printer: record.job.printer) {
            case .later(let reason), .never(let reason), .unknown(let reason):
                throw .later(reason)
            }
        }
    }

    /// Ends a job.
    func end(
        _ record: inout JobRecord,
        _ state: JobState,
        _ reasons: [Reason]
    ) async throws(DeliveryFailure) {
        record.job.state = state
        record.job.reasons = record.job.wording(reasons)
        try await write(&record)
        if record.job.state.isFinal { await spool.remove(record.preparedName) }
    }

    func write(_ record: inout JobRecord) async throws(DeliveryFailure) {
        do {
            try await queue.record(&record)
        } catch {
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    func canceledByUser(_ record: JobRecord) -> Reason {
        Reason(.canceledByUser, ["printer": record.job.printer.rawValue])
    }

    private func details(_ record: JobRecord, _ detail: String?) -> [String: String] {
        var parameters = ["printer": record.job.printer.rawValue]
        parameters["detail"] = detail
        return parameters
    }

    private static func size(of file: Int32) -> Int {
        var facts = stat()
        return unsafe fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
    }
}
