import FoundationEssentials
import PrintCenterClient
import PrintModel
import Synchronization
import TerminalDisplay

/// Writes a list of jobs while it is read, so that a long one is never in memory as a whole.
struct JobOutput {
    /// How many jobs a terminal shows.
    static let longest = 1000
    /// The number of jobs whose columns are aligned before the first of them is written, and then for each further part.
    private static let parts = (first: 200, next: 1000)

    let phrases: Phrases
    let filter: JobFilter

    /// Writes the list as one array, as the service sends it.
    func writeJSON(_ client: PrintCenterClient) async throws {
        let escaped = Mutex(EscapedJSON())
        try await client.readBytes(filter) { bytes in
            Terminal.write(document: escaped.withLock { $0.take(bytes) })
        }
        Terminal.write(document: escaped.withLock { $0.finish() } + [UInt8(ascii: "\n")])
    }

    /// Writes the list as a table.
    func writeTable(_ client: PrintCenterClient) async throws {
        let isCut = Terminal.reader == .person
        // Of the history, the newest jobs are shown, which come last.
        let page = JobPage(limit: isCut && !filter.all ? Self.longest : nil)
        let table = JobTable(phrases: phrases)
        let state = Mutex(Written(table: table, limit: isCut && filter.all ? Self.longest : nil))
        let remaining = try await client.readJobs(filter, page) { jobs in
            try state.withLock { try $0.take(jobs) }
        }
        let (isEmpty, leftOut) = try state.withLock { written in
            try written.finish()
            return (written.isEmpty, written.leftOut)
        }
        if isEmpty { Terminal.say(phrases.noJobs) }
        if leftOut > 0 { Terminal.say(phrases.earlierJobs(leftOut)) }
        if let remaining, remaining > 0 { Terminal.say(phrases.moreJobs(remaining)) }
    }

    /// What is written, and what waits to be.
    private struct Written {
        var table: JobTable
        /// How many jobs are written, the last ones; `nil` for all.
        let limit: Int?
        private var waiting: [[UInt8]] = []
        private(set) var isEmpty = true
        /// How many jobs were left out.
        private(set) var leftOut = 0

        init(table: JobTable, limit: Int?) {
            (self.table, self.limit) = (table, limit)
        }

        mutating func take(_ jobs: [[UInt8]]) throws {
            waiting += jobs
            if let limit {
                // Now and then, since the others move.
                if waiting.count > 2 * limit { leaveOut(beyond: limit) }
            } else if waiting.count >= (isEmpty ? JobOutput.parts.first : JobOutput.parts.next) {
                try write()
            }
        }

        mutating func finish() throws {
            if let limit { leaveOut(beyond: limit) }
            try write()
        }

        private mutating func leaveOut(beyond limit: Int) {
            let surplus = max(0, waiting.count - limit)
            leftOut += surplus
            waiting.removeFirst(surplus)
        }

        private mutating func write() throws {
            guard !waiting.isEmpty else { return }
            do {
                let jobs = try waiting.map { try WireFormat.decode(ListedJob.self, from: Data($0)) }
                waiting = []
                isEmpty = false
                Terminal.write(lines: table.next(jobs))
            } catch is DecodingError {
                throw ClientError.notUnderstood
            }
        }
    }
}
