/// The rule that decides whether a document can be printed with a ticket.
///
/// It depends on its arguments alone and has no side effects: equal arguments give equal answers.
/// It reports all obstacles, not just the first.
public struct Admission: Sendable {
    /// The printer to check.
    public var printer: Printer
    /// The other printers, for remedies that suggest one.
    public var others: [Printer]
    /// The options for which the ticket has no value: the user's saved options for this printer.
    ///
    /// A saved option that the printer does not support is ignored.
    public var habits: PrintTicket

    /// Creates a check for a printer.
    public init(printer: Printer, others: [Printer] = [], habits: PrintTicket = PrintTicket()) {
        self.printer = printer
        self.others = others
        self.habits = habits
    }

    /// Answers whether the document can be printed, and what would happen.
    ///
    /// - Parameters:
    ///   - document: The document to print.
    ///   - ticket: The options; those without a value come from ``habits``, else from the printer.
    ///   - pin: The PIN to type at the printer, if any.
    ///   - needsPIN: Whether the job has a PIN, also one that is not known yet.
    ///   - savesPaper: Whether a notice says which other plan takes fewer sheets.
    /// - Returns: The plan, or the obstacles; and the notices.
    public func check(
        _ document: DocumentFacts,
        ticket: PrintTicket,
        pin: String? = nil,
        needsPIN: Bool = false,
        savesPaper: Bool = false
    ) -> PrintCheck {
        let needsPIN = needsPIN || pin != nil
        var obstacles = printerObstacles() + documentObstacles(document)
        if needsPIN { obstacles += pinObstacles(pin) }
        guard let able = printer.capabilities else {
            // Its capabilities are unknown; an obstacle needs a reason in any state.
            if printerObstacles().isEmpty {
                obstacles.append(Obstacle(.printerUnreachable, ["printer": printer.id.rawValue]))
            }
            let selection = chosenPages(of: document, ticket: ticket)
            obstacles += [selection.obstacle].compactMap { $0 }
            return answer(document, nil, [], obstacles)
        }
        let ticket = filled(ticket, document, able)
        let selection = chosenPages(of: document, ticket: ticket)
        obstacles += [selection.obstacle].compactMap { $0 }
        obstacles += optionObstacles(ticket, document, able)
        // A printer that takes nothing is to blame, and not the document.
        if printer.state != .unusable {
            obstacles += document.each.filter { $0.problem == nil && !able.takes($0) }
                .map(formatObstacle)
        }
        var plan = plan(ticket, pages: selection.pages, document, able)
        plan.pin = needsPIN ? true : nil
        obstacles += repetitionObstacle(plan, able)
        if let conflict = conflict(of: plan, able) { obstacles.append(conflict) }
        var notices = notices(plan, ticket, document, able)
        if savesPaper, let saving = paperSaving(plan, ticket, document, able) {
            notices.append(saving)
        }
        return answer(document, plan, notices, obstacles)
    }

    /// The plan as far as it is known, even if obstacles exist.
    ///
    /// - Parameters:
    ///   - document: The document to print.
    ///   - ticket: The options.
    /// - Returns: The plan for a job that waits.
    public func plan(of document: DocumentFacts, ticket: PrintTicket) -> PrintPlan {
        let able = printer.capabilities ?? PrinterCapabilities()
        let ticket = filled(ticket, document, able)
        return plan(ticket, pages: chosenPages(of: document, ticket: ticket).pages, document, able)
    }

    /// The ticket with the saved options that the printer supports.
    func filled(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> PrintTicket {
        func obstacles(_ ticket: PrintTicket) -> Int {
            let plan = plan(ticket, pages: nil, document, able)
            return optionObstacles(ticket, document, able).count
                + (conflict(of: plan, able) == nil ? 0 : 1)
        }
        return ticket.filled(from: habits) { obstacles($0) <= obstacles($1) }
    }

    private func answer(
        _ document: DocumentFacts,
        _ plan: PrintPlan?,
        _ notices: [Obstacle],
        _ obstacles: [Obstacle]
    ) -> PrintCheck {
        PrintCheck(
            printer: printer.id,
            document: document,
            plan: plan,
            notices: notices,
            obstacles: obstacles
        )
    }

    /// The obstacles that keep the printer itself from accepting a job now.
    public func printerObstacles() -> [Obstacle] {
        var parameters = ["printer": printer.id.rawValue]
        if printer.reasons.contains(where: { $0.code == .userNotAllowed }) {
            return [Obstacle(.userNotAllowed, parameters)]
        }
        if let why = printer.reasons.first(where: { !$0.message.isEmpty }) {
            parameters["reason"] = why.code.rawValue
        }
        switch printer.state {
        case .unreachable where printer.reasons.contains { $0.code == .schedulerUnreachable }:
            return [Obstacle(.schedulerUnreachable, ["printer": printer.id.rawValue])]
        case .unreachable:
            parameters["reason"] = nil
            parameters["slow"] = printer.isSlow ? "true" : nil
            return [Obstacle(.printerUnreachable, parameters)]
        case .unusable:
            if let fault = printer.reasons.first(where: \.code.isFault) {
                parameters["reason"] = fault.code.rawValue
                parameters["fault"] = fault.fault
            }
            return [Obstacle(.printerUnusable, parameters)]
        case .stopped where isStoppedByScheduler:
            parameters.merge(words(of: [.paused, .printerStopped])) { $1 }
            return [Obstacle(.printerStopped, parameters)]
        case .idle, .printing, .stopped: break
        }
        guard !printer.accepting else { return [] }
        parameters.merge(words(of: [.printerNotAccepting])) { $1 }
        return [Obstacle(.printerNotAccepting, parameters)]
    }

    /// Adds details to an obstacle of the queue: which one it is, of a class, who stopped it, and why.
    private func words(of codes: Set<Reason.Code>) -> [String: String] {
        // The scheduler tells why; the printer itself does not.
        guard let reason = printer.reasons.first(where: { codes.contains($0.code) }) else {
            return ["at": "device"]
        }
        let told = ["printer", "detail", "cause", "administrator", "at"]
        return reason.parameters.filter { told.contains($0.key) }
    }

    /// A printer that stopped because it is out of paper or a door is open still accepts jobs,
    /// which continue by themselves once a person attends to it.
    private var isStoppedByScheduler: Bool {
        !printer.reasons.contains { $0.code.waitsForHands }
    }

    private func documentObstacles(_ document: DocumentFacts) -> [Obstacle] {
        let parts = document.each.filter { $0.problem != nil }
        return (parts.isEmpty ? [document] : parts).compactMap { document in
            var parameters = ["document": document.name]
            if document.problem == .tooLarge, let limits = document.layoutLimits {
                parameters["megabytes"] = "\(limits.megabytes)"
                parameters["seconds"] = "\(limits.seconds)"
            }
            return switch document.problem {
            case .empty: Obstacle(.documentEmpty, parameters)
            case .damaged: Obstacle(.documentDamaged, parameters)
            case .unsupported:
                Obstacle(.formatUnsupported, parameters.merging(["variant": "true"]) { $1 })
            case .crashed:
                Obstacle(.documentUnreadable, parameters.merging(["problem": "crashed"]) { $1 })
            case .encrypted: Obstacle(.documentEncrypted, parameters)
            case .restricted: Obstacle(.documentRestricted, parameters)
            case .tooLarge: Obstacle(.documentTooLarge, parameters)
            case nil: nil
            }
        }
    }

    private func formatObstacle(_ document: DocumentFacts) -> Obstacle {
        var parameters = [
            "printer": printer.id.rawValue, "type": document.type, "document": document.name,
        ].merging(document.kindParameters) { $1 }
        parameters["alternatives"] = alternatives { $0.takes(document) }
        parameters["package"] = document.simplification?.package
        return Obstacle(.formatUnsupported, parameters)
    }

    /// The printers that could print the document, as a list for a message; `nil` if there are
    /// none.
    func alternatives(_ able: (PrinterCapabilities) -> Bool) -> String? {
        let names = others.filter { other in
            other.accepting && (other.state == .idle || other.state == .printing)
                && other.capabilities.map(able) == true
        }
        .map(\.id.rawValue)
        return names.isEmpty ? nil : list(names)
    }

    /// The most names in a list.
    private static let listLimit = 100

    /// A list of names; a long one is cut and ends with a sign that there are more.
    func list(_ names: [String]) -> String {
        let shown = names.prefix(Self.listLimit).joined(separator: ", ")
        return names.count <= Self.listLimit ? shown : shown + ", …"
    }
}
