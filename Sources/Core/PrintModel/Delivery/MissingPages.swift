import CommandNames

/// What is missing of a job that came out in part, as at most two printings.
struct MissingPages: Equatable {
    /// A printing of a part of the job.
    struct Part: Equatable {
        /// A page list; `nil` for all pages of the job.
        var pages: String?
        /// The number of copies; `nil` for those of the job.
        var copies: Int?
    }

    /// The printings, in order.
    let parts: [Part]

    /// Finds out what is missing; `nil` where the count does not determine the pages, or a list of them would be too long to
    /// type.
    ///
    /// - Parameters:
    ///   - done: What came out, in sides, or in sheets.
    ///   - plan: The plan of the job.
    ///   - isSheets: Whether the printer counts sheets.
    ///   - count: The number of pages of the document.
    init?(after done: Int, of plan: PrintPlan, isSheets: Bool, count: Int?) {
        guard !plan.reverse, !plan.booklet, plan.poster == nil, let pages = plan.pages,
            !pages.isEmpty
        else { return nil }
        // White backs between the copies are counted by some printers only.
        let hasBacks =
            plan.repeatedCopies > 1 && plan.repeatedSides != plan.perCopy(of: pages).impressions
        guard isSheets || !hasBacks else { return nil }
        let perSheet = plan.sides.isTwoSided ? 2 : 1
        let pagesPerUnit = plan.numberUp.multiplied(clamping: isSheets ? perSheet : 1)
        let perCopy = plan.perCopy(of: pages)
        let units = isSheets ? perCopy.sheets : perCopy.impressions
        // Documents that begin on new sheets have sides that are not full.
        guard units == (pages.count - 1) / pagesPerUnit + 1, done > 0,
            done < units.multiplied(clamping: plan.copies)
        else { return nil }
        func list(_ index: Int, _ end: Int? = nil) -> String? {
            let first = min(index.multiplied(clamping: pagesPerUnit), pages.count)
            let last = end?.multiplied(clamping: pagesPerUnit) ?? pages.count
            return Self.list(pages[first..<min(last, pages.count)], of: count)
        }
        if plan.copies == 1 || plan.collate {
            let (whole, part) = done.quotientAndRemainder(dividingBy: units)
            let left = plan.copies.subtracting(clamping: whole)
            guard part > 0 else {
                parts = [Part(pages: nil, copies: left)]
                return
            }
            guard let rest = list(part) else { return nil }
            let first = Part(pages: rest, copies: plan.copies > 1 ? 1 : nil)
            parts = left > 1 ? [first, Part(pages: nil, copies: left - 1)] : [first]
            return
        }
        // Each sheet comes out in all its copies before the next.
        let unitsPerSheet = isSheets ? 1 : perSheet
        let (sheet, part) = done.quotientAndRemainder(
            dividingBy: unitsPerSheet.multiplied(clamping: plan.copies)
        )
        let start = sheet * unitsPerSheet
        let end = min(start + unitsPerSheet, units)
        let left = plan.copies.subtracting(clamping: part / (end - start))
        guard left < plan.copies else {
            guard let rest = list(start) else { return nil }
            parts = [Part(pages: rest, copies: nil)]
            return
        }
        guard let same = list(start, end) else { return nil }
        let first = Part(pages: same, copies: left)
        guard end < units else {
            parts = [first]
            return
        }
        guard let rest = list(end) else { return nil }
        parts = [first, Part(pages: rest, copies: nil)]
    }

    /// Pages as a list to type; `nil` if it would be too long.
    private static func list(_ pages: ArraySlice<Int>, of count: Int?) -> String? {
        var runs: [ClosedRange<Int>] = []
        for page in pages {
            if let last = runs.last, page == last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...page
            } else {
                runs.append(page...page)
            }
        }
        guard (1...8).contains(runs.count) else { return nil }
        return runs.map { run in
            if run.count == 1 { return "\(run.lowerBound)" }
            return "\(run.lowerBound)-" + (run.upperBound == count ? "" : "\(run.upperBound)")
        }.joined(separator: ",")
    }

    /// The parameters of a reason.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        for (part, names) in zip(parts, Self.names) {
            parameters[names.pages] = part.pages
            parameters[names.copies] = part.copies.map { "\($0)" }
        }
        return parameters
    }

    private static let names = [
        (pages: "rest", copies: "restCopies"), (pages: "thenRest", copies: "thenCopies"),
    ]

    /// The commands that print what is missing; none where that is not known.
    ///
    /// - Parameters:
    ///   - parameters: Those of the reason.
    ///   - reprint: The command that prints the job again.
    /// - Returns: At most two commands.
    static func commands(_ parameters: [String: String], _ reprint: String) -> [String] {
        names.compactMap { names in
            let pages = parameters[names.pages].map { " \(Flag.pages) \($0)" }
            let copies = parameters[names.copies].map { " \(Flag.copies) \($0)" }
            guard pages != nil || copies != nil else { return nil }
            return reprint + (pages ?? "") + (copies ?? "")
        }
    }
}
