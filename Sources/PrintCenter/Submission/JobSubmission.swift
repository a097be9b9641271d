import FoundationEssentials
import PrintModel

/// Checks requests to print, and queues the jobs that are possible.
struct JobSubmission: Sendable {
    let work: DeliveryWork
    let directory: PrinterDirectory
    let preferences: Preferences
    /// The name of the user who owns the jobs.
    let user: String

    var queue: JobQueue { work.queue }
    var pages: LaidOutPages { work.pages }
    private var pins: JobPINs { work.pins }

    /// Queues a job of a document in the store, or of a new one, which is stored together with the job.
    func submit(
        _ request: SubmissionRequest,
        of new: DocumentFacts?,
        key: String
    ) async throws -> PrintJob {
        try await loggingRefusal(printer: request.printer, title: request.name ?? new?.name) {
            try await queued(request, of: new, key: key)
        }
    }

    /// Has the log tell of a request to print that fails.
    func loggingRefusal(
        printer: String?,
        title: String?,
        _ body: () async throws -> PrintJob
    ) async throws -> PrintJob {
        do {
            return try await body()
        } catch let problem as Problem {
            queue.log?.refused(problem, printer: printer, title: title)
            throw problem
        }
    }

    private func queued(
        _ request: SubmissionRequest,
        of new: DocumentFacts?,
        key: String
    ) async throws -> PrintJob {
        var request = request
        request.name = JobName.usable(request.name)
        if let before = try await queue.store.job(key: key) {
            var written = request
            written.pin = nil
            let job = try await enqueue(before, as: written, key)
            await keep(request.pin, of: before)
            return job
        }
        // The job keeps the options of a preset and of an instance, even if the user changes them later.
        let preset = try use(request.preset, under: request.ticket)
        var (wanted, ticket) = withInstance(
            request.printer,
            request.defaults,
            preset?.ticket ?? request.ticket,
            among: try await printers(with: request.printer)
        )
        let id = request.document ?? ""
        let question = CheckRequest(
            document: id,
            printer: wanted,
            defaults: request.defaults,
            ticket: ticket,
            pin: request.pin,
            name: request.name
        )
        let known: DocumentFacts
        if let new { known = new } else { known = try await document(id) }
        let now = queue.clock.now
        let plain = try await check(question, of: known, asOf: now)
        let check = preset?.naming(plain) ?? plain
        let mayWait = await mayWait(request, for: check.obstacles)
        guard let printer = check.printer, var document = check.document,
            check.possible || mayWait
        else { throw Problem(check) }
        var plan = check.plan
        if plan == nil, let waiting = try await waitingPlan(printer, document, ticket) {
            (plan, document) = waiting
            plan?.pin = request.pin == nil ? nil : true
            plan?.fillIn(request.name, document, now)
        }
        let hold = Delivery.Hold(isAsked: request.hold, until: ticket.holdUntil, at: now)
        if ticket.holdUntil == PrintTicket.indefinitely { ticket.holdUntil = nil }
        let job = PrintJob(
            id: nil,
            submission: SubmissionID(rawValue: key) ?? .random(),
            name: request.name ?? document.name,
            user: user,
            printer: printer,
            state: hold != nil ? .held : check.possible ? .queued : .waiting,
            reasons: hold.map { [Reason($0, printer)] }
                ?? check.obstacles.map { Reason(waitingFor: $0) },
            document: document,
            ticket: ticket,
            plan: plan,
            createdAt: now,
            updatedAt: now,
            notices: check.notices
        )
        var record = JobRecord(job: job)
        record.delivery.hold = hold
        if hold == nil, check.possible {
            await work.prepareInAdvance(record, isNew: new != nil)
        }
        await directory.way(to: printer).decide(&record)
        // A PIN is not stored with the job.
        var written = request
        written.pin = nil
        // The printer may get the job at once.
        await keep(request.pin, of: record)
        do {
            // The client may have been interrupted while it waited for a slow printer: it would not learn of the job.
            guard Caller.isWaiting else { throw Problem(.requestTimeout) }
            return try await enqueue(record, as: written, key, with: new)
        } catch {
            if request.pin != nil, let job = record.job.submission { await pins.forget(job) }
            // A job of this key makes them again.
            await work.removePages(record.preparedName)
            throw error
        }
    }

    /// Whether a job is queued although it cannot be printed now: where the request says so, and where nothing is missing
    /// but a scheduler that restarts.
    private func mayWait(_ request: SubmissionRequest, for obstacles: [Obstacle]) async -> Bool {
        if request.whenPossible == true { return obstacles.allSatisfy(\.mayPassByItself) }
        guard obstacles.allSatisfy({ $0.code == .schedulerUnreachable }) else { return false }
        return await directory.isSchedulerRestarting
    }

    /// Keeps the PIN of a job that its printer does not have yet.
    func keep(_ pin: String?, of record: JobRecord) async {
        guard let pin, let job = record.job.submission, record.job.plan?.pin == true,
            !record.delivery.mayHavePrinted
        else { return }
        await pins.keep(pin, of: job)
    }

    /// Queues a job, or returns the one that the same request with this key has made.
    func enqueue(
        _ record: JobRecord,
        as request: some Encodable,
        _ key: String,
        with document: DocumentFacts? = nil
    ) async throws -> PrintJob {
        let written = String(decoding: try WireFormat.encode(request), as: UTF8.self)
        let queued = try await queue.submit(record, key: key, request: written, with: document)
        switch queued {
        case .new(let record), .existing(let record): return record.job
        case .documentGone: throw Problem.noDocument(record.job.document?.id ?? "")
        case .keyReused:
            throw Problem(.keyReused)
        }
    }

    /// The plan for a job that waits until an obstacle passes, and the document with its pages.
    func waitingPlan(
        _ id: PrinterID,
        _ document: DocumentFacts,
        _ ticket: PrintTicket
    ) async throws -> (PrintPlan, DocumentFacts)? {
        guard let printer = try await printers(with: nil).first(where: { $0.id == id }) else {
            return nil
        }
        let admission = Admission(printer: printer, habits: preferences.habits(with: id))
        let document = try await laidOut(document, ticket, admission)
        return (admission.plan(of: document, ticket: ticket), document)
    }

    private func document(_ id: String) async throws -> DocumentFacts {
        guard let facts = try await queue.store.document(id) else { throw Problem.noDocument(id) }
        return facts
    }
}
