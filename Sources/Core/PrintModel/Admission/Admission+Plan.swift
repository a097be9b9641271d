extension Admission {
    // MARK: Pages

    /// The pages in output order, or the obstacles that prevent the selection.
    func chosenPages(
        of document: DocumentFacts,
        ticket: PrintTicket
    )
        -> (pages: [Int]?, obstacle: Obstacle?)
    {
        guard document.problem == nil else { return (nil, nil) }
        // Of a document that is yet to be laid out, the pages are unknown.
        guard document.isImposable, let count = document.pages else { return (nil, nil) }
        if count > PageSelection.limit, ticket.pages == nil {
            return (nil, tooManyPages(document, count))
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
        if let poster = ticket.poster, pages.count * poster.count > PageSelection.limit {
            let limit = ["limit": "\(PageSelection.limit / poster.count)"]
            return (nil, Obstacle(.pagesOutOfRange, option: "pages", limit))
        }
        // A booklet is read from its first page, whichever sheet comes out first.
        let able = printer.capabilities ?? PrinterCapabilities()
        if isReversed(ticket, pages, able), ticket.booklet != true {
            let starts = newSheets(of: document, ticket)
            pages = PrintPlan.runs(of: pages, from: starts).reversed()
                .flatMap { turnedRound($0, ticket) }
        }
        return (pages, nil)
    }

    /// Whether the last sheet is printed first: where the user says so, or else where the stack would be backwards.
    private func isReversed(
        _ ticket: PrintTicket,
        _ pages: [Int]?,
        _ able: PrinterCapabilities
    ) -> Bool {
        // Of a single page there is nothing to turn around, and its copies can be counted.
        ticket.reverse ?? (pages?.count != 1 && able.stacksBackwards(ticket))
    }

    /// The pages with the last sheet first; the pages on one sheet keep their order.
    private func turnedRound(_ pages: ArraySlice<Int>, _ ticket: PrintTicket) -> [Int] {
        let able = printer.capabilities ?? PrinterCapabilities()
        let sides = sides(of: ticket, able)
        let numberUp = min(max(numberUp(of: ticket), 1), PrintTicket.numberUpRange.upperBound)
        let perSheet = numberUp * (sides.isTwoSided ? 2 : 1)
        return stride(from: pages.startIndex, to: pages.endIndex, by: perSheet).reversed()
            .flatMap { pages[$0..<min(pages.endIndex, $0 + perSheet)] }
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

    /// The document has, or claims to have, more pages than a job can have.
    private func tooManyPages(_ document: DocumentFacts, _ count: Int) -> Obstacle {
        Obstacle(
            .documentTooLarge,
            option: "pages",
            [
                "document": document.name, "pages": "\(count)",
                "limit": "\(PageSelection.limit)", "printable": "yes",
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

    /// The plan, as far as the printer supports the ticket.
    func plan(
        _ ticket: PrintTicket,
        pages: [Int]?,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> PrintPlan {
        let choices = mediaChoices(ticket, pages, document, able)
        let plans = choices.lazy.map { self.plan(ticket, on: $0, pages, document, able) }
        // What the user did not ask for must not stand in the way of what they did.
        var plan =
            plans.dropLast().first { conflict(of: $0, able) == nil }
            ?? self.plan(ticket, on: choices.last ?? nil, pages, document, able)
        if plan.borderless, ticket.borderless == nil, conflict(of: plan, able) != nil {
            var bordered = ticket
            bordered.borderless = false
            plan = self.plan(bordered, on: plan.media, pages, document, able)
        }
        return plan
    }

    private func plan(
        _ ticket: PrintTicket,
        on media: MediaName?,
        _ pages: [Int]?,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> PrintPlan {
        var attributes = able.named(ticket.attributes)
        if let mode = able.outputMode(for: ticket.color) {
            attributes[PrinterCapabilities.outputMode] = mode
        }
        let finishings = ticket.finishings ?? []
        let isPlain = finishings.allSatisfy { $0 == Finishings.none }
        var sheet = media.flatMap { able.sheet(of: $0) }
        let fillsPaper = media.map { fillsPhotoPaper(ticket, document, $0, able) } ?? false
        let isBorderless = ticket.borderless ?? fillsPaper
        if isBorderless { sheet?.margins = MediaMargins() }
        let isPlaced = sheet != nil && able.scalings.contains("none")
        var plan = PrintPlan(
            pages: pages,
            copies: ticket.copies ?? 1,
            collate: ticket.collate ?? true,
            sides: sides(of: ticket, able),
            media: media,
            sheet: sheet,
            source: able.named(source: ticket.source),
            // A printer that lists no such mode does it anyway, or decides by itself.
            color: ticket.color.flatMap { able.colorModes.contains($0) ? $0 : nil },
            quality: restrictedQuality(of: document, able) ?? ticket.quality,
            numberUp: numberUp(of: ticket),
            reverse: isReversed(ticket, pages, able),
            orientation: ticket.orientation == .auto ? nil : ticket.orientation,
            // At its own resolution a picture keeps its own size.
            scaling: ticket.scaling
                ?? (fillsPaper ? .fill : usualScaling(ticket, document)),
            // Sent explicitly, so that a default of the queue does not apply either.
            finishings: isPlain
                ? (finishings.isEmpty || able.finishings.isEmpty ? [] : [Finishings.none])
                : finishings.filter { $0 != Finishings.none },
            outputBin: able.named(outputBin: ticket.outputBin),
            priority: ticket.priority,
            attributes: attributes,
            syntaxes: attributes.keys.reduce(into: [:]) { syntaxes, name in
                syntaxes[name] = able.attributes[name]?.syntax
            },
            printScaling: isPlaced ? PrintScaling.none : nil,
            numberUpLayout: ticket.numberUpLayout ?? .lrtb,
            percent: ticket.percent == 100 ? nil : ticket.percent,
            ppi: ticket.ppi,
            position: ticket.position ?? .center,
            mirror: ticket.mirror ?? false,
            border: ticket.border ?? .none,
            borderless: isBorderless,
            booklet: ticket.booklet ?? false,
            signature: ticket.booklet == true ? ticket.signature : nil,
            creep: ticket.creep ?? 0,
            poster: ticket.poster == .single ? nil : ticket.poster,
            contactSheet: ContactSheet(ticket.contactSheet, of: document),
            newSheets: newSheets(of: document, ticket),
            header: PageLabel(ticket: ticket.header),
            footer: PageLabel(ticket: ticket.footer),
            stamp: ticket.stamp == PageLabel.none ? nil : ticket.stamp
        )
        let isOurs =
            ticket.color == .monochrome && able.color && !able.isListed(.monochrome)
            && able.raster?.hasGray != true
        plan.gray = isOurs ? true : nil
        plan.mediaSize = media.flatMap { able.mediaSizes?[$0.rawValue] }
        guard let raster = able.raster else {
            plan.copiesInFile = copiesInFile(of: plan, ticket, document, able)
            return plan
        }
        let isColor =
            able.color && (ticket.color ?? able.colorModeDefault)?.isGrey != true
        plan.raster = raster.format(for: plan, isColor: isColor)
        return plan
    }

    /// Whether a picture goes to the edges of photo paper: where the printer can, and the user has decided nothing else.
    private func fillsPhotoPaper(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ media: MediaName,
        _ able: PrinterCapabilities
    ) -> Bool {
        document.isAllPictures && media.isForPhotos && able.printsToEdges(of: media)
            && ticket.borderless == nil && ticket.scaling == nil && ticket.percent == nil
            && ticket.ppi == nil && (ticket.border ?? PageBorder.none) == PageBorder.none
            && numberUp(of: ticket) == 1
            && ticket.poster ?? .single == .single
            && [ticket.header, ticket.footer].allSatisfy { PageLabel(ticket: $0) == nil }
    }

    /// The scaling where the ticket names none.
    private func usualScaling(_ ticket: PrintTicket, _ document: DocumentFacts) -> PrintScaling {
        if ticket.ppi != nil { return .none }
        return document.isAllPictures && ticket.borderless == true ? .fill : .auto
    }

    // MARK: Conflicts

    /// The first constraint of the printer that the plan violates.
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

    /// Whether a value in a constraint covers another value: the same keyword, or a range around
    /// it.
    private static func names(_ rule: String, _ value: String) -> Bool {
        guard rule != value else { return true }
        let ends = rule.split(separator: "-", maxSplits: 1).compactMap { Int($0) }
        guard ends.count == 2, ends[0] <= ends[1], let number = Int(value) else { return false }
        return (ends[0]...ends[1]).contains(number)
    }

    // MARK: Notices

    /// The notices of a plan, which do not prevent printing.
    func notices(
        _ plan: PrintPlan,
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        let name = ["printer": printer.id.rawValue]
        var notices: [Obstacle] = []
        if let notice = loadedNotice(plan, able) { notices.append(notice) }
        let shrunk = shrunkPages(plan, document)
        if let page = shrunk.first {
            var parameters = name
            parameters["document"] = document.name
            parameters["page"] = "\(page)"
            parameters["pages"] = Self.ranges(shrunk)
            parameters["media"] = plan.media?.rawValue
            notices.append(Obstacle(.scaled, option: "scaling", parameters))
        } else if let notice = roomNotice(plan, document) {
            notices.append(notice)
        }
        if let notice = edgeNotice(plan, document) { notices.append(notice) }
        notices += otherMedia(plan, document, able)
        if ticket.media == nil, ticket.source == nil {
            notices += smallerMedia(plan, document, able)
        }
        if let simple = document.simplification {
            var parameters = ["document": document.name].merging(document.kindParameters) { $1 }
            parameters["package"] = simple.package
            notices.append(Obstacle(.laidOutSimply, parameters))
        }
        if document.isTruncated == true {
            notices.append(Obstacle(.textLeftOut, ["document": document.name]))
        }
        notices += document.each.flatMap(Self.leftOutNotices)
        notices += document.each.filter { $0.restriction == .highQuality }
            .map { Obstacle(.lowQualityOnly, option: "quality", ["document": $0.name]) }
        if let low = printer.reasons.first(where: { $0.code.isLowSupply }) {
            let parameters = name.merging(["supply": low.code.rawValue]) { _, new in new }
            notices.append(Obstacle(.supplyLow, parameters))
        }
        return notices
    }

    /// The lowest quality of the printer, where the owner of a document allows no other; `nil` where any is allowed.
    private func restrictedQuality(
        of document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> PrintQuality? {
        guard document.each.contains(where: { $0.restriction == .highQuality }) else { return nil }
        return [.draft, .normal].first(where: able.qualities.contains)
    }

    /// The pages that are larger than the sheet, if no other size was requested.
    private func shrunkPages(_ plan: PrintPlan, _ document: DocumentFacts) -> [Int] {
        guard plan.scaling == .auto, plan.percent == nil, plan.numberUp == 1,
            plan.poster == nil, let sheet = plan.sheet
        else { return [] }
        return document.pages(of: plan.pages) { run in
            !sheet.holds(run, orientation: plan.orientation)
        }
    }
}

extension PrintPlan {
    /// Whether the output has shades of one color only, by the plan's color mode or its pixels.
    var isGray: Bool {
        let mode =
            color ?? attributes[PrinterCapabilities.outputMode].map(ColorMode.init(rawValue:))
        if gray == true { return true }
        return mode?.isGrey ?? raster.map { RasterCapabilities.isGray($0.pixels) } ?? false
    }

    /// The IPP attributes that the plan sets, each with its values as text.
    var values: [String: [String]] {
        var values = attributes.mapValues { [$0] }
        values["copies"] = ["\(copiesToMake)"]
        values["sides"] = [sides.rawValue]
        values["media"] = media.map { [$0.rawValue] }
        values["media-size"] = (mediaSize ?? media?.size).map { ["\($0.width)x\($0.length)"] }
        values["print-scaling"] = printScaling.map { [$0.rawValue] }
        if copiesToMake > 1 {
            values["multiple-document-handling"] = [
                collate
                    ? "separate-documents-collated-copies"
                    : "separate-documents-uncollated-copies"
            ]
        }
        values["media-source"] = source.map { [$0] }
        if borderless {
            for edge in ["top", "right", "bottom", "left"] {
                values["media-\(edge)-margin"] = ["0"]
            }
        }
        values["print-color-mode"] = color.map { [$0.rawValue] }
        values["print-quality"] = quality.map { [$0.rawValue] }
        values["finishings"] = finishings.isEmpty ? nil : finishings
        values["output-bin"] = outputBin.map { [$0] }
        return values
    }

    /// Whether a printer supports all of the plan, apart from its constraints on combinations.
    func isWithin(_ able: PrinterCapabilities) -> Bool {
        able.sides.contains(sides) && copiesToMake <= able.copies.max
            && (media.map { able.takes($0) } ?? true)
            && (!borderless || media.map { able.printsToEdges(of: $0) } ?? false)
            && (source.map { able.sources.contains($0) } ?? true)
            && (color.map { able.prints($0) } ?? true)
            && (quality.map { able.qualities.contains($0) } ?? true)
            && finishings.allSatisfy { able.finishings.contains($0) }
            && (outputBin.map { able.outputBins.contains($0) } ?? true)
            && attributes.allSatisfy { able.attributes[$0.key]?.takes($0.value) == true }
    }
}
