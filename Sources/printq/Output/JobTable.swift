import PrintModel

/// Jobs as a table for people.
struct JobTable {
    /// The maximum width of a name before it is cut, in columns.
    private static let widestName = 40

    let phrases: Phrases

    /// The lines of the table, the headings first; none for no jobs.
    func lines(_ jobs: [PrintJob]) -> [String] {
        guard !jobs.isEmpty else { return [] }
        var table = Table()
        // Where one host has the queue, it need not be named.
        let isShared = jobs.contains { $0.host != nil }
        let headings: [Phrases.Heading] =
            [.job, .state, .progress, .name, .printer] + (isShared ? [.host] : []) + [.reason]
        table.rows.append(headings.map { phrases.heading($0) })
        table.rows += jobs.map { row($0, withHost: isShared) }
        return table.lines
    }

    /// Returns the cells of one job.
    func line(_ job: PrintJob) -> String {
        row(job, withHost: false).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func row(_ job: PrintJob, withHost: Bool) -> [String] {
        [
            job.label, phrases.state(job.state), phrases.progress(job),
            Table.cut(job.name, to: Self.widestName), job.printer.rawValue,
        ] + (withHost ? [job.host ?? ""] : []) + [
            job.reasons.map(\.message).joined(separator: " ")
        ]
    }
}
