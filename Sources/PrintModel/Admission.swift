/// The rule that decides whether a document can be printed as a ticket says.
///
/// It knows nothing but its arguments and does nothing: the same question gets
/// the same answer. All obstacles are reported, not just the first.
public struct Admission: Sendable {
    /// The printer that is asked.
    public var printer: Printer
    /// The other printers, for remedies that name one that could.
    public var others: [Printer]

    /// Prepares to ask a printer.
    public init(printer: Printer, others: [Printer] = []) {
        self.printer = printer
        self.others = others
    }

    /// Answers whether the document can be printed, and what would happen.
    public func check(_ document: DocumentFacts, ticket: PrintTicket) -> PrintCheck {
        var obstacles = printerObstacles()
        var notices: [Obstacle] = []
        obstacles += documentObstacles(document)
        let selection = chosenPages(of: document, ticket: ticket)
        if let obstacle = selection.obstacle { obstacles.append(obstacle) }

        guard let capabilities = printer.capabilities else {
            // It has never said what it can do; a refusal needs its reason whatever its state.
            if printerObstacles().isEmpty {
                obstacles.append(Obstacle(.printerUnreachable, ["printer": printer.id.rawValue]))
            }
            return answer(document, nil, notices, obstacles)
        }
        obstacles += optionObstacles(ticket, capabilities)
        if document.problem == nil {
            let format = formatAnswer(document, capabilities)
            obstacles += format.obstacle.map { [$0] } ?? []
            notices += format.notice.map { [$0] } ?? []
        }
        let media = ticket.media?.found(in: capabilities.media) ?? capabilities.mediaDefault
        if let media, !capabilities.mediaReady.isEmpty, !capabilities.mediaReady.contains(media) {
            notices.append(
                Obstacle(
                    .mediaNotLoaded,
                    option: "media",
                    ["printer": printer.id.rawValue, "media": media.rawValue]
                )
            )
        }
        let plan = PrintPlan(
            pages: selection.pages,
            copies: ticket.copies ?? 1,
            sides: ticket.sides ?? capabilities.sidesDefault ?? .oneSided,
            media: media
        )
        return answer(document, plan, notices, obstacles)
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
        case .stopped where isStoppedByScheduler: return [Obstacle(.printerStopped, parameters)]
        case .idle, .printing, .stopped: break
        }
        return printer.accepting ? [] : [Obstacle(.printerNotAccepting, parameters)]
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

    private func chosenPages(
        of document: DocumentFacts,
        ticket: PrintTicket
    )
        -> (pages: [Int]?, obstacle: Obstacle?)
    {
        guard document.problem == nil else { return (nil, nil) }
        guard let count = document.pages else {
            guard let pages = ticket.pages else { return (nil, nil) }
            return (nil, pagesUnsupported(pages, document))
        }
        guard let selection = ticket.pages else { return (Array(1...max(count, 1)), nil) }
        var parameters = [
            "document": document.name, "pages": selection.description, "count": "\(count)",
        ]
        switch selection.pages(of: count) {
        case .success(let pages):
            if document.isImposable || pages == [1] { return (pages, nil) }
            return (nil, pagesUnsupported(selection, document))
        case .failure(.outside(let named)):
            parameters["outside"] = "\(named)"
            return (nil, Obstacle(.pagesOutOfRange, option: "pages", parameters))
        case .failure(.tooMany):
            parameters["limit"] = "\(PageSelection.limit)"
            return (nil, Obstacle(.pagesOutOfRange, option: "pages", parameters))
        }
    }

    private func pagesUnsupported(_ pages: PageSelection, _ document: DocumentFacts) -> Obstacle {
        Obstacle(
            .optionUnsupported,
            option: "pages",
            [
                "option": "pages", "value": pages.description, "document": document.name,
                "kind": document.kind,
            ]
        )
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

    private func optionObstacles(
        _ ticket: PrintTicket,
        _ capabilities: PrinterCapabilities
    )
        -> [Obstacle]
    {
        var found: [Obstacle] = []
        func refuse(
            _ code: Obstacle.Code,
            _ option: String,
            _ parameters: [String: String],
            unless able: (PrinterCapabilities) -> Bool
        ) {
            guard !able(capabilities) else { return }
            var parameters = parameters
            parameters["printer"] = printer.id.rawValue
            parameters["option"] = option
            parameters["alternatives"] = alternatives(able)
            found.append(Obstacle(code, option: option, parameters))
        }
        if let copies = ticket.copies {
            let range = capabilities.copies
            refuse(
                .copiesUnsupported,
                "copies",
                ["value": "\(copies)", "min": "\(range.min)", "max": "\(range.max)"]
            ) { $0.copies.min <= copies && copies <= $0.copies.max }
        }
        if let sides = ticket.sides {
            refuse(.sidesUnsupported, "sides", ["value": sides.rawValue]) {
                $0.sides.contains(sides)
            }
        }
        if let media = ticket.media {
            refuse(
                .mediaUnsupported,
                "media",
                ["value": media.rawValue, "supported": list(capabilities.media.map(\.rawValue))]
            ) { media.found(in: $0.media) != nil }
        }
        if let color = ticket.color {
            refuse(.colorUnsupported, "color", ["value": color.rawValue]) { $0.prints(color) }
        }
        if let quality = ticket.quality {
            refuse(
                .optionUnsupported,
                "quality",
                [
                    "value": quality.rawValue,
                    "supported": list(capabilities.qualities.map(\.rawValue)),
                ]
            ) { $0.qualities.contains(quality) }
        }
        if ticket.collate == true, ticket.copies ?? 1 > 1 {
            refuse(.optionUnsupported, "collate", ["value": "true"]) { $0.collates }
        }
        return found
    }

    /// A few printers that could, as a list for a sentence; `nil` where there is none.
    private func alternatives(_ able: (PrinterCapabilities) -> Bool) -> String? {
        let names = others.filter { other in
            other.accepting && (other.state == .idle || other.state == .printing)
                && other.capabilities.map(able) == true
        }
        .map(\.id.rawValue)
        return names.isEmpty ? nil : names.prefix(4).joined(separator: ", ")
    }

    /// At most eight names, so that a sentence stays one.
    private func list(_ names: [String]) -> String {
        names.count <= 8
            ? names.joined(separator: ", ") : names.prefix(8).joined(separator: ", ") + ", …"
    }
}

extension PrinterCapabilities {
    /// Whether the printer prints in this colour mode.
    func prints(_ mode: ColorMode) -> Bool {
        switch mode {
        case .auto: true
        case .color: color
        case .monochrome: !color || colorModes.isEmpty || colorModes.contains(mode)
        default: colorModes.contains(mode)
        }
    }
}
