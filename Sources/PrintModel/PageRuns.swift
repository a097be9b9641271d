/// A long list of pages in few numbers, as it is stored and sent.
///
/// A document that claims a hundred thousand pages would otherwise put each of them into every
/// record and every event of its job.
struct PageRuns: Codable, Equatable, Sendable {
    /// Blocks of ascending pages that repeat at a constant distance.
    ///
    /// That describes what a ticket can say in few words: all pages, the odd ones, the last sheet
    /// first.
    struct Run: Equatable, Sendable {
        /// The first page of the first block.
        var first: Int
        /// How many pages each block has.
        var length: Int
        /// How many blocks there are.
        var count: Int
        /// How far the first pages of two blocks are apart; negative where the pages run backwards.
        var step: Int
    }

    var runs: [Run]

    /// The longest list that stands page by page.
    static let longestList = 1000

    /// Describes a list.
    init(_ pages: [Int]) {
        var found: [Run] = []
        var start = 0
        while start < pages.count {
            let length = Self.ascending(pages[start...])
            var run = Run(first: pages[start], length: length, count: 1, step: 0)
            var end = start + length
            if end < pages.count {
                run.step = pages[end] - pages[start]
                while Self.continues(run, pages[end...]) {
                    run.count += 1
                    end += length
                }
                if run.count == 1 { run.step = 0 }
            }
            found.append(run)
            start = end
        }
        runs = found
    }

    /// How many pages at the beginning of a list follow each other.
    private static func ascending(_ pages: ArraySlice<Int>) -> Int {
        var length = 1
        while length < pages.count,
            pages[pages.startIndex + length] == pages[pages.startIndex] + length
        {
            length += 1
        }
        return length
    }

    /// Whether the list goes on with one more block of a run, and the block ends there.
    private static func continues(_ run: Run, _ pages: ArraySlice<Int>) -> Bool {
        guard pages.count >= run.length,
            pages[pages.startIndex] == run.first + run.count * run.step
        else { return false }
        return ascending(pages.prefix(run.length)) == run.length
    }

    /// The list; `nil` where it is longer than any list can be, or has a page below 1.
    var pages: [Int]? {
        var pages: [Int] = []
        for run in runs {
            let limit = PageSelection.limit
            guard run.length >= 1, run.count >= 1, run.length <= limit, run.count <= limit,
                pages.count + run.length * run.count <= limit
            else { return nil }
            for block in 0..<run.count {
                let (distance, isTooFar) = run.step.multipliedReportingOverflow(by: block)
                let (first, isTooLarge) = run.first.addingReportingOverflow(distance)
                guard !isTooFar, !isTooLarge, first >= 1, first <= Int.max - run.length else {
                    return nil
                }
                pages += first..<(first + run.length)
            }
        }
        return pages
    }

    init(from decoder: any Decoder) throws {
        let rows = try decoder.singleValueContainer().decode([[Int]].self)
        runs = try rows.map { row in
            guard row.count == 4 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "A run has 4 numbers.")
                )
            }
            return Run(first: row[0], length: row[1], count: row[2], step: row[3])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(runs.map { [$0.first, $0.length, $0.count, $0.step] })
    }
}
