import Glibc
import IPP
import PrintModel

/// Takes the steps of a delivery, one at a time.
///
/// Each step that a crash could leave in doubt is written down before it is
/// taken. What comes next is decided by ``Delivery/nextStep`` alone.
struct Deliverer: Sendable {
    let queue: JobQueue
    let spool: Spool
    let preparer: any DocumentPreparer
    let scheduler: Scheduler

    /// Takes steps until the job is in the printer's hands or over, or a step does not work.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isNext: Whether no other job is before it; one that is handed over ahead of time stays
    ///     queued for people until its turn comes.
    /// - Throws: Why a step was not taken.
    func deliver(
        _ record: inout JobRecord,
        isNext: Bool = true
    ) async throws(DeliveryTrouble) {
        let printer = record.job.printer
        var wasJustCreated = false
        // A job that was moved in the meantime belongs to another lane.
        while record.job.printer == printer {
            switch record.delivery.nextStep {
            case .prepare: try await prepare(&record, isNext)
            case .create:
                try await create(&record, isNext)
                wasJustCreated = true
            case .find: try await find(&record)
            case .send:
                // By now the number may be that of another job.
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
    ) async throws(DeliveryTrouble) {
        // A job that waits says so until a step has worked: trying again is no news.
        if record.job.state == .queued || record.job.state == .held {
            record.job.state = isNext ? .sending : .queued
            record.job.reasons = []
        }
        try await write(&record)
        // The write may have brought a wish of the user.
        guard record.delivery.nextStep == .prepare else { return }
        try await makePages(record)
        let made = record.preparedName
        record.delivery.phase = .prepared
        try await write(&record)
        // Canceled or moved in the meantime: nobody needs the pages.
        if record.delivery.phase == .ended || record.preparedName != made {
            await spool.remove(made)
        }
    }

    /// Makes the PDF that the plan describes, where the document is not sent as it is.
    private func makePages(_ record: JobRecord) async throws(DeliveryTrouble) {
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
            let reason = Reason(.preparationFailed, details(record, error.detail))
            throw error.mayPass ? .later(reason) : .never(reason)
        } catch let error as SpoolError where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            throw .later(Reason(.storageFailed, details(record, "\(error)")))
        }
    }

    /// Makes sure that the document in the spool is the one that was submitted.
    ///
    /// A disk that loses bits, or a program of the same user, may have changed it since.
    private func checkDocument(_ record: JobRecord) async throws(DeliveryTrouble) {
        guard let document = record.job.document, let id = document.id else { return }
        let isSame: Bool
        do {
            // One that was unlocked meanwhile has other bytes, and facts of its own.
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
    ) async throws(DeliveryTrouble) {
        guard let submission = record.job.submission else { return }
        record.delivery.phase = .creating
        try await write(&record)
        // A cancel may have come with the write.
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
            let trouble = DeliveryTrouble(error, printer: record.job.printer)
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

    /// Looks for the job by its UUID among all that the scheduler remembers.
    private func find(_ record: inout JobRecord) async throws(DeliveryTrouble) {
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

    private func send(_ record: inout JobRecord) async throws(DeliveryTrouble) {
        guard let job = record.delivery.schedulerJob, let name = record.documentName else { return }
        record.delivery.phase = .sending
        try await write(&record)
        guard !record.delivery.cancelRequested else { return }
        if !record.isPrepared { try await checkDocument(record) }
        let file: Int32
        do {
            file = try await spool.open(name)
        } catch  where error.code == .missing && record.isPrepared {
            // It can be made again; the scheduler's empty job waits for it.
            record.delivery.phase = .created
            try await write(&record)
            try await makePages(record)
            return
        } catch  where error.code == .missing {
            throw .never(Reason(.preparationFailed, details(record, "\(error)")))
        } catch {
            // Nothing of it was sent.
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
            // The scheduler lost the job: looking for it tells what follows.
            return
        } catch {
            if !error.isOutcomeUnknown, case .notConnected = error {
                record.delivery.phase = .created
                try await write(&record)
            }
            throw DeliveryTrouble(error, printer: record.job.printer)
        }
        record.delivery.phase = .sent
        try await write(&record)
    }

    private func verify(_ record: inout JobRecord) async throws(DeliveryTrouble) {
        var facts = try await look(at: record)
        if facts?.documents == 1, let told = try await receivedKilobytes(record),
            let sent = await sentKilobytes(record), told != sent,
            record.delivery.discarded.count < 2
        {
            // What arrived is not what was sent: drop it and begin again.
            facts?.documents = 2
        }
        try await takeIn(facts, &record)
    }

    // MARK: What the steps share

    /// Takes in what the scheduler has of a submission, and writes down what follows.
    func takeIn(
        _ facts: SchedulerJobFacts?,
        _ record: inout JobRecord
    ) async throws(DeliveryTrouble) {
        let printer = ["printer": record.job.printer.rawValue]
        switch record.delivery.found(facts) {
        case .goesOn: try await write(&record)
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

    /// What the scheduler says of the job; `nil` where it has none with this number *and* UUID.
    func look(at record: JobRecord) async throws(DeliveryTrouble) -> SchedulerJobFacts? {
        guard let id = record.delivery.schedulerJob else { return nil }
        let job = try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id)
        }
        guard let job, job.uuid == record.job.submission?.urn else { return nil }
        return SchedulerJobFacts(job)
    }

    private func receivedKilobytes(_ record: JobRecord) async throws(DeliveryTrouble) -> Int? {
        guard let id = record.delivery.schedulerJob else { return nil }
        return try await asking(record) { () async throws(CupsError) in
            try await scheduler.job(id, attributes: ["job-k-octets"])?.kOctets
        }
    }

    private func sentKilobytes(_ record: JobRecord) async -> Int? {
        // A document that cannot be opened is found out when it is sent.
        guard let name = record.documentName, let file = try? await spool.open(name) else {
            return nil
        }
        defer { close(file) }
        return (Self.size(of: file) + 1023) / 1024
    }

    func cancelAtScheduler(_ record: JobRecord) async throws(DeliveryTrouble) {
        guard let id = record.delivery.schedulerJob else { return }
        do {
            try await scheduler.cancel(job: id, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // It is over already.
        } catch {
            throw DeliveryTrouble(error, printer: record.job.printer)
        }
    }

    private func asking<Answer: Sendable>(
        _ record: JobRecord,
        _ question: () async throws(CupsError) -> Answer
    ) async throws(DeliveryTrouble) -> Answer {
        do {
            return try await question()
        } catch {
            // A question changes nothing, so nothing can be in doubt: ask again later.
            switch DeliveryTrouble(error, printer: record.job.printer) {
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
    ) async throws(DeliveryTrouble) {
        record.job.state = state
        record.job.reasons = record.job.wording(reasons)
        try await write(&record)
        if record.job.state.isFinal { await spool.remove(record.preparedName) }
    }

    func write(_ record: inout JobRecord) async throws(DeliveryTrouble) {
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

extension JobRecord {
    /// The name in the spool of the PDF that the plan describes.
    package var preparedName: String {
        Self.preparedName(job.submission?.rawValue ?? "job", moves: delivery.moves)
    }

    /// The name is another one after a move, because the old printer's lane may still be at work on
    /// what the old plan describes.
    static func preparedName(_ submission: String, moves: Int?) -> String {
        moves.map { "\(submission)-\($0).pdf" } ?? "\(submission).pdf"
    }

    /// Whether a PDF of its own is made for the job; otherwise the document goes out as it is.
    package var isPrepared: Bool {
        guard let document = job.document, let plan = job.plan, document.isImposable else {
            return false
        }
        return !plan.isFulfilled(by: document)
    }

    /// The name in the spool of what is sent.
    var documentName: String? { isPrepared ? preparedName : job.document?.id }
}

extension SchedulerJobFacts {
    /// Takes over what a job of the scheduler says; `nil` for a state that is not one.
    init?(_ job: SchedulerJob) {
        guard let state = PrintModel.IPPJobState(rawValue: job.state?.rawValue ?? 0) else {
            return nil
        }
        self.init(
            id: job.id,
            state: state,
            reasons: job.stateReasons,
            message: job.printerStateMessage,
            printerReasons: job.printerStateReasons,
            documents: job.numberOfDocuments ?? 0,
            holdUntil: job.holdUntil,
            hasBegun: job.timeAtProcessing != nil,
            impressions: job.impressionsCompleted
        )
        beganAt = job.timeAtProcessing
    }
}
