package import PrintModel

/// The JSON of several jobs in one buffer: ten thousand buffers would cost more than their contents.
package struct ListedJobs: Sendable {
    /// The numbers of the jobs, in order.
    package private(set) var ids: [JobID] = []
    /// The JSON of the jobs, separated by commas.
    package private(set) var json: [UInt8] = []
    /// The end of each job in `json`.
    private var ends: [Int] = []

    /// Creates an empty list.
    package init() {}

    /// Merges lists of different jobs, each in the order of their numbers.
    init(merging lists: [ListedJobs], limit: Int) {
        let jobs = lists.flatMap { zip($0.ids, $0.each) }.sorted { $0.0 < $1.0 }
        for (id, job) in jobs.prefix(limit) { append(id, job) }
    }

    /// Returns the jobs of one list, and then those of another.
    static func + (first: ListedJobs, second: ListedJobs) -> ListedJobs {
        guard !first.ids.isEmpty else { return second }
        return zip(second.ids, second.each).reduce(into: first) { $0.append($1.0, $1.1) }
    }

    /// The JSON of each job.
    package var each: [ArraySlice<UInt8>] {
        var start = 0
        return ends.map { end in
            defer { start = end + 1 }
            return json[start..<end]
        }
    }

    /// Adds a job.
    package mutating func append(_ id: JobID, _ job: some Sequence<UInt8>) {
        if !ids.isEmpty { json.append(UInt8(ascii: ",")) }
        json.append(contentsOf: job)
        ids.append(id)
        ends.append(json.count)
    }

    /// Returns the same jobs, each with the host that has its printer.
    ///
    /// - Parameter hosts: The host of each job; `nil` for none.
    /// - Returns: The list.
    /// - Throws: An error of encoding a name.
    func naming(_ hosts: [String?]) throws -> ListedJobs {
        guard hosts.contains(where: { $0 != nil }) else { return self }
        var named = ListedJobs()
        for (index, (id, job)) in zip(ids, each).enumerated() {
            guard let host = hosts[index], let place = Self.hostKey(in: job) else {
                named.append(id, job)
                continue
            }
            let value = Array("\"host\":\(try Columns.json(host))".utf8)
            named.append(id, job[..<place.lowerBound] + value + job[place.upperBound...])
        }
        return named
    }

    /// Returns where a job has the key of its host; a string in JSON has no quotation mark without a backslash.
    private static func hostKey(in job: ArraySlice<UInt8>) -> Range<Int>? {
        let key = Array("\"host\":null".utf8)
        var offset = job.startIndex
        // From one quotation mark to the next.
        while let mark = job[offset...].firstIndex(of: key[0]) {
            if job[mark...].starts(with: key) { return mark..<(mark + key.count) }
            offset = mark + 1
        }
        return nil
    }
}
