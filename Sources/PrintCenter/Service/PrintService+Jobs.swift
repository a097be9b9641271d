import FoundationEssentials
public import PrintModel

extension PrintService {
    /// Returns all printers as they are now, the usual ones first: the default, then those that were used
    /// lately.
    ///
    /// - Throws: `Problem` with `scheduler-unreachable`.
    public nonisolated func printers() async throws -> [Printer] {
        await directory.awaitAnnouncements()
        let printers = try await submission.printers(with: nil)
        guard printers.count > 1 else { return printers }
        return printers.usualFirst((try? await queue.store.usedPrinters()) ?? [])
    }

    /// Returns the plan for a document and a ticket, or the obstacles.
    public nonisolated func check(_ request: CheckRequest) async throws -> PrintCheck {
        try await submission.check(
            request,
            of: document(request.document),
            savesPaper: true
        )
    }

    /// Sets the default printer of the user, which overrides all other defaults.
    ///
    /// - Parameter name: The printer; `nil` removes the default.
    /// - Returns: The default printer after the change, if there is one.
    /// - Throws: `Problem` with `printer-not-found` or `storage-failed`.
    public nonisolated func setDefaultPrinter(_ name: String?) async throws -> Printer? {
        var chosen: PrinterID?
        if let name {
            switch PrinterChoice.choose(named: name, among: try await printers()) {
            case .success(let printer): chosen = printer.id
            case .failure(let obstacle): throw Problem(noPrinter: obstacle)
            }
        }
        try Self.saved { try preferences.setDefaultPrinter(chosen?.rawValue) }
        await directory.invalidate()
        return try await printers().first(where: \.isDefault)
    }

    /// Which notifications the desktop gets.
    public nonisolated var notifications: NotificationLevel { preferences.notifications }

    /// Sets which notifications the desktop gets.
    ///
    /// - Throws: `Problem` with `storage-failed`.
    public nonisolated func setNotifications(_ level: NotificationLevel) throws {
        try Self.saved { try preferences.setNotifications(level) }
    }

    /// Changes the settings, and says in a problem why that fails.
    private nonisolated static func saved(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let problem as SettingsProblem {
            throw Problem(problem)
        } catch {
            throw Problem(.defaultNotSaved, ["detail": "\(error)"])
        }
    }

    /// The error in `settings.json`, or a key without effect; `nil` if there is neither.
    public nonisolated var settingsProblem: SettingsProblem? {
        preferences.problem ?? preferences.unknownKey
    }

    /// Whether owners of documents can forbid printing.
    public nonisolated var obeysDocumentRestrictions: Bool {
        preferences.obeysDocumentRestrictions
    }

    /// Why printers that announce themselves are not found; `nil` if they are.
    public nonisolated var discoveryProblem: Announcements.Problem? {
        directory.announcements?.announcements.problem
    }

    /// Returns the options that a ticket can have for a printer.
    public nonisolated func options(_ request: OptionsRequest) async throws -> PrinterOptions {
        var document: DocumentFacts?
        if let id = request.document { document = try await self.document(id) }
        try submission.refuseUnknownDefault(request.printer)
        let preset = try submission.use(request.preset, under: PrintTicket())
        let printers = try await submission.printers(with: request.printer)
        let (name, instance) = submission.withInstance(
            request.printer,
            request.defaults,
            preset?.ticket ?? PrintTicket(),
            among: printers
        )
        switch await submission.choice(name, request.defaults, for: document, among: printers) {
        case .success(let chosen):
            let printer = await directory.awaited(chosen)
            return PrinterOptions(
                printer: printer,
                document: document,
                habits: instance.completed(by: preferences.habits(with: printer.id))
            )
        case .failure(let obstacle) where obstacle.code == .printerNotFound:
            throw Problem(noPrinter: obstacle)
        case .failure(let obstacle):
            throw Problem(
                PrintCheck(printer: nil, document: document, plan: nil, obstacles: [obstacle])
            )
        }
    }

    /// Queues a job if printing is possible; returns once the job is on disk.
    ///
    /// - Parameters:
    ///   - request: The document, the printer, and the ticket.
    ///   - key: The idempotency key; the same key with the same request returns the same job.
    /// - Returns: The job.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, or
    ///   `idempotency-key-reused`.
    public nonisolated func submit(
        _ request: SubmissionRequest,
        key: String
    ) async throws -> PrintJob {
        try await submission.submit(request, of: nil, key: key)
    }

    // MARK: The queue

    /// Returns the details of a job.
    ///
    /// - Parameter label: The number of the job, or its name in the scheduler.
    /// - Returns: The job, with its story where it is in the store.
    /// - Throws: `Problem` with `job-not-found`.
    public nonisolated func details(_ label: String) async throws -> JobDetails {
        if let record = try await record(label), let id = record.job.id {
            return JobDetails(job: record.job, story: try await queue.store.story(of: id))
        }
        let external = await externalJobs(all: true).first { $0.external == label }
        guard let external else { throw Problem.noSuchJob(label) }
        return JobDetails(job: external, story: [])
    }

    /// Cancels a job of the service or of another program.
    ///
    /// A job that the scheduler cannot have yet ends at once; another one ends when
    /// scheduler and printer have canceled it.
    ///
    /// - Parameters:
    ///   - label: The number of the job, or its name in the scheduler.
    ///   - force: Whether to end the job although its printer does not say what becomes of it. It fails with
    ///     `delivery-uncertain` then, where pages may come out.
    /// - Returns: The job.
    /// - Throws: `Problem` with `job-not-found`, or `job-ended`.
    public nonisolated func cancel(_ label: String, force: Bool = false) async throws -> PrintJob {
        guard let record = try await record(label), let id = record.job.id else {
            return try await cancelExternal(label)
        }
        guard let after = try await queue.requestCancel(id) else {
            // A client that lost the reply to its cancel retries.
            if let job = try await self.record(label)?.job, job.state == .canceled { return job }
            throw Problem.jobEnded(label, record.job.state)
        }
        if after.job.state.isFinal {
            await work.removePages(after.preparedName)
            await forgetPIN(of: after)
        }
        return force ? try await giveUp([after])[0] : after.job
    }

    /// Returns the named jobs, and all changes from then on.
    public nonisolated func follow(
        _ ids: [JobID]
    ) async throws -> (jobs: [PrintJob], sequence: Int, changes: EventFeed) {
        let now = try await queue.patiently { [queue] in try await queue.store.snapshot(of: ids) }
        return (now.jobs, now.sequence, EventFeed(queue: queue, start: now.sequence))
    }

    /// Returns the jobs that are not final, page by page, and all changes from then on.
    ///
    /// - Parameter limit: How many jobs to read; `nil` for all.
    /// - Returns: The pages, which are read as they are asked for.
    /// - Throws: The errors of the store.
    public nonisolated func followActive(limit: Int? = nil) async throws -> ActiveJobPages {
        let sequence = try await queue.patiently { [queue] in try await queue.store.lastEvent() }
        return ActiveJobPages(queue: queue, sequence: sequence, limit: limit)
    }

    /// Returns the sequence number of the last change, and all changes from then on.
    public nonisolated func changes() async throws -> (sequence: Int, changes: EventFeed) {
        let sequence = try await queue.store.lastEvent()
        return (sequence, EventFeed(queue: queue, start: sequence))
    }

    /// Returns all changes after a sequence number; `nil` if the store no longer has all of them, or the
    /// number is not one of this queue.
    public nonisolated func changes(after sequence: Int) async throws -> EventFeed? {
        let isThere = try await queue.patiently { [queue] in
            try await queue.store.hasAllEvents(after: sequence)
        }
        guard isThere else { return nil }
        return EventFeed(queue: queue, start: sequence)
    }

    nonisolated func record(_ label: String) async throws -> JobRecord? {
        guard let number = Int(label) else { return nil }
        return try await queue.store.job(JobID(rawValue: number))
    }
}
