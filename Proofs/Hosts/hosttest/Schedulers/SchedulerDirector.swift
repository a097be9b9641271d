import FoundationEssentials
import Glibc
import PrintModel
import ProofKit

/// Lets faults happen to a lab with schedulers, spread over its jobs.
final class SchedulerDirector {
    private struct Lasting {
        let due: ContinuousClock.Instant
        let name: String
        let heal: () throws -> Void
    }

    private let lab: SchedulerLab
    private let load: Load
    private let wanted: [SchedulerFault: Int]
    private let jobs: Int
    private let end: ContinuousClock.Instant?
    private let isVerbose: Bool
    private var generator: SeededGenerator
    private var lasting: [Lasting] = []
    private var lastProgress = (jobs: 0, moment: ContinuousClock.now)
    private let start = ContinuousClock.now
    private var lastReport = 0
    private var lastHelp = ContinuousClock.now
    /// The jobs that a scheduler had when it crashed.
    private var crashed: Set<String> = []
    /// How many queues were resumed that a scheduler had stopped.
    private(set) var resumed = 0

    init(
        _ lab: SchedulerLab,
        load: Load,
        wanted: [SchedulerFault: Int],
        jobs: Int,
        seed: UInt64,
        end: ContinuousClock.Instant?,
        isVerbose: Bool
    ) {
        self.lab = lab
        self.load = load
        self.wanted = wanted
        self.jobs = jobs
        self.end = end
        self.isVerbose = isVerbose
        generator = SeededGenerator(seed: seed)
    }

    /// Lets all faults happen, waits until all jobs are submitted, and heals everything.
    func run() throws {
        while end.map({ $0 > .now }) ?? true {
            // Faults come at random moments.
            usleep(UInt32(1000 * generator.next(below: 120)))
            try heal { $0.due <= .now }
            try lab.printers.check()
            report()
            help()
            let rest = rest()
            if rest.isEmpty, load.acknowledged.count >= jobs { break }
            guard isTime(), let fault = pick(rest) else { continue }
            try perform(fault)
        }
        lab.printers.steps.clear()
        try heal { _ in true }
        try lab.waitUntilSound()
    }

    /// Does what a person does who looks after the printers.
    private func help() {
        // Time: as often as a person looks
        guard ContinuousClock.now - lastHelp > .seconds(5) else { return }
        if let jobs = lab.activeJobs() { noteLimbo(jobs) }
        resumed += lab.resumeStopped()
        lastHelp = .now
    }

    private func rest() -> [(fault: SchedulerFault, count: Int)] {
        let done = lab.faults.counts
        return SchedulerFault.allCases.compactMap { fault in
            let count = wanted[fault, default: 0] - done[fault, default: 0]
            return count > 0 ? (fault, count) : nil
        }
    }

    /// Whether the next fault is due, so that faults spread over the jobs; where no job is acknowledged for long, they
    /// go on all the same.
    private func isTime() -> Bool {
        let count = load.acknowledged.count
        if count > lastProgress.jobs { lastProgress = (count, .now) }
        let all = max(1, wanted.values.reduce(0, +))
        if count * all >= lab.faults.count * jobs { return true }
        // While the database is away, printers and schedulers fail too.
        if isUnderFault("database"), generator.oneIn(30) { return true }
        // Time: longer than a database is away
        return ContinuousClock.now - lastProgress.moment > .seconds(100)
    }

    private func pick(_ rest: [(fault: SchedulerFault, count: Int)]) -> SchedulerFault? {
        var number = generator.next(below: max(1, rest.reduce(0) { $0 + $1.count }))
        for (fault, count) in rest {
            if number < count { return fault }
            number -= count
        }
        return nil
    }

    private func report() {
        let count = load.acknowledged.count
        guard count / 100 > lastReport else { return }
        lastReport = count / 100
        let seconds = (ContinuousClock.now - start).components.seconds
        say("\(count) jobs, \(lab.faults.count) faults, \(seconds) s")
    }

    // MARK: Faults

    private func perform(_ fault: SchedulerFault) throws {
        let number = generator.next(below: lab.hosts.count)
        let host = lab.hosts[number]
        switch fault {
        case .serviceKill:
            if host.kill() { note(fault, host.name) }
        case .serviceEnd:
            guard host.isReady else { return }
            host.signal(SIGTERM)
            note(fault, host.name)
        case .schedulerKill, .schedulerStop, .bothKill:
            let scheduler = lab.schedulers[number]
            guard !isUnderFault(host.name), scheduler.isRunning else { return }
            if fault != .schedulerStop {
                // Only the scheduler knows of the jobs of a printer without IPP.
                guard let jobs = lab.activeJobs() else { return }
                let muted = jobs.filter { SchedulerPrinters.isMute($0.printer.rawValue) }
                let torn = jobs.filter { $0.state != .queued && hasForgotten($0) }
                guard lab.doubts.allows(Set((muted + torn).map(\.name))) else { return }
                // Those that were handed over.
                crashed.formUnion(jobs.filter { $0.state != .queued }.map(\.name))
                noteLimbo(jobs)
            }
            note(fault, host.name)
            if fault == .bothKill, generator.oneIn(2) { host.kill() }
            try scheduler.end(inOrder: fault == .schedulerStop)
            if fault == .bothKill { host.kill() }
            last(host.name, for: generator.next(below: 3000)) { try scheduler.start() }
        case .printerRestart:
            let name = generator.pick(lab.printers.names)
            guard let jobs = lab.activeJobs() else { return }
            let active = jobs.filter { $0.printer.rawValue == name }.map(\.name)
            try lab.printers.restart(name, active: Set(active))
        case .stepRestart:
            // It is counted once it happens.
            _ = lab.printers.steps.plan(
                generator.pick(lab.printers.witnessed),
                at: generator.pick(StepRestarts.operations),
                generator.pick(StepRestarts.Moment.allCases)
            )
        case .forget:
            _ = lab.printers.forget(generator.pick(lab.printers.witnessed))
        case .databaseShort, .databaseLong:
            guard !isUnderFault("database") else { return }
            note(fault, "database")
            try lab.database.stop(immediately: generator.oneIn(2))
            let database = lab.database
            last("database", for: fault == .databaseShort ? 3000 : 75_000) { try database.start() }
        }
    }

    /// Whether the printer of a job has restarted, or forgotten jobs, since the job was submitted: nothing can tell whether it
    /// had the job then, once the scheduler has lost it too.
    private func hasForgotten(_ job: PrintJob) -> Bool {
        lab.faults.entries(from: job.createdAt, to: .distantFuture).contains { entry in
            entry.target == job.printer.rawValue
        }
    }

    /// Has the printers know which jobs only they can tell of.
    private func noteLimbo(_ jobs: [PrintJob]) {
        var limbo: [String: Set<String>] = [:]
        for job in jobs where crashed.contains(job.name) {
            limbo[job.printer.rawValue, default: []].insert(job.name)
        }
        lab.printers.note(limbo: limbo)
    }

    private func note(_ fault: SchedulerFault, _ target: String) {
        if isVerbose { say("\(ContinuousClock.now - start) \(fault) of \(target)") }
        lab.faults.note(FaultLog.Entry(moment: Date(), fault: fault, target: target))
    }

    private func last(_ name: String, for milliseconds: Int, _ heal: @escaping () throws -> Void) {
        let due = ContinuousClock.now + .milliseconds(milliseconds)
        lasting.append(Lasting(due: due, name: name, heal: heal))
    }

    private func isUnderFault(_ name: String) -> Bool { lasting.contains { $0.name == name } }

    private func heal(_ isMeant: (Lasting) -> Bool) throws {
        for one in lasting where isMeant(one) { try one.heal() }
        lasting.removeAll(where: isMeant)
    }
}
