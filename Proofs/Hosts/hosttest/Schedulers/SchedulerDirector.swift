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
    /// How many jobs there were at the last fault, and how many faults.
    private var lastFault = (jobs: 0, faults: 0)
    private let start = ContinuousClock.now
    private var lastReport = 0
    private var lastHelp = ContinuousClock.now
    /// The jobs that a scheduler had when it crashed.
    private var crashed: Set<String> = []
    /// Those of them that have not ended.
    private var limbo: Set<String> = []
    private var databaseWentAway = Date.distantPast
    private var databaseCameBack = Date.distantPast
    /// How many queues were resumed that a scheduler had stopped.
    private(set) var resumed = 0
    /// How many jobs real printers have given up whose document did not come.
    private(set) var givenUp = 0

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
            lab.doubts.expect(
                max(jobs, load.acknowledged.count),
                jobsForEachDoubt: SchedulersCommand.jobsForEachDoubt
            )
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
        givenUp += lab.printers.real.giveUpIncomplete()
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
        if lab.faults.count > lastFault.faults { lastFault = (count, lab.faults.count) }
        if count > lastProgress.jobs { lastProgress = (count, .now) }
        let all = max(1, wanted.values.reduce(0, +))
        // What other faults have held up does not come all at once.
        let isLate = (count - lastFault.jobs) * all * 2 >= jobs
        if isLate, count * all >= lab.faults.count * jobs { return true }
        // While the database is away, printers and schedulers fail too.
        if isUnderFault("database"), generator.oneIn(30) { return true }
        // Time: longer than a database is away
        guard ContinuousClock.now - lastProgress.moment > .seconds(100) else { return false }
        lastProgress.moment = .now
        return true
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
            let unstored = self.unstored
            guard lab.doubts.allows(unstored), kill(host) else { return }
            note(fault, host.name, untold: unstored)
        case .serviceEnd:
            let (ends, unstored) = (unstoredEnds, self.unstored)
            guard host.isReady, lab.doubts.allows(unstored) else { return }
            host.signal(SIGTERM)
            lab.printers.takeBackEnds(of: ends)
            note(fault, host.name, untold: unstored)
        case .schedulerKill, .schedulerStop, .bothKill:
            let scheduler = lab.schedulers[number]
            guard !isUnderFault(host.name), scheduler.isRunning else { return }
            if fault == .bothKill, isStoreLate { return }
            var untold: Set<String> = []
            if fault != .schedulerStop {
                // Only the scheduler knows of the jobs of a printer without IPP.
                guard let jobs = lab.activeJobs() else { return }
                let muted = jobs.filter { SchedulerPrinters.isMute($0.printer.rawValue) }
                untold = knownToScheduler(jobs, of: host)
                if fault == .bothKill { untold.formUnion(unstored) }
                guard lab.doubts.allows(untold.union(muted.map(\.name))) else { return }
                noteHandedOver(jobs, to: host)
            }
            let moment = Date()
            if fault == .bothKill, generator.oneIn(2) { kill(host) }
            try scheduler.end(inOrder: fault == .schedulerStop)
            if fault == .bothKill { kill(host) }
            // Some may have been handed over at the last moment.
            if fault != .schedulerStop, let jobs = lab.activeJobs() {
                untold.formUnion(knownToScheduler(jobs, of: host))
                noteHandedOver(jobs, to: host)
            }
            note(fault, host.name, untold: untold, at: moment)
            last(host.name, for: generator.next(below: 3000)) { try scheduler.start() }
        case .printerRestart:
            let name = generator.pick(lab.printers.names)
            guard let jobs = lab.activeJobs() else { return }
            noteLimbo(jobs)
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
            databaseWentAway = Date()
            let database = lab.database
            last("database", for: fault == .databaseShort ? 3000 : 75_000) { [self] in
                try database.start()
                databaseCameBack = Date()
            }
        }
    }

    @discardableResult
    private func kill(_ host: Host) -> Bool {
        let ends = unstoredEnds
        guard host.kill() else { return false }
        lab.printers.takeBackEnds(of: ends)
        return true
    }

    /// The jobs whose ends services have read of late, and have not stored.
    private var unstoredEnds: Set<String> {
        // Time: longer than a look at a printer takes on a busy machine
        let since = (isStoreLate ? min(Date(), databaseWentAway) : Date()) - 60
        let ends = lab.printers.ends(since: since)
        guard !ends.isEmpty, !isStoreLate, let jobs = lab.activeJobs() else { return ends }
        let unstored = jobs.filter { job in
            ends.contains(job.name)
                && job.id.map { id in
                    !lab.database.delivery(of: id.rawValue).contains(#""completedAtDevice":true"#)
                } ?? true
        }
        // Time: what is read while the services are asked
        return lab.printers.ends(since: Date() - 2).union(unstored.map(\.name))
    }

    /// The jobs whose fate only a service knows, as it may not have stored it yet.
    private var unstored: Set<String> {
        lab.printers.forgotten(of: unstoredEnds).union(isStoreLate ? limbo : [])
    }

    /// Whether the database is away, or so lately back that services may not have stored what they found out meanwhile: one that
    /// is ended then takes with it what the printers have said, and may have forgotten since, of jobs that a scheduler lost.
    private var isStoreLate: Bool {
        isUnderFault("database") || Date().timeIntervalSince(databaseCameBack) < 10
    }

    /// What the database has of the jobs that the scheduler of a host may have begun.
    private func released(_ jobs: [PrintJob], to host: Host) -> [(job: PrintJob, Delivery)] {
        jobs.compactMap { job in
            guard let id = job.id,
                let delivery = try? WireFormat.decode(
                    Delivery.self,
                    from: Data(lab.database.delivery(of: id.rawValue).utf8)
                ),
                delivery.schedulerHost == host.name,
                delivery.phase == .releasing || delivery.phase == .released
            else { return nil }
            return (job, delivery)
        }
    }

    /// Those of some jobs of which only the scheduler of a host can tell whether their printers have had them: the printer has
    /// restarted, or forgotten jobs, since the service noted what it had before.
    private func knownToScheduler(_ jobs: [PrintJob], of host: Host) -> Set<String> {
        let known = released(jobs, to: host).filter { job, delivery in
            let noted = delivery.deviceStart.map { start in
                Date(timeIntervalSince1970: Double(start + (delivery.deviceUpTime ?? 0)))
            }
            return lab.faults.entries(from: noted ?? job.createdAt, to: .distantFuture)
                .contains { $0.target == job.printer.rawValue }
        }
        return Set(known.map(\.job.name))
    }

    /// Takes note of the jobs that the scheduler of a host has when it crashes.
    private func noteHandedOver(_ jobs: [PrintJob], to host: Host) {
        crashed.formUnion(released(jobs, to: host).map(\.job.name))
        noteLimbo(jobs)
    }

    /// Has the printers know which jobs only they can tell of.
    private func noteLimbo(_ jobs: [PrintJob]) {
        // Some were handed over between two looks of the lab.
        let lost = jobs.filter { job in job.reasons.contains { $0.code == .lostInScheduler } }
        crashed.formUnion(lost.map(\.name))
        var limbo: [String: Set<String>] = [:]
        for job in jobs where crashed.contains(job.name) {
            limbo[job.printer.rawValue, default: []].insert(job.name)
        }
        lab.printers.note(limbo: limbo)
        self.limbo = Set(limbo.values.joined())
    }

    private func note(
        _ fault: SchedulerFault,
        _ target: String,
        untold: Set<String> = [],
        at moment: Date = Date()
    ) {
        if isVerbose { say("\(ContinuousClock.now - start) \(fault) of \(target)") }
        lab.faults.note(
            FaultLog.Entry(moment: moment, fault: fault, target: target, untold: untold)
        )
    }

    private func last(_ name: String, for milliseconds: Int, _ heal: @escaping () throws -> Void) {
        let due = ContinuousClock.now + .milliseconds(milliseconds)
        lasting.append(Lasting(due: due, name: name, heal: heal))
    }

    private func isUnderFault(_ name: String) -> Bool { lasting.contains { $0.name == name } }

    private func heal(_ isMeant: (Lasting) -> Bool) throws {
        // Each is asked once: another may be due a moment later.
        let due = lasting.map { (one: $0, isMeant: isMeant($0)) }
        lasting = due.filter { !$0.isMeant }.map(\.one)
        for (one, isMeant) in due where isMeant { try one.heal() }
    }
}
