/// Headers and footers: the room that they need.
extension Admission {
    /// The obstacle of paper that is too small for a header or footer.
    func labelObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        let labels = [("header", ticket.header), ("footer", ticket.footer)]
            .filter { PageLabel(ticket: $0.1) != nil }
        guard let (option, text) = labels.first else { return [] }
        let sheet = pageSetup(of: document, filled: ticket, able).sheet
        let margins = sheet.margins
        let room = min(
            sheet.size.width - margins.left - margins.right,
            sheet.size.length - margins.top - margins.bottom
        )
        guard room - labels.count * PageLabel.extent(0) < PageSetup.leastRoom else { return [] }
        return [
            Obstacle(
                .optionUnsupported,
                option: option,
                ["option": option, "value": text ?? "", "noRoom": "true"]
            )
        ]
    }

    /// The notice that pages are made smaller, so that a header or footer does not cover what is on them.
    func roomNotice(_ plan: PrintPlan, _ document: DocumentFacts) -> Obstacle? {
        guard let label = plan.header != nil ? "header" : plan.footer != nil ? "footer" : nil,
            plan.scaling == .auto, plan.percent == nil, plan.numberUp == 1, plan.poster == nil,
            [nil, .pages, .parts].contains(document.layout), let sheet = plan.sheet
        else { return nil }
        let shrunk = document.pages(of: plan.pages) { page in
            sheet.holds(page, orientation: plan.orientation)
                && !sheet.holds(page, plan.orientation, above: plan.footer, below: plan.header)
        }
        guard let page = shrunk.first else { return nil }
        return Obstacle(
            .scaled,
            option: "scaling",
            [
                "printer": printer.id.rawValue, "document": document.name, "page": "\(page)",
                "pages": Self.ranges(shrunk), "for": label,
            ]
        )
    }
}

extension PageLabel {
    /// The distance from the edge of the paper to what is on the page, for a margin that cannot be printed on, in
    /// hundredths of a millimeter: the rule of `SheetLayout.Label`.
    static func extent(_ margin: Int) -> Int { max(margin, 500) + 635 }
}

extension SheetSize {
    /// Whether pages fit between a footer and a header.
    fileprivate func holds(
        _ page: DocumentFacts.PageSizes,
        _ orientation: PageOrientation?,
        above footer: PageLabel?,
        below header: PageLabel?
    ) -> Bool {
        // The edges of the sheet as the reader of the page holds it.
        let turned = (page.width > page.height) != (width > length)
        let (top, bottom) =
            turned ? (margins.left, margins.right) : (margins.top, margins.bottom)
        let lines =
            (header == nil ? 0 : PageLabel.extent(top))
            + (footer == nil ? 0 : PageLabel.extent(bottom))
        var rest = self
        if turned { rest.size.width -= lines } else { rest.size.length -= lines }
        // Taken as it is held: the edges of the rest may be in another order.
        let (across, along) = turned ? (rest.length, rest.width) : (rest.width, rest.length)
        return page.width <= across + 3 && page.height <= along + 3
    }
}
