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
}
