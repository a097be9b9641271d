import FoundationEssentials
import Glibc
import IPP
package import PrintCenter
import Synchronization

/// Jobs that go straight to the printer, which takes one at a time.
extension FakeDevice {
    package var publicKey: String? {
        get async { scheduler.withState { $0.queue(queue)?.publicKey } }
    }

    package func createJob(
        _ job: CreateJobRequest,
        timeout: Duration
    ) async throws(CupsError) -> Int {
        try perform(.deviceCreate) { state throws(CupsError) in
            try state.addDeviceJob(job, to: queue, at: scheduler.clock.uptime)
        }
    }

    package func beginDocument(
        job: Int,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument {
        let (known, last) = try read(document)
        while scheduler.withState({ $0.queue(queue)?.stopsReading == true }) {
            guard !Task.isCancelled else { throw .replyLost }
            await Task.yield()
        }
        scheduler.withState { $0.giveUpJob(job, of: queue) }
        try perform(.deviceBegin) { state throws(CupsError) in
            try state.change(deviceJob: job, of: queue) { job throws(CupsError) in
                guard !job.state.isFinal, job.document == nil else {
                    throw .ipp(.notPossible, message: nil)
                }
                job.document = known
                job.isIncoming = true
                job.since = scheduler.clock.uptime
            }
        }
        return FakePendingDocument(device: self, job: job, lastByte: last)
    }

    package func beginJob(
        _ job: CreateJobRequest,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument {
        let (known, last) = try read(document)
        let id = try perform(.deviceBegin) { state throws(CupsError) in
            let id = try state.addDeviceJob(job, to: queue, at: scheduler.clock.uptime)
            try state.change(deviceJob: id, of: queue) { job throws(CupsError) in
                job.document = known
                job.isIncoming = true
            }
            return id
        }
        return FakePendingDocument(device: self, job: id, lastByte: last)
    }

    package func job(
        _ id: Int,
        user: String,
        timeout: Duration
    ) async throws(CupsError) -> DeviceJob? {
        try perform(.deviceJob) { state throws(CupsError) in
            guard let queue = state.queue(queue), !queue.hidesJobs else { return nil }
            return queue.deviceJobs.first { $0.id == id }?
                .listed(by: queue, at: scheduler.clock.uptime)
        }
    }

    package func cancel(job: Int, user: String, timeout: Duration) async throws(CupsError) {
        try perform(.deviceCancel) { state throws(CupsError) in
            try state.change(deviceJob: job, of: queue) { job throws(CupsError) in
                guard !job.state.isFinal else { throw .ipp(.notPossible, message: nil) }
                // As on real printers, a document that is arriving goes on arriving.
                if job.isIncoming { job.isCancelRequested = true } else { job.state = .canceled }
            }
        }
    }

    package func identify(
        actions: [String],
        message: String?,
        timeout: Duration
    ) async throws(CupsError) {
        try perform(.deviceJob) { _ throws(CupsError) in }
    }

    /// Changes the printer, if it can be reached.
    func perform<Result: Sendable>(
        _ request: FakeScheduler.Request,
        _ body: (inout FakeSchedulerState) throws(CupsError) -> Result
    ) throws(CupsError) -> Result {
        try scheduler.perform(request) { state throws(CupsError) in
            guard let queue = state.queue(queue), queue.isReachable else { throw .notConnected }
            return try body(&state)
        }
    }

    /// The document without its last byte, and that.
    private func read(_ document: DocumentBody) throws(CupsError) -> ([UInt8], [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: document.size)
        let count = unsafe pread(document.descriptor, &bytes, bytes.count, 0)
        guard count == document.size else { throw .documentUnreadable(errno: 0) }
        return (Array(bytes.dropLast()), Array(bytes.suffix(1)))
    }
}

/// A document of which a fake printer has all but the last byte.
final class FakePendingDocument: PendingDocument {
    private let device: FakeDevice
    private let job: Int
    private let lastByte: [UInt8]
    private let isOpen = Mutex(true)

    init(device: FakeDevice, job: Int, lastByte: [UInt8]) {
        self.device = device
        self.job = job
        self.lastByte = lastByte
    }

    deinit { reset() }

    func commit(timeout: Duration) async throws(CupsError) -> Int {
        guard isOpen.withLock({ $0 }) else { throw .notConnected }
        let uptime = device.scheduler.clock.uptime
        do throws(CupsError) {
            try device.perform(.deviceCommit) { state throws(CupsError) in
                let time = state.queue(device.queue)?.printingTime ?? .zero
                try state.change(deviceJob: job, of: device.queue) { job throws(CupsError) in
                    guard job.isIncoming else { throw .notConnected }
                    job.document? += lastByte
                    job.isIncoming = false
                    job.state = .processing
                    job.due = uptime + time
                }
                state.settle(at: uptime, date: device.scheduler.clock.now)
                isOpen.withLock { $0 = false }
            }
        } catch {
            reset()
            throw error
        }
        return job
    }

    func abandon() async { reset() }

    /// The printer aborts the job, as after a reset of the connection.
    private func reset() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        device.scheduler.withState { state in
            // A printer that has forgotten the job has nothing to abort.
            try? state.change(deviceJob: job, of: device.queue) { job throws(CupsError) in
                guard job.isIncoming else { return }
                job.isIncoming = false
                job.state = job.isCancelRequested ? .canceled : .aborted
            }
        }
    }
}

extension FakeSchedulerState {
    /// A queue by its name.
    package func queue(_ name: String) -> Queue? { queues.first { $0.name == name } }

    /// Switches a printer off and on, so that it forgets its jobs and counts from 1.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - uptime: The uptime of the clock, from which the printer's own counts on; `nil` if that goes on.
    ///   - keepsJobs: Whether the printer has its jobs on a disk, and counts on.
    package mutating func restartDevice(
        of queue: String,
        at uptime: Duration? = nil,
        keepsJobs: Bool = false
    ) {
        if !keepsJobs { lastDeviceJob = 0 }
        change(queue: queue) { queue in
            if !keepsJobs { queue.deviceJobs = [] }
            if let uptime { queue.start = uptime }
        }
    }

    /// Lets a printer complete a job that came from elsewhere.
    package mutating func printForeignJob(
        _ name: String,
        of user: String,
        on queue: String,
        at uptime: Duration
    ) {
        lastDeviceJob += 1
        let job = Device(
            id: lastDeviceJob,
            job: nil,
            name: name,
            user: user,
            state: .completed,
            due: uptime,
            impressions: 1,
            created: uptime
        )
        change(queue: queue) { $0.deviceJobs.append(job) }
    }

    mutating func addDeviceJob(
        _ request: CreateJobRequest,
        to name: String,
        at uptime: Duration
    ) throws(CupsError) -> Int {
        guard let queue = queue(name) else { throw .ipp(.notFound, message: nil) }
        guard !queue.deviceJobs.contains(where: { !$0.state.isFinal }) else {
            throw .ipp(.busy, message: nil)
        }
        lastDeviceJob += 1
        var job = Device(
            id: lastDeviceJob,
            job: nil,
            name: request.name,
            user: request.user,
            // Printers say so of a job without a document.
            state: .pendingHeld,
            due: .zero
        )
        job.uuids = [request.uuid]
        if queue.addsJobUUIDs { job.uuids.insert("urn:uuid:\(UUID().uuidString)", at: 0) }
        job.since = uptime
        job.created = uptime
        change(queue: name) { $0.deviceJobs.append(job) }
        return lastDeviceJob
    }

    mutating func change(
        deviceJob id: Int,
        of name: String,
        _ body: (inout Device) throws(CupsError) -> Void
    ) throws(CupsError) {
        guard let queue = queues.firstIndex(where: { $0.name == name }),
            let job = queues[queue].deviceJobs.firstIndex(where: { $0.id == id })
        else { throw .ipp(.notFound, message: nil) }
        try body(&queues[queue].deviceJobs[job])
    }

    /// Lets a printer abort a job whose document has not come yet, if it is to.
    mutating func giveUpJob(_ id: Int, of name: String) {
        guard let queue = queues.firstIndex(where: { $0.name == name }),
            queues[queue].givesUpNextJob,
            let job = queues[queue].deviceJobs.firstIndex(where: { $0.id == id })
        else { return }
        queues[queue].givesUpNextJob = false
        queues[queue].deviceJobs[job].state = .aborted
    }

    /// Lets a printer print what it has of jobs whose document does not come.
    mutating func processIncompleteJobs(_ queue: Int, at uptime: Duration) {
        guard let timeout = queues[queue].processJobTimeout else { return }
        for index in queues[queue].deviceJobs.indices {
            let job = queues[queue].deviceJobs[index]
            guard job.state == .pendingHeld, uptime - job.since >= timeout else { continue }
            queues[queue].deviceJobs[index].isIncoming = false
            let hasPages = job.document != nil
            queues[queue].deviceJobs[index].state = hasPages ? .processing : .aborted
            queues[queue].deviceJobs[index].due = uptime
        }
    }
}
