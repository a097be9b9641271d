/// A compact form of a long list of pages, for storage and transfer.
///
/// Without it, a document that claims to have a hundred thousand pages would put each of them into
/// every record and every event of its job.
struct PageRuns: Codable, Equatable, Sendable {
    /// Blocks of ascending pages that repeat at a constant distance.
    ///
    /// Runs describe every short request of a ticket: all pages, the odd ones, the last sheet
    /// first.
    struct Run: Equatable, Sendable {
        /// The first page of the first block.
        var first: Int
        /// The number of pages in each block.
        var length: Int
        /// The number of blocks.
        var count: Int
        /// The distance between the first pages of two blocks; negative if the pages run backwards.
        var step: Int
    }

    var runs: [Run]

    /// The maximum length of a list that is encoded page by page.
    static let longestList = 1000

    /// Creates the compact form of a list.
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

    /// The number of consecutive pages at the beginning of a list.
    private static func ascending(_ pages: ArraySlice<Int>) -> Int {
        var length = 1
        while length < pages.count,
            pages[pages.startIndex + length] == pages[pages.startIndex] + length
        {
            length += 1
        }
        return length
    }

    /// Whether the list continues with one more block of a run that ends there.
    private static func continues(_ run: Run, _ pages: ArraySlice<Int>) -> Bool {
        guard pages.count >= run.length,
            pages[pages.startIndex] == run.first + run.count * run.step
        else { return false }
        return ascending(pages.prefix(run.length)) == run.length
    }

    /// The list; `nil` if it exceeds the limit of a page list or has a page below 1.
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
