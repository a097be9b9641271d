internal import Glibc
internal import PrintModel
internal import Synchronization

/// Looks after the service while it is asked nonsense: whether it answers others, and what it takes.
final class Watch: Sendable {
    /// What was seen.
    struct Record: Sendable {
        var slowest = Duration.zero
        /// The memory after the first tenth, and the most after it, in KiB.
        var early = 0
        var peak = 0
        /// The most memory it ever took, by the kernel's count, in KiB.
        var highest = 0
        var threads = 0
    }

    /// How long an honest question may take.
    private static let patience = Duration.seconds(5)
    /// How much memory it may ever take, in KiB.
    private static let bound = 512 << 10

    private let service: Service
    private let process: Int32
    private let referee: Referee
    private let total: Int
    private let record = Mutex(Record())
    private let isOver = Atomic(false)

    init(_ service: Service, process: Int32, referee: Referee, total: Int) {
        (self.service, self.process) = (service, process)
        (self.referee, self.total) = (referee, total)
    }

    var seen: Record { record.withLock { $0 } }

    func stop() {
        isOver.store(true, ordering: .relaxed)
    }

    /// Asks for the status again and again, until it is stopped.
    func run() {
        var round = 0
        while !isOver.load(ordering: .relaxed), referee.verdict == nil {
            round += 1
            let start = ContinuousClock.now
            do {
                let status = try service.status()
                if round % 100 == 0 || status.jobs.active > 50 { try service.tidy() }
                if status.pid != process { referee.fail("the service is another one") }
            } catch {
                referee.fail("an honest question is not answered: \(error)")
            }
            let time = ContinuousClock.now - start
            if time > Self.patience { referee.fail("an honest question took \(time)") }
            guard let memory = Service.memory("VmRSS", of: process) else {
                return referee.fail("the service has died")
            }
            let highest = Service.memory("VmHWM", of: process) ?? memory
            if highest > Self.bound { referee.fail("the service took \(highest >> 10) MiB") }
            let threads = Service.memory("Threads", of: process) ?? 0
            let isWarm = referee.sum.requests * 10 >= total
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
