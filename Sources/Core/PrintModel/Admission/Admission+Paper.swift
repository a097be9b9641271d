/// The choice of paper by the sizes of a document's pages.
extension Admission {
    /// What a document is laid out on for this printer; `nil` for one with pages of its own, and where its margins leave no
    /// room for it, which is an obstacle.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - ticket: The options.
    /// - Returns: The paper of the plan without any pages, and what the ticket says of margins and letters.
    public func pageSetup(of document: DocumentFacts, ticket: PrintTicket) -> PageSetup? {
        guard let layout = document.layout, document.problem == nil else { return nil }
        // They are the same on every printer, so that they are made once.
        guard layout != .pages else {
            // Several pages on a side keep their own orientation.
            let isTurned = ticket.numberUp ?? 1 == 1 && ticket.orientation != .auto
            var setup = PageSetup(
                sheet: PageSetup.usualSheet,
                orientation: isTurned ? ticket.orientation?.withoutHalfTurn : nil
            )
            setup.setCells(of: document, ticket)
            return setup
        }
        let able = printer.capabilities ?? PrinterCapabilities()
        let plain = document.withoutPages
        let filled = filled(ticket, plain, able)
        guard !leavesNoRoom(filled, plain, able) else { return nil }
        return pageSetup(of: plain, filled: filled, able)
    }

    func pageSetup(
        of document: DocumentFacts,
        filled ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> PageSetup {
        let plan = plan(ticket, pages: nil, document.withoutPages, able)
        // Where a page lies on its sheet as it is, its own margins hold the header; elsewhere, the sheet's.
        // Several documents have a header in the same place on all pages, whether these have margins for it or not.
        let hasParts = document.layout == .parts
        let isWhole =
            plan.numberUp == 1 && plan.poster == nil && plan.percent == nil
            && plan.border == .none
            && (hasParts ? [.auto, .none, .fill] : [.auto, .none]).contains(plan.scaling)
        var setup = PageSetup(
            sheet: layoutSheet(plan, ticket, able),
            // Several pages on a side keep their own orientation.
            orientation: plan.numberUp == 1 ? plan.orientation?.withoutHalfTurn : nil,
            margins: ticket.margins ?? rollMargins(plan, able),
            fontSize: ticket.fontSize,
            lineNumbers: ticket.lineNumbers ?? false,
            header: isWhole && !hasParts && plan.header != nil,
            footer: isWhole && !hasParts && plan.footer != nil,
            pictures: hasParts && isWhole && document.each.contains(where: \.isPicture)
                ? plan.scaling : nil
        )
        if hasParts { setup.setCells(of: document, ticket) }
        setup.lengths = rollLengths(of: document, plan, ticket, setup, able)
        return setup
    }

    /// How long a text may be on the roll of a plan; `nil` where the pages are as long as the paper.
    private func rollLengths(
        of document: DocumentFacts,
        _ plan: PrintPlan,
        _ ticket: PrintTicket,
        _ setup: PageSetup,
        _ able: PrinterCapabilities
    ) -> PageSetup.Lengths? {
        let isText = document.each.contains { $0.layout == .text || $0.layout == .lines }
        guard isText, ticket.media == nil || namedRoll(ticket, able) != nil, plan.numberUp == 1,
            plan.poster == nil,
            setup.orientation != .landscape, let sheet = plan.sheet, sheet == setup.sheet,
            // Of a wider roll, sheets are cut that can be read.
            let roll = able.rolls?.first(where: {
                $0.cuts(sheet.size) && $0.most.width - sheet.size.width <= MediaName.tolerance
            })
        else { return nil }
        let most = min(roll.most.length, PageSetup.longestPage)
        return .init(least: min(roll.least.length, most), most: most)
    }

    /// The paper that a document without pages is laid out on: that of the plan, but of a wide roll a sheet that can be read.
    private func layoutSheet(
        _ plan: PrintPlan,
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> SheetSize {
        guard var sheet = plan.sheet else { return PageSetup.usualSheet }
        if plan.orientation?.isReversed == true { sheet.margins = sheet.margins.reversed }
        let usual = PageSetup.usualSheet.size
        guard ticket.media == nil || namedRoll(ticket, able) != nil,
            sheet.size.width > usual.width,
            able.rolls?.contains(where: { $0.cuts(sheet.size) }) == true
        else { return sheet }
        return SheetSize(size: usual, margins: sheet.margins)
    }

    /// The margins of text on a narrow roll, where usual ones leave no room for words: 3 mm.
    private func rollMargins(_ plan: PrintPlan, _ able: PrinterCapabilities) -> MediaMargins? {
        guard let media = plan.media, let size = media.size, size.width < 13_900,
            able.isCut(media)
        else { return nil }
        return MediaMargins(top: 300, right: 300, bottom: 300, left: 300)
    }

    /// The notice that some pages match another loaded medium, since a job uses a single medium.
    func otherMedia(
        _ plan: PrintPlan,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        guard let media = plan.media, let sheet = plan.sheet, plan.numberUp == 1,
            plan.poster == nil
        else { return [] }
        for other in loadedMedia(able) where other != media {
            guard let paper = able.sheet(of: other) else { continue }
            let pages = document.pages(of: plan.pages) {
                paper.isPaper(of: $0) && !sheet.isPaper(of: $0)
            }
            guard let all = plan.pages, !pages.isEmpty, pages.count < Set(all).count else {
                continue
            }
            let parameters = [
                "printer": printer.id.rawValue, "document": document.name, "media": media.rawValue,
                "other": other.rawValue, "pages": Self.ranges(pages),
            ]
            return [Obstacle(.mixedSizes, option: "media", parameters)]
        }
        return []
    }

    /// A list of pages in a ticket's syntax, such as `1-3,7`; a very long one is cut.
    static func ranges(_ pages: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for page in Set(pages).sorted() {
            if let last = runs.last, last.upperBound == page - 1 {
                runs[runs.count - 1] = last.lowerBound...page
            } else {
                runs.append(page...page)
            }
        }
        let words = runs.prefix(20).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return words.joined(separator: ",") + (runs.count > 20 ? ",…" : "")
    }
}

extension DocumentFacts {
    /// The number of pages of this size that the document has of its own.
    func ownPages(where isMeant: (PageSizes) -> Bool) -> Int {
        guard layout == nil, let pages, pages > 0 else { return 0 }
        return self.pages(of: Array(1...pages), where: isMeant).count
    }

    /// The chosen pages of this size, as far as sizes are known; pictures have none.
    func pages(of chosen: [Int]?, where isMeant: (PageSizes) -> Bool) -> [Int] {
        guard type == Self.pdf || layout != nil, let chosen, let pageSizes else { return [] }
        var meant: [ClosedRange<Int>] = []
        var first = 1
        for run in pageSizes where run.count > 0 {
            if isMeant(run) { meant.append(first...(first + run.count - 1)) }
            first += run.count
        }
        guard !meant.isEmpty else { return [] }
        var current = meant[0]
        return chosen.filter { page in
            if current.contains(page) { return true }
            guard let run = meant.first(where: { $0.contains(page) }) else { return false }
            current = run
            return true
        }
    }
}

extension PageSetup {
    /// Takes what a ticket says of workbooks, where the document is one or has one.
    fileprivate mutating func setCells(of document: DocumentFacts, _ ticket: PrintTicket) {
        guard document.each.contains(where: \.isWorkbook) else { return }
        fitWidth = ticket.fitWidth ?? false
        gridLines = ticket.gridLines ?? false
        headings = ticket.headings ?? false
        worksheets = ticket.worksheets.flatMap { $0.isAll ? nil : $0 }
    }
}
