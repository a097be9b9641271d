import PrintModel

/// Jobs as a table for people, which can be written while it is read.
struct JobTable: Sendable {
    /// The maximum width of a name before it is cut, in columns.
    private static let widestName = 40

    let phrases: Phrases
    /// The widths of the columns so far.
    private var widths: [Int] = []
    /// Whether the lines so far have the column of hosts; `nil` before the first line.
    private var hasHosts: Bool?

    init(phrases: Phrases) { self.phrases = phrases }

    /// Returns the lines of the whole table, the headings first; none for no jobs.
    func lines(_ jobs: [PrintJob]) -> [String] {
        var table = self
        return table.next(jobs.map { ListedJob($0) })
    }

    /// Returns the lines of the next jobs, with the headings where they have not been written.
    ///
    /// Columns are as wide as those of the lines before, or wider.
    mutating func next(_ jobs: [ListedJob]) -> [String] {
        guard !jobs.isEmpty else { return [] }
        var table = Table()
        // Where one host has the queue, it need not be named.
        let isShared = hasHosts == true || jobs.contains { $0.host != nil }
        if isShared != hasHosts {
            hasHosts = isShared
            widths = []
            let headings: [Phrases.Heading] =
                [.job, .state, .progress, .name, .printer] + (isShared ? [.host] : []) + [.reason]
            table.rows.append(headings.map { phrases.heading($0) })
        }
        table.rows += jobs.map { row($0, withHost: isShared) }
        table.leastWidths = widths
        widths = table.widths
        return table.lines
    }

    /// Returns the cells of one job.
    func line(_ job: PrintJob) -> String {
        row(ListedJob(job), withHost: false).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func row(_ job: ListedJob, withHost: Bool) -> [String] {
        let progress = phrases.progress(job.progress.impressions, of: job.plan?.impressions)
        return [
            job.label, phrases.state(job.state), progress,
            Table.cut(job.name, to: Self.widestName), job.printer.rawValue,
        ] + (withHost ? [job.host ?? ""] : []) + [
            job.reasons.map(\.message).joined(separator: " ")
        ]
    }
}
