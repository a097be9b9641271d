/// A plan that takes fewer sheets.
extension Admission {
    /// The notice that the document takes fewer sheets on both sides, or with two pages on a side where the printer
    /// prints on one side only; `nil` if the user has decided that, or little is saved.
    func paperSaving(
        _ plan: PrintPlan,
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> Obstacle? {
        guard let pages = plan.pages, let sheets = plan.sheets, !plan.booklet, plan.poster == nil,
            plan.contactSheet == nil, !plan.sides.isTwoSided, !document.isAllPictures
        else { return nil }
        func notice(_ other: PrintPlan, _ option: String, _ value: String) -> Obstacle? {
            let fewer = other.perCopy(of: pages).sheets.multiplied(clamping: other.copies)
            guard fewer < sheets, conflict(of: other, able) == nil else { return nil }
            return Obstacle(
                .paperSaving,
                option: option,
                [
                    "printer": printer.id.rawValue, "option": option, "value": value,
                    "sheets": "\(sheets)", "fewer": "\(fewer)",
                ]
            )
        }
        var other = plan
        if able.sides.contains(.twoSidedLongEdge) {
            guard ticket.sides == nil else { return nil }
            other.sides = .twoSidedLongEdge
            return notice(other, "sides", "long-edge")
        }
        guard ticket.numberUp == nil, sheets >= Self.manySheets else { return nil }
        other.numberUp = 2
        return notice(other, "numberUp", "2")
    }

    /// From so many sheets on, smaller pages are worth a thought.
    private static let manySheets = 4
}
