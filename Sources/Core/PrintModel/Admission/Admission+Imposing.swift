/// Booklets, posters, and contact sheets: what they need of the printer, and what they leave to choose.
extension Admission {
    /// The value of `sides`; sheets that are folded or joined decide it themselves.
    func sides(of ticket: PrintTicket, _ able: PrinterCapabilities) -> Sides {
        if let sides = ticket.sides { return sides }
        if ticket.booklet == true {
            let isLongOnly =
                able.sides.contains(.twoSidedLongEdge) && !able.sides.contains(.twoSidedShortEdge)
            return isLongOnly ? .twoSidedLongEdge : .twoSidedShortEdge
        }
        return ticket.poster.map { $0 != .single } == true ? .oneSided : able.usualSides
    }

    /// The number of pages on a side.
    func numberUp(of ticket: PrintTicket) -> Int {
        if ticket.booklet == true { return 2 }
        if let grid = ticket.contactSheet, grid != .single { return grid.count }
        return ticket.numberUp ?? 1
    }

    /// The first pages of the documents that begin on new sheets; `nil` if they follow one another.
    func newSheets(of document: DocumentFacts, _ ticket: PrintTicket) -> [Int]? {
        guard ticket.eachOnNewSheet == true, document.parts != nil else { return nil }
        return document.partStarts
    }

    /// The obstacles of a booklet, a poster, or a contact sheet.
    func imposingObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        if ticket.booklet == true { return bookletObstacles(ticket, able) }
        let ofBooklets = [
            ("signature", ticket.signature.map { "\($0)" }),
            ("creep", ticket.creep.flatMap { $0 > 0 ? MediaMargins.text($0) : nil }),
        ]
        var found = ofBooklets.compactMap { option, value in
            value.map {
                Obstacle(
                    .optionUnsupported,
                    option: option,
                    ["option": option, "value": $0, "needs": "booklet"]
                )
            }
        }
        if let grid = ticket.contactSheet, grid != .single {
            found += conflicts(
                of: "contactSheet",
                in: ticket,
                [
                    ("numberUp", (ticket.numberUp ?? 1) > 1),
                    ("poster", ticket.poster.map { $0 != .single } == true),
                ]
            )
            if grid.count > PrintTicket.numberUpRange.upperBound {
                found += refusal("contactSheet", grid.rawValue, supported: ["4x5", "8x8"]) { _ in
                    false
                }
            }
        }
        guard let poster = ticket.poster, poster != .single else { return found }
        let isTaken = (ticket.numberUp ?? 1) > 1
        found += conflicts(
            of: "poster",
            in: ticket,
            [("numberUp", isTaken), ("sides", ticket.sides?.isTwoSided == true)]
        )
        if ticket.sides != .oneSided {
            found += refusal("sides", Sides.oneSided.rawValue, as: .sidesUnsupported) {
                $0.sides.contains(.oneSided)
            }
        }
        return found
    }

    private func bookletObstacles(
        _ ticket: PrintTicket,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        var found = conflicts(
            of: "booklet",
            in: ticket,
            [
                ("numberUp", ![1, 2].contains(ticket.numberUp ?? 1)),
                ("poster", ticket.poster.map { $0 != .single } == true),
                ("contactSheet", ticket.contactSheet.map { $0 != .single } == true),
                ("eachOnNewSheet", ticket.eachOnNewSheet == true),
                ("orientation", ticket.orientation?.withoutHalfTurn == .portrait),
                ("sides", ticket.sides == .oneSided),
            ]
        )
        if ticket.sides?.isTwoSided != true {
            found += refusal(
                "sides",
                Sides.twoSidedShortEdge.rawValue,
                as: .sidesUnsupported,
                more: ["for": "booklet"]
            ) { $0.sides.contains { $0.isTwoSided } }
        }
        return found
    }

    /// An obstacle for each option that contradicts another one.
    private func conflicts(
        of option: String,
        in ticket: PrintTicket,
        _ others: [(name: String, isContrary: Bool)]
    ) -> [Obstacle] {
        others.filter(\.isContrary).map { other in
            let value =
                other.name == "sides"
                ? ticket.sides?.rawValue
                : LayoutOption.all.first { $0.name == other.name }?.value(ticket)
            return Obstacle(
                .optionsConflict,
                option: other.name,
                ["option": option, "other": other.name, "value": value ?? ""]
            )
        }
    }
}
