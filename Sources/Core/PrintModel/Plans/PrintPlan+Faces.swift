/// The sides of the sheets.
extension PrintPlan {
    /// The printed sides and the sheets of one copy.
    func perCopy(of pages: [Int]) -> (impressions: Int, sheets: Int) {
        if booklet { return signatures.counts(of: pages.count) }
        var (impressions, sheets) = (0, 0)
        for run in runs(of: pages) {
            let sides = (run.count + numberUp - 1) / numberUp * (poster?.count ?? 1)
            impressions += sides
            sheets += self.sides.isTwoSided ? (sides + 1) / 2 : sides
        }
        return (impressions, sheets)
    }

    /// The sides of one copy in sending order, each with its pages; an empty side stays blank.
    ///
    /// In reverse order a copy begins with its last sheet, whose back stays blank if the pages do
    /// not fill it. In a booklet, 0 is a page that stays blank; a poster has a side for each of its sheets.
    public var faces: [[Int]]? {
        guard let pages else { return nil }
        if booklet { return signatures.faces(of: pages, reverse: reverse) }
        if let poster { return pages.flatMap { Array(repeating: [$0], count: poster.count) } }
        var faces: [[Int]] = []
        for run in runs(of: pages) {
            let perSheet = numberUp * (sides.isTwoSided ? 2 : 1)
            // In reverse order, the first sheet is the one that is not full.
            let first = reverse ? (run.count + perSheet - 1) % perSheet + 1 : perSheet
            var start = run.startIndex
            while start < run.endIndex {
                let end = min(run.endIndex, start + (start == run.startIndex ? first : perSheet))
                for face in stride(from: start, to: end, by: numberUp) {
                    faces.append(Array(run[face..<min(end, face + numberUp)]))
                }
                if sides.isTwoSided, end - start <= numberUp, end < pages.endIndex {
                    faces.append([])
                }
                start = end
            }
        }
        return faces
    }

    /// The pages in runs, each of which begins on a new sheet.
    private func runs(of pages: [Int]) -> [ArraySlice<Int>] {
        Self.runs(of: pages, from: newSheets)
    }

    /// The pages in runs of the same document.
    ///
    /// - Parameters:
    ///   - pages: The pages in their order.
    ///   - starts: The first page of each document but the first one, ascending; `nil` for a single run.
    /// - Returns: The runs.
    static func runs(of pages: [Int], from starts: [Int]?) -> [ArraySlice<Int>] {
        guard let starts, !starts.isEmpty else { return pages.isEmpty ? [] : [pages[...]] }
        func part(_ page: Int) -> Int { starts.count { $0 <= page } }
        var runs: [ArraySlice<Int>] = []
        var first = 0
        for index in 1..<max(1, pages.count) where part(pages[index]) != part(pages[index - 1]) {
            runs.append(pages[first..<index])
            first = index
        }
        if first < pages.count { runs.append(pages[first...]) }
        return runs
    }
}
