import FoundationEssentials
public import PrintModel

extension PrintService {
    /// All printers.
    ///
    /// - Throws: `Problem` with `scheduler-unreachable`.
    public nonisolated func printers() async throws -> [Printer] {
        do {
            // What was true a second ago lets a job through that cannot be printed now.
            return try await directory.printers(maximumAge: .milliseconds(100))
        } catch let error as PrinterDirectoryError where error.code == .schedulerNotLocal {
            throw Problem(
                status: 503,
                title: "Service Unavailable",
                code: .schedulerNotLocal,
                detail: error.message
            )
        } catch {
            throw Problem(
                status: 503,
                title: "Service Unavailable",
                code: .schedulerUnreachable,
                detail: "No print scheduler can be reached. Start CUPS: systemctl start cups."
            )
        }
    }

    /// Whether a document can be printed, and what would happen.
    public nonisolated func check(_ request: CheckRequest) async throws -> PrintCheck {
        try await check(request, of: document(request.document))
    }

    private nonisolated func check(
        _ request: CheckRequest,
        of document: DocumentFacts
    ) async throws -> PrintCheck {
        try Self.refuse(mistakesIn: request.ticket)
        try refuseUnknownDefault(request.printer)
        let printers = try await printers()
        var request = request
        (request.printer, request.ticket) = withInstance(
            request.printer,
            request.defaults,
            request.ticket,
            among: printers
        )
        switch choice(request.printer, request.defaults, among: printers) {
        case .success(let printer):
            let others = printers.filter { $0.id != printer.id }
            let habits = preferences.habits(with: printer.id)
            var admission = Admission(printer: printer, others: others, habits: habits)
            var answer = admission.check(document, ticket: request.ticket, pin: request.pin)
            let refused = await attributesRefused(by: printer, answer)
            if !refused.isEmpty {
                // A habit that the device itself refuses is let go like any other.
                admission.habits = habits.without(refused)
                answer = admission.check(document, ticket: request.ticket, pin: request.pin)
            }
            let obstacles = admission.obstacles(refusing: refused, of: request.ticket)
            if !obstacles.isEmpty {
                answer = PrintCheck(
                    printer: answer.printer,
                    document: document,
                    plan: nil,
                    notices: answer.notices,
                    obstacles: obstacles
                )
            }
            return answer
        case .failure(let obstacle):
            return PrintCheck(printer: nil, document: document, plan: nil, obstacles: [obstacle])
        }
    }

    /// What the device itself would refuse of a plan, where it can be asked; one that does not answer
    /// refuses nothing.
    private nonisolated func attributesRefused(
        by printer: Printer,
        _ check: PrintCheck
    ) async -> [String] {
        guard let plan = check.plan, let able = printer.capabilities, able.validates,
            let format = check.document?.deliveryFormat,
            let device = await directory.device(of: printer)
        else { return [] }
        let names = try? await device.refusedAttributes(
            user: configuration.user,
            name: check.document?.name ?? "",
            format: able.formats.contains(format) ? format : nil,
            attributes: plan.ippAttributes
        )
        return names ?? []
    }

    /// Makes a printer the user's own default, which counts before all others.
    ///
    /// - Parameter name: The printer; `nil` has no default of our own any more.
    /// - Returns: The printer that is the default now, if there is one.
    /// - Throws: `Problem` with `printer-not-found` or `storage-failed`.
    public nonisolated func setDefaultPrinter(_ name: String?) async throws -> Printer? {
        var chosen: PrinterID?
        if let name {
            switch PrinterChoice.choose(named: name, among: try await printers()) {
            case .success(let printer): chosen = printer.id
            case .failure(let obstacle): throw Problem(noPrinter: obstacle)
            }
        }
        do {
            try preferences.setDefaultPrinter(chosen?.rawValue)
        } catch is SettingsFile.Mistake {
            throw Problem.settingsUnreadable(preferences.mistake ?? "")
        } catch {
            throw Problem(
                status: 500,
                title: "Internal Server Error",
                code: .storageFailed,
                detail: "The default printer could not be written down: \(error)."
            )
        }
        await directory.invalidate()
        return try await printers().first(where: \.isDefault)
    }

    /// Where no printer is named and the user's own default cannot be read, any printer that is
    /// chosen may be the wrong one.
    private nonisolated func refuseUnknownDefault(_ name: String?) throws {
        guard name == nil, let mistake = preferences.mistake else { return }
        throw Problem.settingsUnreadable(mistake)
    }

    /// What is wrong with the user's settings, as a sentence; `nil` where nothing is.
    public nonisolated var settingsMistake: String? { preferences.mistake }

    /// What a ticket can say for a printer.
    public nonisolated func options(_ request: OptionsRequest) async throws -> PrinterOptions {
        var document: DocumentFacts?
        if let id = request.document { document = try await self.document(id) }
        try refuseUnknownDefault(request.printer)
        let printers = try await printers()
        let (name, instance) = withInstance(
            request.printer,
            request.defaults,
            PrintTicket(),
            among: printers
        )
        switch choice(name, request.defaults, among: printers) {
        case .success(let printer):
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

    /// Queues a job, if printing is possible: when it is answered, no crash loses it.
    ///
    /// - Parameters:
    ///   - request: What is to be printed, where and how.
    ///   - key: The idempotency key; the same key with the same request gives the same job.
    /// - Returns: The job, which is on the disk.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, or
    ///   `idempotency-key-reused`.
    public nonisolated func submit(
        _ request: SubmissionRequest,
        key: String
    ) async throws -> PrintJob {
        try await submit(request, of: nil, key: key)
    }

    /// Queues a job of a document that is kept, or of a new one, which is kept with it.
    nonisolated func submit(
        _ request: SubmissionRequest,
        of new: DocumentFacts?,
        key: String
    ) async throws -> PrintJob {
        var request = request
        request.name = JobName.usable(request.name)
        if let before = try await queue.store.job(key: key) {
            var written = request
            written.pin = nil
            return try await enqueue(before, as: written, key)
        }
        // The options of an instance stay with the job, whatever becomes of the instance.
        let (wanted, ticket) = withInstance(
            request.printer,
            request.defaults,
            request.ticket,
            among: try await printers()
        )
        let question = CheckRequest(
            document: request.document,
            printer: wanted,
            defaults: request.defaults,
            ticket: ticket,
            pin: request.pin
        )
        let known: DocumentFacts
        if let new { known = new } else { known = try await self.document(request.document) }
        let check = try await check(question, of: known)
        let mayWait =
            request.whenPossible == true && check.obstacles.allSatisfy(\.mayPassByItself)
        guard let printer = check.printer, let document = check.document,
            check.possible || mayWait
        else { throw Problem(check) }
        var plan = check.plan
        if plan == nil { plan = try await waitingPlan(printer, document, ticket) }
        let now = Date()
        let hold = Delivery.Hold(isAsked: request.hold, until: ticket.holdUntil, at: now)
        let job = PrintJob(
            id: nil,
            submission: SubmissionID(rawValue: key) ?? .random(),
            name: request.name ?? document.name,
            user: configuration.user,
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
        // A PIN is written down nowhere.
        var written = request
        written.pin = nil
        return try await enqueue(record, as: written, key, with: new)
    }

    /// Queues a job, or finds the one that the same request with this key made before.
    nonisolated func enqueue(
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
            throw Problem(
                status: 422,
                title: "Unprocessable Content",
                code: .keyReused,
                detail: "This Idempotency-Key came before with another request. Use a new one."
            )
        }
    }

    /// The plan for a job that waits until an obstacle passes by itself.
    nonisolated func waitingPlan(
        _ id: PrinterID,
        _ document: DocumentFacts,
        _ ticket: PrintTicket
    ) async throws -> PrintPlan? {
        guard let printer = try await printers().first(where: { $0.id == id }) else { return nil }
        return Admission(printer: printer, habits: preferences.habits(with: id))
            .plan(of: document, ticket: ticket)
    }

    private static func refuse(mistakesIn ticket: PrintTicket) throws {
        let mistakes = ticket.mistakes
        guard mistakes.isEmpty else {
            throw Problem(
                status: 400,
                title: "Bad Request",
                code: .invalidRequest,
                detail: mistakes.joined(separator: " ")
            )
        }
    }

    // MARK: The queue

    /// Everything about one job.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job, and its story where it is ours.
    /// - Throws: `Problem` with `job-not-found`.
    public nonisolated func details(_ label: String) async throws -> JobDetails {
        if let record = try await record(label), let id = record.job.id {
            return JobDetails(job: record.job, story: try await queue.store.story(of: id))
        }
        let external = await externalJobs(all: true).first { $0.external == label }
        guard let external else { throw Problem.noSuchJob(label) }
        return JobDetails(job: external, story: [])
    }

    /// Cancels a job, wherever it is.
    ///
    /// Ours that nobody else knows of ends at once; one that the printer has
    /// ends when the printer lets go of it.
    public nonisolated func cancel(_ label: String) async throws -> PrintJob {
        guard let record = try await record(label), let id = record.job.id else {
            return try await cancelExternal(label)
        }
        guard let after = try await queue.requestCancel(id) else {
            // Whoever lost the answer to a cancel asks again.
            if let job = try await self.record(label)?.job, job.state == .canceled { return job }
            throw Problem.jobEnded(label, record.job.state)
        }
        if after.job.state.isFinal { await spool.remove(after.preparedName) }
        return after.job
    }

    /// The jobs named, or those that are not final, and all changes from then on.
    public nonisolated func follow(
        _ ids: [JobID]?
    ) async throws -> (jobs: [PrintJob], sequence: Int, changes: EventFeed) {
        let now = try await queue.store.snapshot(of: ids)
        return (now.jobs, now.sequence, EventFeed(queue: queue, start: now.sequence))
    }

    /// All changes after a place; `nil` where some of them are forgotten, or the place is none of
    /// this queue.
    public nonisolated func changes(after sequence: Int) async throws -> EventFeed? {
        guard try await queue.store.hasAllEvents(after: sequence) else { return nil }
        return EventFeed(queue: queue, start: sequence)
    }

    nonisolated func record(_ label: String) async throws -> JobRecord? {
        guard let number = Int(label) else { return nil }
        return try await queue.store.job(JobID(rawValue: number))
    }
}

extension Problem {
    /// The user's settings cannot be read, and are neither guessed nor overwritten.
    static func settingsUnreadable(_ mistake: String) -> Problem {
        Problem(
            status: 409,
            title: "Conflict",
            code: .settingsUnreadable,
            detail:
                "\(mistake) Correct it, or move it away to use the defaults; nothing was changed."
        )
    }

    /// Printing is not possible.
    init(_ check: PrintCheck) {
        self.init(
            status: 409,
            title: "Conflict",
            code: .notPossible,
            detail: check.obstacles.map { "\($0.message) \($0.remedy)" }.joined(separator: " "),
            check: check
        )
    }
}

extension Reason {
    /// Why a job waits that was queued although an obstacle stood.
    init(waitingFor obstacle: Obstacle) {
        self.init(Code(rawValue: obstacle.code.rawValue), obstacle.parameters)
    }

    /// Why a job is held.
    init(_ hold: Delivery.Hold, _ printer: PrinterID) {
        let parameters = ["printer": printer.rawValue]
        guard let date = hold.until else {
            self.init(.heldByUser, parameters)
            return
        }
        self.init(.heldUntil, parameters.merging(["time": LocalTime.words(date)]) { $1 })
    }
}

extension Delivery.Hold {
    /// What a job is to be held by; `nil` where it may go at once.
    init?(isAsked: Bool?, until date: Date?, at now: Date) {
        if isAsked == true {
            self.init()
        } else if let date, date > now {
            self.init(until: date)
        } else {
            return nil
        }
    }
}
