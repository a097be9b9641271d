import FoundationEssentials
package import IPP
package import PrintCenter

/// What a fake scheduler and its printers have.
package struct FakeSchedulerState: Sendable {
    /// A queue and the printer behind it.
    package struct Queue: Sendable {
        /// The `printer-name`.
        package let name: String
        /// The `printer-state` of the queue, which a pause sets.
        package var state = IPPPrinterState.idle
        /// The `printer-is-accepting-jobs` of the queue.
        package var isAccepting = true
        /// Whether the scheduler has the queue; its printer is there without it.
        package var isListed = true
        /// Whether the printer speaks IPP; a queue with a driver may have one that does not.
        package var speaksIPP = true
        /// Whether the printer answers.
        package var isReachable = true
        /// The uptime from which on a printer that cannot be reached can be asked again.
        package var backAt: Duration?
        /// Whether the printer hangs up between its two lists of jobs.
        package var hangsUp = false
        /// The `printer-state-reasons` of the printer.
        package var deviceReasons: [String] = ["none"]
        /// The time from the release of a job to its last sheet.
        // Time: on the clock of the test
        package var printingTime = Duration.seconds(3)
        /// Whether the printer aborts each job.
        package var abortsJobs = false
        /// The printer's own jobs.
        package var deviceJobs: [Device] = []
        /// The `printer-uuid` of the printer; `nil` for none.
        package var deviceUUID: String?
        /// The public key that the printer shows.
        package var publicKey: String?
        /// The `job-impressions-completed` of a job that the printer has completed.
        package var impressions = 1
        /// Whether the printer has stopped reading documents.
        package var stopsReading = false
        /// Whether the scheduler has begun to print a job, and its backend not reached the printer.
        package var backendWaits = false
        /// Whether the printer gives the next job up just before its document comes.
        package var givesUpNextJob = false
        /// Whether the printer lists no jobs.
        package var hidesJobs = false
        /// Whether its printer lists jobs without their names.
        package var hidesNames = false
        /// Whether the printer gives each job a second `job-uuid`, before the one of the request.
        package var addsJobUUIDs = false
        /// The uptime of the clock at which the printer was switched on.
        // Time: on the clock of the test
        package var start = Duration.seconds(-1_000_000)
        /// After which time the printer prints what it has of a job whose document has not ended, as
        /// with the `multiple-operation-time-out-action` `process-job`; `nil` for never.
        package var processJobTimeout: Duration?
    }

    /// A job on a printer.
    package struct Device: Sendable {
        /// The printer's `job-id`.
        package let id: Int
        /// The `job-id` in the scheduler; `nil` for a job that came straight to the printer.
        package let job: Int?
        /// The `job-name`.
        package let name: String
        /// The `job-originating-user-name`.
        package let user: String
        /// The `job-state` on the printer.
        package var state: IPPJobState
        /// The uptime at which the last sheet comes out.
        var due: Duration
        /// Each `job-uuid`.
        package var uuids: [String] = []
        /// The document as far as it has come; `nil` before Send-Document.
        package var document: [UInt8]?
        /// Whether the last byte of the document is missing.
        package var isIncoming = false
        /// The `job-impressions-completed`.
        package var impressions = 0
        /// Whether Cancel-Job came while the document was arriving.
        var isCancelRequested = false
        /// The uptime of the last change before the document has ended.
        var since = Duration.zero
        /// The uptime at which the job was created.
        var created = Duration.zero
    }

    /// A job of the scheduler.
    package struct Job: Sendable {
        /// The `job-id`.
        package let id: Int
        /// The `job-uuid`.
        package let uuid: String
        /// The `job-name`.
        package let name: String
        /// The `job-originating-user-name`.
        package let user: String
        /// The queue.
        package var queue: String
        /// The `job-state`.
        package var state: IPPJobState
        /// The `job-hold-until` of a held job.
        package var holdUntil = "indefinite"
        /// The documents that were received.
        package var documents: [[UInt8]] = []
        /// The `job-priority`.
        package var priority = 50
        /// The job attributes of the request.
        package let ticket: [IPPAttribute]
        /// The `time-at-processing`, in seconds since 1970.
        package var began: Int?
        /// The `time-at-completed`, in seconds since 1970.
        package var ended: Int?
        /// Whether the scheduler, stopped while its printer printed, has the job as pending since, and never starts it.
        package var isLeftBehind = false
    }

    /// The queues.
    package var queues: [Queue]
    /// All jobs, oldest first.
    package var jobs: [Job] = []
    /// How many connections the scheduler has ended.
    package var endsOfConnections = 0
    private var lastJob = 0
    var lastDeviceJob = 100

    init(queues: [String]) {
        self.queues = queues.map { Queue(name: $0) }
    }

    /// Changes a queue.
    package mutating func change(queue name: String, _ body: (inout Queue) -> Void) {
        for index in queues.indices where queues[index].name == name { body(&queues[index]) }
    }

    /// Adds a job of another program, or one that a request creates.
    package mutating func add(_ request: CreateJobRequest) -> Int {
        lastJob += 1
        jobs.append(
            Job(
                id: lastJob,
                uuid: request.uuid,
                name: request.name,
                user: request.user,
                queue: request.printer,
                state: request.isHeld ? .pendingHeld : .pending,
                ticket: request.ticket
            )
        )
        return lastJob
    }

    mutating func change(
        _ id: Int,
        _ body: (inout Job) throws(CupsError) -> Void
    ) throws(CupsError) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else {
            throw .ipp(.notFound, message: nil)
        }
        try body(&jobs[index])
    }

    mutating func cancelAtDevice(_ id: Int) {
        for queue in queues.indices {
            for index in queues[queue].deviceJobs.indices
            where queues[queue].deviceJobs[index].job == id {
                guard !queues[queue].deviceJobs[index].state.isFinal else { continue }
                queues[queue].deviceJobs[index].state = .canceled
            }
        }
    }

    /// How many jobs with a document came out of all printers.
    package var printedCount: Int {
        queues.flatMap(\.deviceJobs).count { $0.state == .completed }
    }

    /// Brings scheduler and printers to a moment.
    mutating func settle(at uptime: Duration, date: Date) {
        for index in queues.indices {
            processIncompleteJobs(index, at: uptime)
            for job in queues[index].deviceJobs.indices
            where queues[index].deviceJobs[job].state == .processing {
                guard queues[index].deviceJobs[job].due <= uptime else { continue }
                let end: IPPJobState = queues[index].abortsJobs ? .aborted : .completed
                let isCanceled = queues[index].deviceJobs[job].isCancelRequested
                queues[index].deviceJobs[job].state = isCanceled ? .canceled : end
                let impressions = end == .completed ? queues[index].impressions : 0
                queues[index].deviceJobs[job].impressions = impressions
                let id = queues[index].deviceJobs[job].job
                for job in jobs.indices where jobs[job].id == id { jobs[job].state = .completed }
            }
            begin(index, at: uptime, date: date)
        }
    }

    /// Gives the printer the next job of its queue, one at a time.
    private mutating func begin(_ index: Int, at uptime: Duration, date: Date) {
        let queue = queues[index]
        guard queue.state != .stopped, queue.isReachable,
            !queue.deviceJobs.contains(where: { !$0.state.isFinal }),
            let next = jobs.firstIndex(where: {
                $0.queue == queue.name && $0.state == .pending && !$0.isLeftBehind
            })
        else { return }
        guard !jobs[next].documents.isEmpty else {
            jobs[next].state = .aborted
            return
        }
        if jobs.contains(where: { $0.queue == queue.name && $0.state == .processing }) { return }
        jobs[next].state = .processing
        jobs[next].began = Int(date.timeIntervalSince1970)
        if queue.backendWaits { return }
        lastDeviceJob += 1
        queues[index].deviceJobs.append(
            Device(
                id: lastDeviceJob,
                job: jobs[next].id,
                name: jobs[next].name,
                user: jobs[next].user,
                state: .processing,
                due: uptime + queue.printingTime,
                created: uptime
            )
        )
    }
}

extension FakeSchedulerState.Job {
    /// The job with some of its attributes, as a scheduler lists it.
    func listed(_ names: [String]) -> SchedulerJob? {
        let octets = documents.map(\.count).reduce(0, +)
        var attributes = [
            IPPAttribute("job-id", .integer(Int32(id))),
            IPPAttribute("job-uuid", .uri(uuid)),
            IPPAttribute("job-name", .name(name)),
            IPPAttribute("job-originating-user-name", .name(user)),
            IPPAttribute("job-printer-uri", .uri("ipp://localhost/printers/\(queue)")),
            IPPAttribute("job-state", .enumeration(Int32(state.rawValue))),
            IPPAttribute(
                "job-state-reasons",
                .keyword(isLeftBehind ? "job-printing" : "none")
            ),
            IPPAttribute("job-priority", .integer(Int32(priority))),
            IPPAttribute("number-of-documents", .integer(Int32(documents.count))),
            IPPAttribute("job-k-octets", .integer(Int32((octets + 1023) / 1024))),
            IPPAttribute("time-at-creation", .integer(1_700_000_000)),
        ]
        if let began {
            attributes.append(IPPAttribute("time-at-processing", .integer(Int32(began))))
        }
        if let ended {
            attributes.append(IPPAttribute("time-at-completed", .integer(Int32(ended))))
        }
        if state == .pendingHeld {
            attributes.append(IPPAttribute("job-hold-until", .keyword(holdUntil)))
        }
        return SchedulerJob(IPPAttributeGroup(.job, attributes.filter { names.contains($0.name) }))
    }
}
