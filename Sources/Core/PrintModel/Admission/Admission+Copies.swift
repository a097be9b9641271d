/// Copies: a printer makes them, or the service repeats the pages.
extension Admission {
    /// The obstacles of a number of copies, and of their order.
    func copiesObstacles(
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> [Obstacle] {
        let most = repeats(document, ticket.finishings) ? PrintPlan.repeatedCopies : 1
        var found: [Obstacle] = []
        if let copies = ticket.copies, copies > most {
            let range = [
                "min": "\(able.copies.min)", "max": "\(max(able.copies.max, most))",
            ]
            found += refusal("copies", "\(copies)", as: .copiesUnsupported, more: range) {
                $0.copies.min <= copies && copies <= $0.copies.max
            }
        }
        if let collate = ticket.collate, let copies = ticket.copies, copies > max(1, most) {
            found += refusal("collate", "\(collate)") { collate ? $0.collates : $0.uncollates }
        }
        return found
    }

    /// The obstacle of pages that would have to be repeated too often.
    func repetitionObstacle(_ plan: PrintPlan, _ able: PrinterCapabilities) -> [Obstacle] {
        guard plan.repeatedCopies > 1, plan.copies <= PrintPlan.repeatedCopies,
            let sides = plan.repeatedSides
        else { return [] }
        let most = PrintPlan.repeatedSidesLimit / max(1, sides)
        guard plan.copies > most else { return [] }
        let range = [
            "min": "\(able.copies.min)", "max": "\(max(able.copies.max, most, 1))",
        ]
        return refusal("copies", "\(plan.copies)", as: .copiesUnsupported, more: range) {
            $0.makes(plan.copies, collated: plan.collate)
        }
    }

    /// How often the pages of a PDF are in the file; `nil` if the printer makes the copies.
    func copiesInFile(
        of plan: PrintPlan,
        _ ticket: PrintTicket,
        _ document: DocumentFacts,
        _ able: PrinterCapabilities
    ) -> Int? {
        guard !able.makes(plan.copies, collated: plan.collate),
            plan.copies <= PrintPlan.repeatedCopies, repeats(document, ticket.finishings)
        else { return nil }
        let sides = (plan.repeatedSides ?? 0).multiplied(clamping: plan.copies)
        // The ticket leaves the order of the copies open, and the printer makes that many.
        let isLeftOpen = ticket.collate == nil && able.makes(plan.copies, collated: false)
        return isLeftOpen && sides > PrintPlan.repeatedSidesLimit ? nil : plan.copies
    }

    /// Whether the service can repeat the pages of a document for the copies that the printer does not make.
    ///
    /// A printer staples, folds, and binds what it takes for one copy.
    func repeats(_ document: DocumentFacts, _ finishings: [String]?) -> Bool {
        document.isImposable
            && (finishings ?? []).allSatisfy { $0 == Finishings.none || Finishings.isOfSheets($0) }
    }
}

extension Finishings {
    /// Whether a finishing treats each sheet by itself, so that it does not matter where a copy ends.
    static func isOfSheets(_ keyword: String) -> Bool {
        keyword == "punch" || keyword.hasPrefix("punch-")
            || ["coat", "laminate", "trim-after-pages"].contains(keyword)
    }
}

extension PrinterCapabilities {
    /// The copies that can be chosen: those that the printer makes, and those for which the service repeats the pages.
    var copyChoices: CopyRange {
        CopyRange(min: copies.min, max: max(copies.max, PrintPlan.repeatedCopies))
    }

    /// Whether the printer makes these copies by itself.
    func makes(_ copies: Int, collated: Bool) -> Bool {
        copies == 1
            || (self.copies.min <= copies && copies <= self.copies.max
                && (collated ? collates : uncollates))
    }
}

extension PrintPlan {
    /// The most copies for which the service repeats the pages.
    static let repeatedCopies = 999
    /// The most sides of such a job.
    static let repeatedSidesLimit = 10_000

    /// How often the sides are in the file that is sent; 1 if the printer makes the copies.
    var repeatedCopies: Int { copiesInFile ?? raster?.copies ?? 1 }

    /// The copies that the printer is asked for.
    package var copiesToMake: Int { repeatedCopies > 1 ? 1 : copies }

    /// The same plan for a file with one copy, as previews show it.
    package var ofOneCopy: PrintPlan {
        var plan = self
        plan.copiesInFile = nil
        return plan
    }

    /// The sides of one copy in a file that has several, with the white back that keeps the next one off its last sheet.
    var repeatedSides: Int? {
        guard let pages else { return nil }
        let (sides, sheets) = perCopy(of: pages)
        return self.sides.isTwoSided ? sheets.multiplied(clamping: 2) : sides
    }
}
