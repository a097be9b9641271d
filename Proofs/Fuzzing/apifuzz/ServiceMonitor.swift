internal import Glibc
internal import PrintModel
internal import ProofKit
internal import Synchronization

/// Watches the service during the run: whether it replies to valid requests, and how much memory it uses.
final class ServiceMonitor: Sendable {
    /// The measurements of a run.
    struct Record: Sendable {
        var slowest = Duration.zero
        /// The memory after the first tenth of the requests, and the maximum after it, in KiB.
        var early = 0
        var peak = 0
        /// The peak memory according to the kernel, in KiB.
        var highest = 0
        var threads = 0
    }

    /// The maximum memory of the service, in KiB.
    private static let bound = 512 << 10

    private let service: Service
    private let process: Int32
    private let checker: ReplyChecker
    private let total: Int
    private let record = Mutex(Record())
    private let isOver = Atomic(false)

    init(_ service: Service, process: Int32, checker: ReplyChecker, total: Int) {
        (self.service, self.process) = (service, process)
        (self.checker, self.total) = (checker, total)
    }

    var seen: Record { record.withLock { $0 } }

    func stop() {
        isOver.store(true, ordering: .relaxed)
    }

    /// Requests the status repeatedly, until it is stopped.
    func run() {
        var round = 0
        while !isOver.load(ordering: .relaxed), checker.verdict == nil {
            round += 1
            let start = ContinuousClock.now
            do {
                let status = try service.status()
                if round % 100 == 0 || status.jobs.active > 50 { try service.cancelAllJobs() }
                if status.pid != process { checker.fail("another service has taken its place") }
            } catch {
                checker.fail("a valid request gets no reply: \(error)")
            }
            let time = ContinuousClock.now - start
            guard let memory = Service.memory("VmRSS", of: process) else {
                return checker.fail("the service has died")
            }
            let highest = Service.memory("VmHWM", of: process) ?? memory
            if highest > Self.bound { checker.fail("the service took \(highest >> 10) MiB") }
            let threads = Service.memory("Threads", of: process) ?? 0
            let isWarm = checker.sum.requests * 10 >= total
            record.withLock { record in
                record.slowest = max(record.slowest, time)
                record.highest = max(record.highest, highest)
                record.threads = max(record.threads, threads)
                if isWarm {
                    if record.early == 0 { record.early = memory }
                    record.peak = max(record.peak, memory)
                }
            }
            usleep(50_000)
        }
    }
}
