import Glibc
import ProofKit

/// Lets faults happen to a lab, one after the other, of which some last while others happen.
final class Director {
    private struct Lasting {
        var due: ContinuousClock.Instant
        var host: String
        var heal: () throws -> Void
    }

    private let lab: HostLab
    private let load: Load
    private let wanted: FaultCounts
    private let end: ContinuousClock.Instant?
    private let isVerbose: Bool
    private var generator: SeededGenerator
    private var lasting: [Lasting] = []
    /// How often each fault has happened.
    private(set) var done: [Fault: Int] = [:]
    /// How many of the stops were at a failpoint.
    private(set) var stopsAtFailpoints = 0
    private(set) var takeovers: [Takeover] = []
    private(set) var complaints: [String] = []
    private let start = ContinuousClock.now
    private var lastReport = 0

    init(
        _ lab: HostLab,
        load: Load,
        wanted: FaultCounts,
        seed: UInt64,
        end: ContinuousClock.Instant?,
        isVerbose: Bool
    ) {
        self.lab = lab
        self.load = load
        self.wanted = wanted
        self.end = end
        self.isVerbose = isVerbose
        generator = SeededGenerator(seed: seed)
    }

    /// Whether so many faults happened as were wanted.
    var isComplete: Bool { wanted.rest(after: counted).isEmpty }

    /// How often each fault has happened, kills by failpoints included.
    var counted: [Fault: Int] {
        done.merging([.kill: lab.hosts.map(\.endings.killsInAll).reduce(0, +)]) { _, new in new }
    }

    /// Lets all faults happen, and heals everything.
    func run() throws {
        lab.failpoints.suspend(false)
        defer { lab.failpoints.suspend(true) }
        while !isComplete, end.map({ $0 > .now }) ?? true {
            // Faults come at random moments.
            usleep(UInt32(1000 * generator.next(below: 700)))
            try heal { $0.due <= .now }
            noticeStops()
            try lab.printers.check()
            let rest = wanted.rest(after: counted)
            guard let fault = pick(rest) else { continue }
            let began = ContinuousClock.now
            try perform(fault)
            if isVerbose { say("\(began - start) \(fault) \(ContinuousClock.now - began)") }
            report()
        }
        try calm()
    }

    /// Chooses a fault by how often each is still to happen.
    private func pick(_ rest: [(fault: Fault, count: Int)]) -> Fault? {
        let sum = rest.reduce(0) { $0 + $1.count }
        guard sum > 0 else { return nil }
        var number = generator.next(below: sum)
        for (fault, count) in rest {
            if number < count { return fault }
            number -= count
        }
        return nil
    }

    private func report() {
        let kills = counted[.kill, default: 0]
        guard kills / 100 > lastReport else { return }
        lastReport = kills / 100
        let seconds = (ContinuousClock.now - start).components.seconds
        say("\(kills) kills, \(load.acknowledged.count) jobs, \(seconds) s")
    }

    private func perform(_ fault: Fault) throws {
        switch fault {
        case .kill:
            // Counted once the supervisor has seen it.
            generator.pick(lab.hosts).kill()
        case .termination:
            generator.pick(lab.hosts).signal(SIGTERM)
            done[fault, default: 0] += 1
        case .stop where !generator.oneIn(4):
            // Counted once it has stopped there.
            idleHost()?.restart(stoppingAt: generator.pick(FailpointPlan.stops))
        case .stop, .cut, .slow:
            guard let host = idleHost() else { return }
            last(fault, host)
            done[fault, default: 0] += 1
        case .restart:
            try lab.database.stop(immediately: generator.oneIn(2))
            // The database is away for up to six seconds.
            usleep(UInt32(1000 * generator.next(below: 6000)))
            try lab.database.start()
            done[fault, default: 0] += 1
        case .failover:
            if lab.database.hasStandby { try lab.database.failOver() }
            done[fault, default: 0] += 1
        case .death, .end, .drain:
            try calm()
            if let takeover = try Takeover.measure(fault, in: lab, load: load) {
                takeovers.append(takeover)
                done[fault, default: 0] += 1
                complaints += takeover.complaints
            }
            lab.failpoints.suspend(false)
        }
    }

    // MARK: Faults that last

    /// A host with none.
    private func idleHost() -> Host? {
        let idle = lab.hosts.filter { !isUnderFault($0) && !$0.isAboutToStop }
        // One is left to go on with everything.
        guard idle.count > 1 else { return nil }
        return generator.pick(idle)
    }

    /// Begins the time of the services that have stopped at a failpoint.
    private func noticeStops() {
        for host in lab.hosts where host.hasStopped && !isUnderFault(host) {
            stopsAtFailpoints += 1
            last(.stop, host)
            done[.stop, default: 0] += 1
        }
    }

    private func isUnderFault(_ host: Host) -> Bool { lasting.contains { $0.host == host.name } }

    private func last(_ fault: Fault, _ host: Host) {
        let lab = lab
        var milliseconds = 500 + generator.next(below: 24_000)
        let ends = generator.pick([
            Set([HostLab.End.database]), [.printers], [.database, .printers],
        ])
        let heal: () throws -> Void
        switch fault {
        case .stop:
            // Longer than the others wait for a beat, and look at it.
            milliseconds = 19_000 + generator.next(below: 6000)
            host.signal(SIGSTOP)
            heal = { host.signal(SIGCONT) }
        case .slow:
            let link = VirtualSwitch.Link(
                delay: .milliseconds(1 + generator.next(below: 120)),
                loss: generator.next(below: 12)
            )
            lab.set(link, of: host, to: ends)
            heal = { lab.set(.sound, of: host, to: [.database, .printers]) }
        default:
            if ends.count == 2, generator.oneIn(2) {
                // Here the host itself sees that it has no network.
                try? host.node.setInterface(up: false)
                heal = { try host.node.setInterface(up: true) }
            } else {
                lab.set(VirtualSwitch.Link(isCut: true), of: host, to: ends)
                heal = { lab.set(.sound, of: host, to: [.database, .printers]) }
            }
        }
        let due = ContinuousClock.now + .milliseconds(milliseconds)
        lasting.append(Lasting(due: due, host: host.name, heal: heal))
    }

    private func heal(_ isMeant: (Lasting) -> Bool) throws {
        for one in lasting where isMeant(one) { try one.heal() }
        lasting.removeAll(where: isMeant)
    }

    /// Ends all faults, and waits until each host that can have a service has one without a failpoint.
    private func calm() throws {
        lab.failpoints.suspend(true)
        try heal { _ in true }
        for host in lab.hosts where host.hasFailpoint { host.kill() }
        try lab.waitUntilSound()
    }
}
