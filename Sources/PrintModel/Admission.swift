/// The rule that decides whether a document can be printed as a ticket says.
///
/// It knows nothing but its arguments and does nothing: the same question gets
/// the same answer. All obstacles are reported, not just the first.
public struct Admission: Sendable {
    /// The printer that is asked.
    public var printer: Printer
    /// The other printers, for remedies that name one that could.
    public var others: [Printer]
    /// What a ticket says where it says nothing: the user's habits with this printer.
    ///
    /// A habit that the printer cannot follow is let go.
    public var habits: PrintTicket

    /// Prepares to ask a printer.
    public init(printer: Printer, others: [Printer] = [], habits: PrintTicket = PrintTicket()) {
        self.printer = printer
        self.others = others
        self.habits = habits
    }

    /// Answers whether the document can be printed, and what would happen.
    ///
    /// - Parameters:
    ///   - document: What is to be printed.
    ///   - ticket: How; what it leaves out is taken from ``habits``, else left to the printer.
    ///   - pin: The PIN that is to be typed at the printer, if one is.
    /// - Returns: The plan, or the obstacles; and what is worth knowing.
    public func check(
        _ document: DocumentFacts,
        ticket: PrintTicket,
        pin: String? = nil
    ) -> PrintCheck {
        var obstacles = printerObstacles() + documentObstacles(document)
        guard let able = printer.capabilities else {
            // It has never said what it can do; a refusal needs its reason whatever its state.
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
        if let pin { obstacles += pinObstacles(pin, able) }
        var notices: [Obstacle] = []
        if document.problem == nil {
            let format = formatAnswer(document, able)
            obstacles += [format.obstacle].compactMap { $0 }
            notices += [format.notice].compactMap { $0 }
        }
        let plan = plan(ticket, pages: selection.pages, document, able)
        if let conflict = conflict(of: plan, able) { obstacles.append(conflict) }
        notices += self.notices(plan, document, able)
        return answer(document, plan, notices, obstacles)
    }

    /// What would happen, as far as that is known, whatever stands against it now.
    ///
    /// - Parameters:
    ///   - document: What is to be printed.
    ///   - ticket: How.
    /// - Returns: The plan for a job that waits.
    public func plan(of document: DocumentFacts, ticket: PrintTicket) -> PrintPlan {
        let able = printer.capabilities ?? PrinterCapabilities()
        let ticket = filled(ticket, document, able)
        return plan(ticket, pages: chosenPages(of: document, ticket: ticket).pages, document, able)
    }

    /// The ticket with the habits that the printer can follow.
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

    /// What keeps the printer itself from taking a job now.
    public func printerObstacles() -> [Obstacle] {
        var parameters = ["printer": printer.id.rawValue]
        if let why = printer.reasons.first(where: { !$0.message.isEmpty }) {
            parameters["reason"] = why.code.rawValue
        }
        switch printer.state {
        case .unreachable:
            parameters["reason"] = nil
            return [Obstacle(.printerUnreachable, parameters)]
        case .unusable: return [Obstacle(.printerUnusable, parameters)]
        case .stopped where isStoppedByScheduler:
            parameters.merge(words(of: [.paused, .printerStopped])) { $1 }
            return [Obstacle(.printerStopped, parameters)]
        case .idle, .printing, .stopped: break
        }
        guard !printer.accepting else { return [] }
        parameters.merge(words(of: [.printerNotAccepting])) { $1 }
        return [Obstacle(.printerNotAccepting, parameters)]
    }

    /// Adds to an obstacle of the queue what is said of it: by whom it is stopped, and why.
    private func words(of codes: Set<Reason.Code>) -> [String: String] {
        let reason = printer.reasons.first { codes.contains($0.code) }
        return (reason?.parameters ?? [:]).filter { ["detail", "administrator"].contains($0.key) }
    }

    /// A printer that stopped for want of paper or with an open door still takes jobs: they wait
    /// there, and go on by themselves when somebody sees to it.
    private var isStoppedByScheduler: Bool {
        !printer.reasons.contains { $0.code.waitsForHands }
    }

    private func documentObstacles(_ document: DocumentFacts) -> [Obstacle] {
        let parameters = ["document": document.name]
        switch document.problem {
        case .empty: return [Obstacle(.documentEmpty, parameters)]
        case .damaged: return [Obstacle(.documentDamaged, parameters)]
        case .encrypted: return [Obstacle(.documentEncrypted, parameters)]
        case .tooLarge: return [Obstacle(.documentTooLarge, parameters)]
        case nil: return []
        }
    }

    private func formatAnswer(
        _ document: DocumentFacts,
        _ capabilities: PrinterCapabilities
    )
        -> (obstacle: Obstacle?, notice: Obstacle?)
    {
        let format = document.deliveryFormat
        if capabilities.formats.contains(format) { return (nil, nil) }
        var parameters = [
            "printer": printer.id.rawValue, "type": document.type, "kind": document.kind,
            "document": document.name,
        ]
        if capabilities.convertibleFormats.contains(format) {
            return (nil, Obstacle(.convertedByScheduler, parameters))
        }
        parameters["alternatives"] = alternatives {
            $0.formats.contains(format) || $0.convertibleFormats.contains(format)
        }
        return (Obstacle(.formatUnsupported, parameters), nil)
    }

    /// The printers that could, as a list for a sentence; `nil` where there is none.
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

    /// Names as a list; of very many the first ones, and a sign that there are more.
    func list(_ names: [String]) -> String {
        let shown = names.prefix(Self.listLimit).joined(separator: ", ")
        return names.count <= Self.listLimit ? shown : shown + ", …"
    }
}
