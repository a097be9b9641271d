import FoundationEssentials
import Glibc
package import IPP
package import PrintCenter
import Synchronization

/// A print scheduler in memory, with a printer behind each queue.
///
/// It keeps jobs as CUPS does: it accepts the same `job-uuid` twice, gives a job a number of its own
/// on the printer, and changes only what its own clock has reached. A test stops it, makes a request
/// fail, or takes jobs away.
package final class FakeScheduler: PrintScheduler {
    /// A request that a test makes fail.
    package enum Request: Hashable, Sendable {
        case queues, queue, createJob, sendDocument, release, cancel, hold, move, setPriority
        case job, jobs
        /// Requests to a printer itself.
        case deviceCreate, deviceBegin, deviceCommit, deviceCancel, deviceJob
    }

    /// When a request fails.
    package enum Moment: Sendable {
        /// Before the scheduler does anything.
        case before
        /// After the scheduler has done what was asked.
        case after
    }

    private struct Failure: Sendable {
        let error: CupsError
        let moment: Moment
        var times: Int
    }

    let state: Mutex<FakeSchedulerState>
    let clock: any ServiceClock
    private let failures = Mutex<[Request: Failure]>([:])
    private let counts = Mutex<[Request: Int]>([:])

    /// Makes a scheduler with idle queues.
    ///
    /// - Parameters:
    ///   - queues: The names of the queues.
    ///   - clock: What printing takes its time from.
    package init(queues: [String] = ["office"], clock: any ServiceClock) {
        state = Mutex(FakeSchedulerState(queues: queues))
        self.clock = clock
    }

    /// Makes the next requests of a kind fail.
    package func fail(
        _ request: Request,
        with error: CupsError,
        _ moment: Moment = .before,
        times: Int = 1
    ) {
        failures.withLock { $0[request] = Failure(error: error, moment: moment, times: times) }
    }

    /// The number of requests of a kind so far.
    package func count(of request: Request) -> Int { counts.withLock { $0[request] ?? 0 } }

    /// Reads or changes what the scheduler and its printers have.
    package func withState<Result: Sendable>(
        _ body: (inout FakeSchedulerState) -> Result
    ) -> Result {
        let uptime = clock.uptime
        return state.withLock { state in
            state.settle(at: uptime, date: clock.now)
            return body(&state)
        }
    }

    /// The connection to the printer at a URI of this scheduler.
    package func device(_ uri: DeviceURI) -> any PrinterDevice {
        FakeDevice(scheduler: self, queue: uri.host)
    }

    func perform<Result: Sendable>(
        _ request: Request,
        _ body: (inout FakeSchedulerState) throws(CupsError) -> Result
    ) throws(CupsError) -> Result {
        counts.withLock { $0[request, default: 0] += 1 }
        let failure = failures.withLock { failures -> Failure? in
            guard let failure = failures[request] else { return nil }
            failures[request] =
                failure.times > 1
                ? Failure(error: failure.error, moment: failure.moment, times: failure.times - 1)
                : nil
            return failure
        }
        if let failure, failure.moment == .before { throw failure.error }
        let uptime = clock.uptime
        let outcome = state.withLock { state -> Swift.Result<Result, CupsError> in
            state.settle(at: uptime, date: clock.now)
            do throws(CupsError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        let result = try outcome.get()
        if let failure { throw failure.error }
        return result
    }

    // MARK: Queues

    package func queues() async throws(CupsError) -> [SchedulerQueue] {
        try perform(.queues) { state throws(CupsError) in
            state.queues.filter(\.isListed).compactMap { queue in
                SchedulerQueue(IPPAttributeGroup(.printer, queue.schedulerAttributes))
            }
        }
    }

    package func attributes(
        ofQueue name: String,
        requested: [String]
    ) async throws(CupsError) -> IPPAttributeGroup {
        try perform(.queue) { state throws(CupsError) in
            guard let queue = state.queues.first(where: { $0.name == name && $0.isListed }) else {
                throw .ipp(.notFound, message: nil)
            }
            let known = Set(queue.schedulerAttributes.map(\.name))
            let more = queue.deviceAttributes.filter { !known.contains($0.name) }
            let all = queue.schedulerAttributes + more
            return IPPAttributeGroup(.printer, all.filter { requested.contains($0.name) })
        }
    }

    // MARK: Delivery

    package func createJob(_ job: CreateJobRequest) async throws(CupsError) -> Int {
        try perform(.createJob) { state throws(CupsError) in
            guard let queue = state.queues.first(where: { $0.name == job.printer }) else {
                throw .ipp(.notFound, message: nil)
            }
            guard queue.isAccepting else { throw .ipp(.notAcceptingJobs, message: nil) }
            return state.add(job)
        }
    }

    package func sendDocument(
        job: Int,
        printer: String,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) {
        var bytes = [UInt8](repeating: 0, count: document.size)
        let count = unsafe pread(document.descriptor, &bytes, bytes.count, 0)
        guard count == document.size else { throw .documentUnreadable(errno: 0) }
        let contents = bytes
        try perform(.sendDocument) { state throws(CupsError) in
            try state.change(job) { job throws(CupsError) in
                guard !job.state.isFinal else { throw .ipp(.notPossible, message: nil) }
                job.documents.append(contents)
            }
        }
    }

    // MARK: Jobs

    package func release(job: Int, user: String) async throws(CupsError) {
        try perform(.release) { state throws(CupsError) in
            try state.change(job) { job throws(CupsError) in
                guard job.state == .pendingHeld else { throw .ipp(.notPossible, message: nil) }
                job.state = .pending
            }
            state.settle(at: clock.uptime, date: clock.now)
        }
    }

    package func cancel(job: Int, user: String) async throws(CupsError) {
        try perform(.cancel) { state throws(CupsError) in
            try state.change(job) { job throws(CupsError) in
                guard !job.state.isFinal else { throw .ipp(.notPossible, message: nil) }
                job.state = .canceled
            }
            state.cancelAtDevice(job)
        }
    }

    package func hold(job: Int, user: String) async throws(CupsError) {
        try perform(.hold) { state throws(CupsError) in
            try state.change(job) { job throws(CupsError) in
                guard job.state == .pending || job.state == .pendingHeld else {
                    throw .ipp(.notPossible, message: nil)
                }
                job.state = .pendingHeld
            }
        }
    }

    package func move(job: Int, to printer: String, user: String) async throws(CupsError) {
        try perform(.move) { state throws(CupsError) in
            guard state.queues.contains(where: { $0.name == printer }) else {
                throw .ipp(.notFound, message: nil)
            }
            try state.change(job) { job throws(CupsError) in
                guard !job.state.isFinal else { throw .ipp(.notPossible, message: nil) }
                job.queue = printer
            }
        }
    }

    package func setPriority(
        _ priority: Int,
        job: Int,
        user: String
    ) async throws(CupsError) {
        try perform(.setPriority) { state throws(CupsError) in
            try state.change(job) { job throws(CupsError) in
                // CUPS refuses this for a job that is processing, too.
                guard job.state == .pending || job.state == .pendingHeld else {
                    throw .ipp(.notPossible, message: nil)
                }
                job.priority = priority
            }
        }
    }

    package func job(
        _ id: Int,
        asSeenBy viewer: String?,
        attributes: [String]
    ) async throws(CupsError) -> SchedulerJob? {
        try perform(.job) { state throws(CupsError) in
            state.jobs.first { $0.id == id }.flatMap { $0.listed(attributes + ["job-id"]) }
        }
    }

    package func jobs(
        _ which: WhichJobs,
        ofUser user: String?,
        asSeenBy viewer: String?,
        printer: String?,
        attributes: [String]
    ) async throws(CupsError) -> [SchedulerJob] {
        try perform(.jobs) { state throws(CupsError) in
            state.jobs.filter { job in
                (user == nil || job.user == user) && (printer == nil || job.queue == printer)
                    && (which == .all || job.state.isFinal == (which == .completed))
                    && (which != .notCompleted || !job.isLeftBehind)
            }
            .compactMap { $0.listed(attributes + ["job-id", "job-state"]) }
        }
    }

    package var endsOfConnections: Int { withState(\.endsOfConnections) }

    package func close() async {}
}
