extension Admission {
    // MARK: Pages

    /// The pages in the order in which they come out, or why they cannot be had.
    func chosenPages(
        of document: DocumentFacts,
        ticket: PrintTicket
    )
        -> (pages: [Int]?, obstacle: Obstacle?)
    {
        guard document.problem == nil else { return (nil, nil) }
        if let count = document.pages, count > PageSelection.limit,
            ticket.pages == nil || !document.isImposable
        {
            return (nil, tooManyPages(document, count))
        }
        guard document.isImposable, let count = document.pages else {
            // The scheduler lays it out; one that has a single page is easily chosen from.
            let isWhole = ticket.pages == nil || document.pages == 1
            guard let pages = ticket.pages, !isWhole else {
                return (document.pages.map { Array(1...max($0, 1)) }, nil)
            }
            return (nil, unplaceable("pages", pages.description, document))
        }
        var pages: [Int]
        if let selection = ticket.pages {
            switch selection.pages(of: count) {
            case .success(let chosen): pages = chosen
            case .failure(let misfit):
                return (nil, pagesOutOfRange(selection, misfit, document, count))
            }
        } else {
            pages = Array(1...max(count, 1))
        }
        if let set = ticket.pageSet, set != .all {
            pages.removeAll { ($0 % 2 == 1) != (set == .odd) }
            guard !pages.isEmpty else {
                return (nil, emptySet(set, document, count))
            }
        }
        if ticket.reverse == true { pages = turnedRound(pages, ticket) }
        return (pages, nil)
    }

    /// The pages of the last sheet first; on a sheet they keep their order.
    private func turnedRound(_ pages: [Int], _ ticket: PrintTicket) -> [Int] {
        let sides = ticket.sides ?? printer.capabilities?.usualSides ?? .oneSided
        let numberUp = min(max(ticket.numberUp ?? 1, 1), PrintTicket.numberUpRange.upperBound)
        let perSheet = numberUp * (sides.isTwoSided ? 2 : 1)
        return stride(from: 0, to: pages.count, by: perSheet).reversed()
            .flatMap { pages[$0..<min(pages.count, $0 + perSheet)] }
    }

    private func pagesOutOfRange(
        _ selection: PageSelection,
        _ misfit: PageSelection.Misfit,
        _ document: DocumentFacts,
        _ count: Int
    ) -> Obstacle {
        var parameters = [
            "document": document.name, "pages": selection.description, "count": "\(count)",
        ]
        switch misfit {
        case .outside(let named): parameters["outside"] = "\(named)"
        case .tooMany: parameters["limit"] = "\(PageSelection.limit)"
        }
        return Obstacle(.pagesOutOfRange, option: "pages", parameters)
    }

    /// The document has, or claims, more pages than one job can have.
    private func tooManyPages(_ document: DocumentFacts, _ count: Int) -> Obstacle {
        Obstacle(
            .documentTooLarge,
            option: document.isImposable ? "pages" : nil,
            [
                "document": document.name, "pages": "\(count)",
                "limit": "\(PageSelection.limit)",
                "printable": document.isImposable ? "yes" : "",
            ]
        )
    }

    private func emptySet(_ set: PageSet, _ document: DocumentFacts, _ count: Int) -> Obstacle {
        Obstacle(
            .pagesOutOfRange,
            option: "pageSet",
            ["document": document.name, "set": set.rawValue, "count": "\(count)"]
        )
    }

    // MARK: The plan

    /// What will happen, as far as the printer can do what the ticket says.
    func plan(
        _ ticket: PrintTicket,
        pages: [Int]?,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> PrintPlan {
        let media = ticket.media.map { $0.found(in: able.media) ?? $0 } ?? able.mediaDefault
        let sheet = media.flatMap { able.sheet(of: $0) }
        let isPlaced = document.isImposable && sheet != nil && able.scalings.contains("none")
        return PrintPlan(
            pages: pages,
            copies: ticket.copies ?? 1,
            collate: ticket.collate ?? true,
            sides: ticket.sides ?? able.usualSides,
            media: media,
            sheet: sheet,
            source: ticket.source,
            // A printer that lists no such mode does it anyway, or decides by itself.
            color: ticket.color.flatMap { able.colorModes.contains($0) ? $0 : nil },
            quality: ticket.quality,
            numberUp: ticket.numberUp ?? 1,
            reverse: ticket.reverse ?? false,
            orientation: ticket.orientation,
            scaling: ticket.scaling ?? .auto,
            finishings: ticket.finishings ?? [],
            outputBin: ticket.outputBin,
            priority: ticket.priority,
            attributes: ticket.attributes ?? [:],
            syntaxes: (ticket.attributes ?? [:]).keys.reduce(into: [:]) { syntaxes, name in
                syntaxes[name] = able.attributes[name]?.syntax
            },
            printScaling: isPlaced ? PrintScaling.none : nil
        )
    }

    // MARK: Conflicts

    /// The first rule of the printer that the plan breaks.
    func conflict(of plan: PrintPlan, _ able: PrinterCapabilities) -> Obstacle? {
        let values = plan.values
        func broken(_ constraint: OptionConstraint) -> [String]? {
            guard !constraint.values.isEmpty else { return nil }
            var clash: [String] = []
            for (name, refused) in constraint.values.sorted(by: { $0.key < $1.key }) {
                let value = values[name]?.first { value in
                    refused.contains { Self.names($0, value) }
                }
                guard let value else { return nil }
                clash.append("\(name)=\(value)")
            }
            return clash
        }
        guard let clash = able.constraints.lazy.compactMap(broken).first else { return nil }
        var parameters = [
            "printer": printer.id.rawValue, "options": clash.joined(separator: ", "),
        ]
        parameters["alternatives"] = alternatives { other in
            plan.isWithin(other) && conflict(of: plan, other) == nil
        }
        return Obstacle(.optionsConflict, parameters)
    }

    /// Whether what a rule says means a value: the same word, or a range of numbers around it.
    private static func names(_ rule: String, _ value: String) -> Bool {
        guard rule != value else { return true }
        let ends = rule.split(separator: "-", maxSplits: 1).compactMap { Int($0) }
        guard ends.count == 2, ends[0] <= ends[1], let number = Int(value) else { return false }
        return (ends[0]...ends[1]).contains(number)
    }

    // MARK: Notices

    /// What is worth knowing beforehand, and refuses nothing.
    func notices(
        _ plan: PrintPlan,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        let name = ["printer": printer.id.rawValue]
        var notices: [Obstacle] = []
        if let media = plan.media, able.takes(media), !able.mediaReady.isEmpty,
            !able.mediaReady.contains(media)
        {
            let parameters = name.merging(["media": media.rawValue]) { _, new in new }
            notices.append(Obstacle(.mediaNotLoaded, option: "media", parameters))
        }
        if let page = shrunkPage(plan, document) {
            var parameters = name
            parameters["document"] = document.name
            parameters["page"] = "\(page)"
            parameters["media"] = plan.media?.rawValue
            notices.append(Obstacle(.scaled, option: "scaling", parameters))
        }
        if let low = printer.reasons.first(where: { $0.code.isLowSupply }) {
            let parameters = name.merging(["supply": low.code.rawValue]) { _, new in new }
            notices.append(Obstacle(.supplyLow, parameters))
        }
        return notices
    }

    /// The first page that is larger than the sheet, where nobody asked for another size.
    private func shrunkPage(_ plan: PrintPlan, _ document: DocumentFacts) -> Int? {
        guard plan.scaling == .auto, plan.numberUp == 1, let sheet = plan.sheet,
            let runs = document.pageSizes, let pages = plan.pages
        else { return nil }
        var tooLarge: [ClosedRange<Int>] = []
        var first = 1
        for run in runs where run.count > 0 {
            if !sheet.holds(run, orientation: plan.orientation) {
                tooLarge.append(first...(first + run.count - 1))
            }
            first += run.count
        }
        guard !tooLarge.isEmpty else { return nil }
        return pages.first { page in tooLarge.contains { $0.contains(page) } }
    }
}

extension PrintPlan {
    /// The attributes of IPP that the plan names, each with its values as text.
    var values: [String: [String]] {
        var values = attributes.mapValues { [$0] }
        values["copies"] = ["\(copies)"]
        values["sides"] = [sides.rawValue]
        values["media"] = media.map { [$0.rawValue] }
        values["media-size"] = media?.size.map { ["\($0.width)x\($0.length)"] }
        values["print-scaling"] = printScaling.map { [$0.rawValue] }
        if copies > 1 {
            values["multiple-document-handling"] = [
                collate
                    ? "separate-documents-collated-copies"
                    : "separate-documents-uncollated-copies"
            ]
        }
        values["media-source"] = source.map { [$0] }
        values["print-color-mode"] = color.map { [$0.rawValue] }
        values["print-quality"] = quality.map { [$0.rawValue] }
        values["finishings"] = finishings.isEmpty ? nil : finishings
        values["output-bin"] = outputBin.map { [$0] }
        return values
    }

    /// Whether a printer could do all of it, its rules of combination aside.
    func isWithin(_ able: PrinterCapabilities) -> Bool {
        able.sides.contains(sides) && copies <= able.copies.max
            && (media.map { able.takes($0) } ?? true)
            && (source.map { able.sources.contains($0) } ?? true)
            && (color.map { able.prints($0) } ?? true)
            && (quality.map { able.qualities.contains($0) } ?? true)
            && finishings.allSatisfy { able.finishings.contains($0) }
            && (outputBin.map { able.outputBins.contains($0) } ?? true)
            && attributes.allSatisfy { able.attributes[$0.key]?.takes($0.value) == true }
    }
}
