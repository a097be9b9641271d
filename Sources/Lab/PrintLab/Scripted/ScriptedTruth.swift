internal import FoundationEssentials
internal import IPP

/// The actual state of a scripted scheduler and its printers, regardless of the replies of their
/// scripts.
struct ScriptedTruth: Sendable {
    struct QueueState: Sendable {
        let queue: ScriptedScheduler.Queue
        let uri: String
        var deviceJobs: [DeviceJob] = []
        var lastDeviceJob = 0
        /// Whether the device discards the next job, while the scheduler considers it printed.
        var throwsAway = false
    }

    struct DeviceJob: Sendable {
        let id: Int
        /// The "job-uuid" in the scheduler, which the printer does not know.
        let uuid: String?
        let name: String
        let user: String
        var state: IPPJobState
    }

    struct Job: Sendable {
        let id: Int
        let uuid: String?
        let name: String
        let user: String
        var queue: Int
        let created: Int
        var state: IPPJobState
        var priority = 50
        var documents: [[UInt8]] = []
        var processed: Int?
        var completed: Int?
        /// The index of the job on the device.
        var deviceJob: Int?
        /// The time at which the paper comes out.
        var due: ContinuousClock.Instant?
        var isReleasedByOwner = false
        /// Whether it has neither begun nor ended.
        var isWaiting: Bool { state == .pending || state == .pendingHeld }
    }

    /// The number of ended jobs that are remembered; CUPS limits them by `MaxJobs`.
    private static let memory = 200

    var queues: [QueueState]
    var jobs: [Job] = []
    var lastJob = 0
    var papers: [ScriptedScheduler.Paper] = []

    init(queues: [QueueState]) {
        self.queues = queues
    }

    static var seconds: Int { Int(clamping: Date().timeIntervalSince1970) }

    // MARK: Printing

    /// Updates the state to the present: prints all paper that is due.
    mutating func settle() {
        let now = ContinuousClock.now
        for index in jobs.indices where jobs[index].due.map({ $0 <= now }) == true {
            print(index)
        }
        guard jobs.count > 2 * Self.memory else { return }
        var surplus = jobs.count { $0.state.isFinal } - Self.memory
        jobs.removeAll { job in
            guard job.state.isFinal, surplus > 0 else { return false }
            surplus -= 1
            return true
        }
    }

    /// Releases a held job.
    mutating func release(_ index: Int, byOwner: Bool) {
        guard jobs[index].state == .pendingHeld else { return }
        jobs[index].isReleasedByOwner = byOwner
        jobs[index].state = .processing
        jobs[index].processed = Self.seconds
        // A job without a document has nothing to print.
        guard !jobs[index].documents.isEmpty else {
            jobs[index].state = .aborted
            return
        }
        let queue = jobs[index].queue
        let id = queues[queue].lastDeviceJob + 1
        queues[queue].lastDeviceJob = id
        queues[queue].deviceJobs.append(
            DeviceJob(
                id: id,
                uuid: jobs[index].uuid,
                name: jobs[index].name,
                user: jobs[index].user,
                state: .processing
            )
        )
        // Many printers remember only a few jobs.
        if queues[queue].deviceJobs.count > 40 { queues[queue].deviceJobs.removeFirst() }
        jobs[index].deviceJob = id
        jobs[index].due = .now + queues[queue].queue.printingTime
        settle()
    }

    private mutating func print(_ index: Int) {
        jobs[index].due = nil
        jobs[index].state = .completed
        jobs[index].completed = Self.seconds
        let job = jobs[index]
        let isThrownAway = queues[job.queue].throwsAway
        queues[job.queue].throwsAway = false
        setDevice(of: job, to: isThrownAway ? .aborted : .completed)
        guard !isThrownAway else { return }
        papers.append(
            ScriptedScheduler.Paper(
                queue: queues[job.queue].queue.name,
                job: job.id,
                uuid: job.uuid,
                name: job.name,
                documents: job.documents,
                isReleasedByOwner: job.isReleasedByOwner
            )
        )
    }

    /// Ends a job without paper; returns false where it has already ended.
    mutating func cancel(_ index: Int) -> Bool {
        guard !jobs[index].state.isFinal else { return false }
        jobs[index].state = .canceled
        jobs[index].due = nil
        jobs[index].completed = Self.seconds
        setDevice(of: jobs[index], to: .canceled)
        return true
    }

    private mutating func setDevice(of job: Job, to state: IPPJobState) {
        guard let id = job.deviceJob,
            let index = queues[job.queue].deviceJobs.firstIndex(where: { $0.id == id })
        else { return }
        queues[job.queue].deviceJobs[index].state = state
    }

    /// The jobs that a device reports.
    func deviceJobs(of name: String, done: Bool) -> [IPPAttributeGroup] {
        let jobs = queues.first { $0.queue.name == name }?.deviceJobs ?? []
        return jobs.reversed().filter { $0.state.isFinal == done }.map { job in
            IPPAttributeGroup(
                .job,
                [
                    IPPAttribute("job-id", .integer(Int32(clamping: job.id))),
                    IPPAttribute("job-name", .name(job.name)),
                    IPPAttribute("job-originating-user-name", .name(job.user)),
                    IPPAttribute("job-state", .enumeration(Int32(clamping: job.state.rawValue))),
                    IPPAttribute("job-state-reasons", .keyword("none")),
                ]
            )
        }
    }
}
