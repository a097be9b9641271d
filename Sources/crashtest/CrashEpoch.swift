import Dispatch
import Failpoints
import FoundationEssentials
import Glibc
import IPP
import PrintLab
import PrintModel
import Synchronization

/// A queue from its first job to the counting of what was printed, through many kills.
final class CrashEpoch {
    private let plan: CrashPlan
    let house: House
    let scheduler: ScriptedScheduler
    let client: Client
    private let forgetsKeys: Bool
    private let name: String
    private(set) var errands: [Errand] = []
    private(set) var shared: String?
    var tally = CrashTally()
    private var ending = ""

    init(_ plan: CrashPlan, name: String, below folder: String, forgetsKeys: Bool) throws {
        self.plan = plan
        self.name = name
        self.forgetsKeys = forgetsKeys
        house = try House(below: folder)
        client = Client(socket: house.socket)
        let queues: [ScriptedScheduler.Queue] = [
            .init("office"), .init("plain", device: .other), .init("sheets", device: .other),
            .init("slow", printingTime: .milliseconds(60)),
        ]
        let odd = OddSizes()
        scheduler = try ScriptedScheduler(
            path: house.scheduler,
            queues: queues,
            script: { request, scheduler in
                .reply(odd.changed(scheduler.reply(to: request), request.message.operation))
            }
        )
    }

    /// Kills the service so many times, and counts.
    func run(kills: Int) throws {
        defer { scheduler.close() }
        while tally.kills < kills, let target = plan.next() {
            try live(until: target)
        }
        try settle()
    }

    // MARK: One life

    private func live(until target: CrashPlan.Target) throws {
        var failpoint: String?
        if case .failpoint(let point, let passing) = target {
            failpoint = "\(point.rawValue):\(passing)"
        }
        let start = ContinuousClock.now
        let daemon = try Daemon(house, failpoint: failpoint)
        defer {
            if plan.isTraced { say("\(name) \(target) \(ContinuousClock.now - start) \(ending)") }
        }
        tally.restarts += 1
        if case .afterStart(let milliseconds) = target { kill(daemon, after: milliseconds) }
        if try daemon.line() == "ready" {
            if case .whileServing(let milliseconds) = target {
                kill(daemon, after: milliseconds)
            }
            try work(daemon, towards: target)
            // One that did not come where it was to end, ends here.
            if case .failpoint = target { daemon.kill() }
        }
        let end = daemon.wait()
        ending = "\(end)"
        switch end {
        case .failpoint:
            guard case .failpoint(let point, _) = target else {
                throw Trouble("a service without a failpoint killed itself")
            }
            tally.killsAt[point, default: 0] += 1
            note(point)
        case .killed:
            tally.random += 1
            note(nil)
        case .other(let code):
            throw Trouble("the service ended with \(code):\n\(log)")
        }
    }

    private func note(_ point: Failpoint?) {
        tally.kills += 1
        let kills = plan.note(point)
        guard kills.isMultiple(of: 1000) else { return }
        say("\(kills) kills")
    }

    private func kill(_ daemon: Daemon, after milliseconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            daemon.kill()
        }
    }

    /// Asks for this and that until the service is gone, or has done what leads to its end.
    private func work(_ daemon: Daemon, towards target: CrashPlan.Target) throws {
        do {
            if shared == nil { shared = try Errand.send(Errand.sharedBytes, key: name, client) }
            for errand in errands where !errand.isDone { try errand.go(client, shared: shared) }
            for kind in wanted(by: target) {
                try errand(kind).go(client, shared: shared)
                guard !daemon.hasEnded else { return }
            }
            guard case .failpoint = target else {
                while !daemon.hasEnded { usleep(500) }
                return
            }
            // What was asked for is done in a moment, and with it the way to the failpoint.
            let end = ContinuousClock.now + .seconds(2)
            while !daemon.hasEnded, ContinuousClock.now < end,
                try active() > 0
            {
                usleep(5_000)
            }
        } catch is Client.Lost {
            let end = ContinuousClock.now + .seconds(20)
            while !daemon.hasEnded {
                guard ContinuousClock.now < end else {
                    throw Trouble("the service lives and does not answer:\n\(log)")
                }
                usleep(500)
            }
        }
    }

    private func wanted(by target: CrashPlan.Target) -> [Errand.Kind] {
        switch target {
        case .failpoint(let point, let passing):
            let kinds = point.errands
            let first = (0..<passing).map { _ in kinds[plan.roll(kinds.count)] }
            return first + first.prefix(1)
        case .afterStart, .whileServing:
            let few: [Errand.Kind] = [.plain, .unasked, .canceledEarly, .canceledLate, .odd]
            // What needs a child to look at a document takes longer than most lives.
            let all = plan.roll(20) == 0 ? Errand.Kind.allCases : few
            return (0..<3).map { _ in all[plan.roll(all.count)] }
        }
    }

    private func errand(_ kind: Errand.Kind) throws -> Errand {
        let errand = try Errand(
            kind,
            name: "\(name)-\(errands.count)-\(kind)",
            forgetsKeys: forgetsKeys
        )
        errands.append(errand)
        return errand
    }

    func active() throws -> Int {
        try client.request("GET", "/v1/status").value(ServiceStatus.self).jobs.active
    }

    var log: String {
        // There may be none.
        String(decoding: (try? Data(contentsOf: URL(filePath: house.log))) ?? Data(), as: UTF8.self)
    }
}
