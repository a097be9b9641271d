import Dispatch
import Failpoints
import FoundationEssentials
import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit
import Synchronization

/// The lifetime of one queue, from its first job through many kills to the final count.
final class CrashEpoch {
    private let plan: CrashPlan
    let folder: ServiceFolder
    let stage: any CrashStage
    let client: HTTPClient
    let forgetsKeys: Bool
    /// The protection that the service lacks.
    let missing: Protection?
    private let name: String
    private(set) var scenarios: [Scenario] = []
    private(set) var shared = SharedDocuments()
    var tally = CrashTally()
    private var ending = ""
    /// Whether jobs reach the printers over TLS.
    private let isEncrypted: Bool
    /// The first raster file that came out; all others of this queue are equal.
    var rasterFile: [UInt8]?

    init(
        _ plan: CrashPlan,
        name: String,
        isEncrypted: Bool,
        forgetsKeys: Bool,
        hasDatabase: Bool,
        without missing: Protection? = nil
    ) throws {
        self.plan = plan
        self.missing = missing
        self.isEncrypted = isEncrypted
        self.name = name
        self.forgetsKeys = forgetsKeys
        folder = try ServiceFolder(hasDatabase: hasDatabase)
        client = HTTPClient(socket: folder.socket)
        stage =
            plan.route == .direct
            ? try DirectStage(isEncrypted: isEncrypted) : try SchedulerStage(path: folder.scheduler)
    }

    /// Kills the service the given number of times, and counts the results.
    func run(kills: Int) throws {
        defer { stage.close() }
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
        stage.pass { plan.random(below: $0) }
        let service = try folder.startService(failpoint: failpoint, without: missing)
        defer {
            if plan.isTraced { say("\(name) \(target) \(ContinuousClock.now - start) \(ending)") }
        }
        tally.restarts += 1
        if case .afterStart(let milliseconds) = target { kill(service, after: milliseconds) }
        if try service.line() == "ready" {
            if case .whileServing(let milliseconds) = target {
                kill(service, after: milliseconds)
            }
            try work(service, towards: target)
            // A service that missed its failpoint is killed here.
            if case .failpoint = target { service.kill() }
        }
        let end = service.wait()
        ending = "\(end)"
        switch end {
        case .signaled(SIGKILL) where service.wasKilled:
            tally.random += 1
            note(nil)
        case .signaled(SIGKILL):
            guard case .failpoint(let point, _) = target else {
                throw ProofError("a service without a failpoint killed itself")
            }
            tally.killsAt[point, default: 0] += 1
            note(point)
        default:
            throw ProofError("the service ended with \(end.code):\n\(folder.log)")
        }
    }

    private func note(_ point: Failpoint?) {
        tally.kills += 1
        if isEncrypted { tally.killsOverTLS += 1 }
        let kills = plan.note(point)
        guard kills.isMultiple(of: 1000) else { return }
        say("\(kills) kills")
    }

    private func kill(_ service: ServiceProcess, after milliseconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            service.kill()
        }
    }

    /// Sends random requests until the service has ended, or has processed those that lead to its
    /// end.
    private func work(_ service: ServiceProcess, towards target: CrashPlan.Target) throws {
        // All of them exist before the first request: a job that is wanted is printed by a later life where an
        // earlier job leads to the end of this one.
        for kind in wanted(by: target) { try add(kind) }
        do {
            try prepare()
            for scenario in scenarios where !scenario.isDone {
                try scenario.go(client, shared: shared)
                guard !service.hasEnded else { return }
            }
            guard case .failpoint = target else {
                while !service.hasEnded { usleep(500) }
                return
            }
            // The requests finish quickly, and with them the path to the failpoint; where a job does not end, it is not
            // on it, and the plan comes back to it.
            let end = ContinuousClock.now + .seconds(plan.route == .direct ? 16 : 8)
            while !service.hasEnded, ContinuousClock.now < end,
                try active() > 0
            {
                usleep(5_000)
            }
        } catch let failure as UnixSocket.Failure where failure.isGone {
            let end = ContinuousClock.now + .patience
            while !service.hasEnded {
                guard ContinuousClock.now < end else {
                    throw ProofError("the service lives and does not answer:\n\(folder.log)")
                }
                usleep(500)
            }
        }
    }

    /// Makes the printers known, and uploads the documents that scenarios share.
    func prepare() throws {
        try stage.introduce(to: client)
        if shared.small == nil {
            shared.small = try Scenario.send(Scenario.sharedBytes, key: name, client)
        }
        guard plan.route == .direct, shared.raster == nil else { return }
        shared.large = try Scenario.send(Scenario.largeBytes, key: name + "-large", client)
        shared.raster = try Scenario.send(Scenario.rasterBytes, key: name + "-raster", client)
    }

    private func wanted(by target: CrashPlan.Target) -> [Scenario.Kind] {
        switch target {
        case .failpoint(let point, let passing):
            let kinds = plan.route.scenarios(reaching: point)
            let first = (0..<passing).map { _ in kinds[plan.random(below: kinds.count)] }
            return first + first.prefix(1)
        case .afterStart, .whileServing:
            let all =
                plan.random(below: 20) == 0 ? plan.route.scenarios : plan.route.quickScenarios
            return (0..<3).map { _ in all[plan.random(below: all.count)] }
        }
    }

    private func add(_ kind: Scenario.Kind) throws {
        scenarios.append(
            try Scenario(
                kind,
                name: "\(name)-\(scenarios.count)-\(kind)",
                forgetsKeys: forgetsKeys
            )
        )
    }

    func active() throws -> Int {
        try client.request("GET", "/v1/status").value(ServiceStatus.self).jobs.active
    }
}
