extension Admission {
    /// Finds every option of a ticket that the printer or the document does not allow.
    func optionObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        copiesObstacles(ticket, document, able) + sheetObstacles(ticket, able)
            + mediaObstacles(ticket, document, able) + finishingObstacles(ticket, able)
            + placingObstacles(ticket, document, able) + imposingObstacles(ticket, able)
    }

    /// The obstacle of one option; `nil` if the printer supports it.
    func refusal(
        _ option: String,
        _ value: String,
        as code: Obstacle.Code = .optionUnsupported,
        supported: [String] = [],
        more: [String: String] = [:],
        unless able: (PrinterCapabilities) -> Bool
    ) -> [Obstacle] {
        guard printer.capabilities.map(able) != true else { return [] }
        var parameters = more
        parameters["value"] = value
        parameters["printer"] = printer.id.rawValue
        parameters["option"] = option
        if !supported.isEmpty { parameters["supported"] = list(supported) }
        parameters["alternatives"] = alternatives(able)
        if printer.capabilities?.droppedByQueue[option]?.takes(value) == true {
            parameters["direct"] = "true"
        }
        return [Obstacle(code, option: option, parameters)]
    }

    private func sheetObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let sides = ticket.sides {
            found += refusal("sides", sides.rawValue, as: .sidesUnsupported) {
                $0.sides.contains(sides)
            }
        }
        if let color = ticket.color {
            found += refusal("color", color.rawValue, as: .colorUnsupported) { $0.prints(color) }
        }
        if let quality = ticket.quality {
            let known = able.qualities.map(\.rawValue)
            found += refusal("quality", quality.rawValue, supported: known) {
                $0.qualities.contains(quality)
            }
        }
        return found
    }

    private func mediaObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let media = ticket.media, namedRoll(ticket, able) == nil {
            let known = able.media.filter { !$0.isLimit }.map(\.rawValue)
            found += refusal(
                "media",
                media.rawValue,
                as: .mediaUnsupported,
                supported: known,
                more: able.customRange
            ) { $0.takes(media) }
        }
        if ticket.borderless == true {
            let media = mediaChoices(ticket, nil, document, able).last ?? nil
            found += refusal(
                "borderless",
                "true",
                supported: able.borderless.map(\.rawValue),
                more: media.map { ["media": $0.rawValue] } ?? [:]
            ) { other in media.map(other.printsToEdges) ?? false }
        }
        if let source = able.named(source: ticket.source) {
            found += refusal("source", source, supported: able.sources) {
                $0.sources.contains(source)
            }
        }
        return found
    }

    private func finishingObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        for finishing in ticket.finishings ?? [] where finishing != Finishings.none {
            found += refusal("finishings", finishing, supported: able.finishings) {
                $0.finishings.contains(finishing)
            }
        }
        if let bin = able.named(outputBin: ticket.outputBin) {
            found += refusal("outputBin", bin, supported: able.outputBins) {
                $0.outputBins.contains(bin)
            }
        }
        for (name, value) in able.named(ticket.attributes).sorted(by: { $0.key < $1.key }) {
            let known =
                able.attributes[name]?.described ?? able.attributes.keys.sorted()
            found += refusal(name, value, supported: known, more: attributeFacts(name, able)) {
                $0.attributes[name]?.takes(value) == true
            }
        }
        return found
    }

    private func attributeFacts(_ name: String, _ able: PrinterCapabilities) -> [String: String] {
        able.attributes[name] == nil ? ["unknown": "true"] : [:]
    }

    /// The service itself arranges pages, for every printer; some options need a kind of document.
    private func placingObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found: [Obstacle] = []
        if let numberUp = ticket.numberUp, !PrintTicket.numbersUp.contains(numberUp) {
            found += refusal(
                "numberUp",
                "\(numberUp)",
                supported: PrintTicket.numbersUp.map { "\($0)" }
            ) { _ in false }
        }
        guard document.problem == nil else { return found }
        if let ppi = ticket.ppi, document.isImposable, !document.isPicture {
            found.append(inapplicable("ppi", "\(ppi)", to: document, because: "picturesOnly"))
        }
        for option in LayoutOption.all where !option.applies(to: document) {
            guard let value = option.value(ticket), value != option.usual else { continue }
            let reason =
                option.isOfWorkbooks
                ? "workbooksOnly"
                : option.layouts == [.lines]
                    ? "linesOnly" : option.layouts == [.parts] ? "partsOnly" : "laidOutOnly"
            found.append(inapplicable(option.name, value, to: document, because: reason))
        }
        return found + worksheetObstacles(ticket, document)
            + marginObstacles(ticket, document, able)
            + labelObstacles(ticket, document, able)
    }

    /// The obstacles that a workbook lacks a chosen worksheet, or that its pages have all of them.
    private func worksheetObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts
    ) -> [Obstacle] {
        guard let chosen = ticket.worksheets, !chosen.isAll else { return [] }
        return document.each.filter { $0.layout == .pages && $0.isWorkbook }.compactMap { part in
            guard let worksheets = part.worksheets else {
                guard part.pages != nil else { return nil }
                let value = chosen.rawValue
                return inapplicable("worksheets", value, to: part, because: "workbooksOnly")
            }
            let missing = chosen.missing(in: worksheets)
            guard !missing.isEmpty else { return nil }
            return Obstacle(
                .optionUnsupported,
                option: "worksheets",
                [
                    "option": "worksheets", "value": missing.joined(separator: ", "),
                    "document": part.name, "worksheets": worksheets.joined(separator: "\n"),
                ]
            )
        }
    }

    /// Whether the margins of the ticket leave no room on the paper.
    func leavesNoRoom(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> Bool {
        marginObstacles(ticket, document, able).contains { $0.parameters["noRoom"] != nil }
    }

    /// The obstacles of margins that the printer cannot print in, or that leave no room.
    private func marginObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        guard let margins = ticket.margins, document.layout != nil else { return [] }
        let setup = pageSetup(of: document, filled: ticket, able)
        let size = setup.sheet.size
        let least =
            setup.orientation == .landscape ? setup.sheet.margins.even : setup.sheet.margins
        let room = min(size.width, size.length) - PageSetup.leastRoom
        var parameters = [
            "option": "margins", "value": margins.typed, "printer": printer.id.rawValue,
        ]
        if margins.left.adding(clamping: margins.right) > room
            || margins.top.adding(clamping: margins.bottom) > room
        {
            parameters["noRoom"] = "true"
        } else if !margins.contains(least) {
            parameters["least"] = least.typed
        } else {
            return []
        }
        return [Obstacle(.optionUnsupported, option: "margins", parameters)]
    }

    /// The obstacle that an option does not apply to a document.
    private func inapplicable(
        _ option: String,
        _ value: String,
        to document: DocumentFacts,
        because reason: String
    ) -> Obstacle {
        Obstacle(
            .optionUnsupported,
            option: option,
            [
                "option": option, "value": value, "document": document.name, reason: "true",
            ].merging(document.kindParameters) { $1 }
        )
    }

    /// The obstacles of a plan that the printer rejects although its lists of supported values
    /// allow it.
    ///
    /// Only the options of the user can be obstacles; a printer may ignore the others.
    ///
    /// - Parameters:
    ///   - names: The IPP names of the attributes that the printer rejects.
    ///   - ticket: What the user asked for.
    /// - Returns: An obstacle for each.
    public func obstacles(refusing names: [String], of ticket: PrintTicket) -> [Obstacle] {
        var found: [Obstacle] = []
        for name in names {
            let asked: (option: String, value: String?, code: Obstacle.Code) =
                switch name {
                case "copies": ("copies", ticket.copies.map { "\($0)" }, .copiesUnsupported)
                case "sides": ("sides", ticket.sides?.rawValue, .sidesUnsupported)
                case "media": ("media", ticket.media?.rawValue, .mediaUnsupported)
                case "media-col":
                    columnOption(of: ticket)
                case "print-color-mode",
                    PrinterCapabilities.outputMode where ticket.color != nil:
                    ("color", ticket.color?.rawValue, .colorUnsupported)
                case "print-quality": ("quality", ticket.quality?.rawValue, .optionUnsupported)
                case "finishings", "finishings-col":
                    (
                        "finishings", ticket.finishings?.joined(separator: ", "),
                        .optionUnsupported
                    )
                case "output-bin": ("outputBin", ticket.outputBin, .optionUnsupported)
                case "multiple-document-handling":
                    ("collate", ticket.collate.map { "\($0)" }, .optionUnsupported)
                default: (name, ticket.attributes?[name], .optionUnsupported)
                }
            guard let value = asked.value else { continue }
            var parameters = [
                "printer": printer.id.rawValue, "option": asked.option, "value": value,
            ]
            if asked.code == .copiesUnsupported, let range = printer.capabilities?.copies {
                parameters["min"] = "\(range.min)"
                parameters["max"] =
                    "\(min(range.max, (ticket.copies ?? 1).subtracting(clamping: 1)))"
            }
            found.append(Obstacle(asked.code, option: asked.option, parameters))
        }
        return found
    }

    /// The option that a refused `media-col` is blamed on.
    private func columnOption(
        of ticket: PrintTicket
    ) -> (option: String, value: String?, code: Obstacle.Code) {
        if let source = ticket.source { return ("source", source, .optionUnsupported) }
        if let type = ticket.attributes?[PrinterCapabilities.mediaType] {
            return (PrinterCapabilities.mediaType, type, .optionUnsupported)
        }
        if ticket.borderless == true { return ("borderless", "true", .optionUnsupported) }
        return ("media", ticket.media?.rawValue, .mediaUnsupported)
    }
}

extension AttributeValues {
    /// Whether any words are taken.
    var isOpen: Bool { (syntax == .text || syntax == .name) && values.isEmpty }

    /// The values in words.
    var described: [String] {
        guard let min, let max else { return values }
        return ["\(min)-\(max)"] + values
    }
}
