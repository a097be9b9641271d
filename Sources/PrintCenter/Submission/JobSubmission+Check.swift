import FoundationEssentials
import IPP
import PrintModel

/// Whether a document can be printed.
extension JobSubmission {
    /// Returns all printers as they are now; where one is named by its id, the others as they were last known.
    ///
    /// One that was printed on before, and does not announce itself now, is off and not unknown.
    ///
    /// - Parameters:
    ///   - name: The printer that is wanted; `nil` for any. If it is not there at the start of the service, the
    ///     first announcements are awaited.
    ///   - usual: The default printer, where none is named.
    /// - Returns: The printers, sorted by id.
    /// - Throws: `Problem` with `scheduler-unreachable` or `scheduler-not-local`.
    func printers(with name: String?, else usual: String? = nil) async throws -> [Printer] {
        if let printers = await renewed(name, Self.maximumAge) { return printers }
        let known = try? await currentPrinters()
        func isThere(_ name: String, among printers: [Printer]) -> Bool {
            (try? PrinterChoice.choose(named: name, among: printers).get()) != nil
        }
        let wanted = name ?? usual
        if let known, wanted.map({ isThere($0, among: known) }) ?? !known.isEmpty { return known }
        await directory.awaitAnnouncements()
        let printers = try await currentPrinters()
        guard let wanted, !isThere(wanted, among: printers),
            await directory.seek(PrinterChoice.parts(of: wanted).printer)
        else { return printers }
        return try await currentPrinters()
    }

    /// Asks for the states that a job for a printer needs soon.
    func askAhead(_ name: String?) async {
        // A canceled wait says nothing of the printer.
        if await renewed(name, Self.maximumAge / 2) == nil, !Task.isCancelled {
            _ = try? await directory.printers(maximumAge: .zero)
        }
    }

    /// An older state would admit jobs that the printer cannot print now.
    private static var maximumAge: Duration { .milliseconds(100) }

    /// After this time, all printers are asked beside one that does not reply: its job may be refused, and the remedy then
    /// names the others.
    private static var patience: Duration { .milliseconds(500) }

    private func renewed(_ name: String?, _ maximumAge: Duration) async -> [Printer]? {
        guard let name else { return nil }
        let id = PrinterID(rawValue: name)
        let asking = Task { [directory] in
            try? await directory.printers(renewing: id, maximumAge: maximumAge)
        }
        return await value(of: asking, within: Self.patience * directory.patience) ?? nil
    }

    private func currentPrinters() async throws -> [Printer] {
        do {
            return try await directory.printers(maximumAge: Self.maximumAge)
        } catch let error as PrinterDirectoryError where error.code == .schedulerNotLocal {
            throw Problem(.schedulerNotLocal, ["detail": error.message])
        } catch {
            throw Problem(.schedulerUnreachable)
        }
    }

    /// Returns the plan for a document and a ticket, or the obstacles.
    ///
    /// - Parameters:
    ///   - request: The printer, the ticket, its preset, and the PIN.
    ///   - document: The document.
    ///   - needsPIN: Whether the job has a PIN, also one that is not known now.
    ///   - date: When the job was submitted; `nil` for now.
    ///   - savesPaper: Whether a notice says which other plan takes fewer sheets.
    /// - Returns: The plan, or the obstacles.
    /// - Throws: `Problem`.
    func check(
        _ request: CheckRequest,
        of document: DocumentFacts,
        needsPIN: Bool = false,
        asOf date: Date? = nil,
        savesPaper: Bool = false
    ) async throws -> PrintCheck {
        let preset = try use(request.preset, under: request.ticket)
        var filled = request
        filled.ticket = preset?.ticket ?? request.ticket
        // A printer is awaited once, however often its job is checked.
        var awaited: Printer?
        func ask(among printers: [Printer]) async throws -> PrintCheck {
            try await checkAsItIs(
                filled,
                of: document,
                among: printers,
                awaited: &awaited,
                needsPIN: needsPIN,
                asOf: date,
                savesPaper: savesPaper
            )
        }
        try Self.refuse(mistakesIn: filled.ticket)
        try refuseUnknownDefault(filled.printer)
        let usual = preferences.namedDefaults(environment: filled.defaults ?? []).first?.name
        var check = try await ask(among: try await printers(with: filled.printer, else: usual))
        if !check.possible, filled.printer != nil {
            // A remedy names other printers, so that these are asked now.
            check = try await ask(among: try await currentPrinters())
        }
        return preset?.naming(check) ?? check
    }

    /// What a job takes of a preset; `nil` without one.
    ///
    /// - Throws: `Problem` with `preset-not-found`, `preset-unusable`, or `settings-unreadable`.
    func use(_ preset: String?, under ticket: PrintTicket) throws -> PresetUse? {
        guard let preset else { return nil }
        return PresetUse(try preferences.presets.usable(preset), under: ticket)
    }

    /// Checks a request whose ticket has the options of its preset.
    private func checkAsItIs(
        _ request: CheckRequest,
        of document: DocumentFacts,
        among printers: [Printer],
        awaited: inout Printer?,
        needsPIN: Bool,
        asOf date: Date?,
        savesPaper: Bool
    ) async throws -> PrintCheck {
        var request = request
        (request.printer, request.ticket) = withInstance(
            request.printer,
            request.defaults,
            request.ticket,
            among: printers
        )
        switch await choice(request.printer, request.defaults, for: document, among: printers) {
        case .success(let chosen):
            var printer = chosen
            if chosen.isSlow {
                if let reply = awaited, reply.id == chosen.id {
                    printer = reply
                } else {
                    printer = await directory.awaited(chosen)
                    awaited = printer
                }
            }
            let others = printers.filter { $0.id != printer.id }
            let habits = preferences.habits(with: printer.id)
            var admission = Admission(printer: printer, others: others, habits: habits)
            func ask() async throws -> PrintCheck {
                admission.check(
                    try await laidOut(document, request.ticket, admission),
                    ticket: request.ticket,
                    pin: request.pin,
                    needsPIN: needsPIN,
                    savesPaper: savesPaper
                )
            }
            var answer = try await ask()
            let (refused, refusal) = await attributesRefused(by: printer, answer)
            if !refused.isEmpty {
                // A default of the user that the device refuses is ignored.
                admission.habits = habits.without(refused)
                answer = try await ask()
            }
            var obstacles = admission.obstacles(refusing: refused, of: request.ticket)
            if let refusal, obstacles.isEmpty { obstacles = [refusal] }
            if answer.possible, let quota = await directory.spentQuota(of: printer.id) {
                obstacles.append(Obstacle(quota, of: printer.id))
            }
            if !obstacles.isEmpty {
                answer = PrintCheck(
                    printer: answer.printer,
                    document: answer.document,
                    plan: nil,
                    notices: answer.notices,
                    obstacles: obstacles
                )
            }
            if let document = answer.document {
                answer.plan?.fillIn(request.name, document, date ?? queue.clock.now)
            }
            return answer
        case .failure(let obstacle):
            return PrintCheck(printer: nil, document: document, plan: nil, obstacles: [obstacle])
        }
    }

    /// The facts of a document with its pages on the paper of its plan.
    func laidOut(
        _ document: DocumentFacts,
        _ ticket: PrintTicket,
        _ admission: Admission
    ) async throws -> DocumentFacts {
        guard let setup = admission.pageSetup(of: document, ticket: ticket) else {
            return document
        }
        do {
            return try await pages.facts(of: document, on: setup)
        } catch let error as SpoolError {
            throw error.code == .missing ? Problem.noDocument(document.id ?? "") : Problem(error)
        } catch let error as PreparationError {
            throw Problem(error)
        }
    }

    /// What the device itself would refuse; nothing where it cannot be reached.
    ///
    /// - Parameters:
    ///   - printer: The printer.
    ///   - check: The plan.
    /// - Returns: The attributes of the plan, and an obstacle if it refuses the job and names none.
    func attributesRefused(
        by printer: Printer,
        _ check: PrintCheck
    ) async -> (names: [String], refusal: Obstacle?) {
        guard let plan = check.plan, let able = printer.capabilities, able.validates,
            let probe = await directory.probe(of: printer)
        else { return ([], nil) }
        let format = plan.raster?.type ?? DocumentFacts.pdf
        do throws(CupsError) {
            let names = try await probe.refusedAttributes(
                of: DeviceProbe.Ticket(
                    user: user,
                    format: able.formats.contains(format) ? format : nil,
                    attributes: plan.ippAttributes
                ),
                name: check.document?.name ?? ""
            )
            return (names, nil)
        } catch {
            guard case .ipp(let status, let message) = error else { return ([], nil) }
            return ([], Obstacle(refusal: status, message, by: printer))
        }
    }

    /// Throws where the request names no printer and the user's default cannot be read: any choice could
    /// be wrong.
    func refuseUnknownDefault(_ name: String?) throws {
        guard name == nil, let problem = preferences.problem else { return }
        throw Problem(problem)
    }

    private static func refuse(mistakesIn ticket: PrintTicket) throws {
        guard ticket.mistakes.isEmpty else { throw Problem(mistakesIn: ticket) }
    }
}

extension Obstacle {
    /// What a device says that checks a job and does not take it; `nil` if it says nothing of the job.
    fileprivate init?(refusal status: IPPStatus, _ message: String?, by printer: Printer) {
        let parameters = ["printer": printer.id.rawValue]
        let words = parameters.merging(status.detail(message)) { $1 }
        // The scheduler may know a user name and a password for the device, and has an address of its own for it.
        let isDirect = printer.route == .direct
        switch status.verdict {
        case .forbidden where isDirect || status == .forbidden: self.init(.userNotAllowed, words)
        case .refused where isDirect || status != .notFound && status != .gone:
            self.init(.printerRefused, words)
        case .closed:
            self.init(.printerNotAccepting, words.merging(["at": "device"]) { $1 })
        case .forbidden, .refused, .busy, .none: return nil
        }
    }

    /// The limit of a queue, which the user has reached.
    fileprivate init(_ quota: QueueRestrictions, of printer: PrinterID) {
        var parameters = ["printer": printer.rawValue, "seconds": "\(quota.period)"]
        parameters["sheets"] = quota.sheets > 0 ? "\(quota.sheets)" : nil
        parameters["kilobytes"] = quota.kilobytes > 0 ? "\(quota.kilobytes)" : nil
        self.init(.userNotAllowed, parameters)
    }
}
