import ArgumentParser
import CLinux
import FoundationEssentials
import Glibc
import ProofKit

/// `hosttest run`: faults of all kinds, and the verdict.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Lets services, networks, and the database fail by chance, and counts.",
        discussion: """
            A lab has networks of its own, which need root or user namespaces: one for a PostgreSQL server, one for \
            printers, and one for each host with a real service. Clients submit jobs at hosts by chance. In the end, each \
            acknowledged job must have been printed once, or be in doubt and say so. The exit code is 1 where it is not.
            """
    )

    @Option(help: "Where chance begins; by the clock where it is not given.") var seed: UInt64?
    @Option(help: "How many hosts there are.") var hosts = 3
    @Option(help: "How many scripted printers there are.") var printers = 8
    @Option(help: "How many ippeveprinters there are.") var eve = 2
    @Flag(help: "Give the database a synchronous standby.") var standby = false
    @Option(help: "How many clients submit jobs at a time.") var clients = 3
    @Option(help: "How often services are killed, half of them at failpoints.") var kills = 200
    @Option(help: "How often a service is stopped for longer than its lease.") var stops = 6
    @Option(help: "How often a host loses the database, the printers, or both.") var cuts = 12
    @Option(help: "How often the network of a host delays and loses packets.") var slow = 6
    @Option(help: "How often a service gets SIGTERM.") var terminations = 10
    @Option(help: "How often the database server is stopped and started again.") var restarts = 4
    @Option(help: "How often a host dies, and others have to take its printers over.") var deaths =
        4
    @Option(help: "How often a host ends regularly, likewise.") var ends = 4
    @Option(help: "How often a host is drained, and returns.") var drains = 4
    @Option(help: "End after so many minutes, whatever has happened.") var minutes: Int?
    @Option(help: "A file for the result as JSON.") var summary: String?
    @Option(help: "A folder for the logs of the hosts and of the database.") var logs: String?
    @Flag(help: "Report each fault.") var verbose = false

    private var counts: FaultCounts {
        FaultCounts([
            .kill: kills, .stop: stops, .cut: cuts, .slow: slow, .termination: terminations,
            .restart: restarts, .failover: standby ? 1 : 0, .death: deaths, .end: ends,
            .drain: drains,
        ])
    }

    func run() throws {
        for program in [BuiltPrograms.service, BuiltPrograms.zygote, BuiltPrograms.printq]
        where unsafe access(program, X_OK) != 0 {
            throw ProofError("\(program) must be built beside hosttest")
        }
        _ = signal(SIGPIPE, SIG_IGN)
        // Before there is a second thread.
        let entered = clinux_enter_private_network()
        guard entered == 0 else {
            throw ProofError("networks need root or user namespaces: error \(-entered)")
        }
        let seed = seed ?? UInt64(time(nil))
        say("seed \(seed)")
        let result = try result(seed: seed)
        for complaint in (result.verdict.complaints + result.complaints).prefix(60) {
            say(complaint)
        }
        print(result.table)
        if let summary { try Data(result.json.utf8).write(to: URL(filePath: summary)) }
        if !result.isGood { throw ExitCode(1) }
    }

    private func result(seed: UInt64) throws -> Summary {
        let start = ContinuousClock.now
        let lab = try HostLab(
            LabSettings(seed: seed, hosts: hosts, printers: printers, eve: eve, standby: standby)
        )
        defer {
            save(lab)
            lab.abandon()
        }
        let load = Load(
            lab.hosts,
            printers: lab.printers.names,
            uris: lab.printers.uris,
            seed: seed &+ 2
        )
        let director = Director(
            lab,
            load: load,
            wanted: counts,
            seed: seed &+ 3,
            end: minutes.map { start + .seconds(60 * $0) },
            isVerbose: verbose
        )
        try lab.start(load)
        load.start(clients: clients)
        try director.run()
        load.stop()
        var complaints = director.complaints + load.complaints
        do {
            try waitBlocking(for: "the end of all jobs", limit: .patience * 5) {
                (try? load.active()) == 0
            }
        } catch { complaints.append("\(error)") }
        let verdict = try Verdict(load.acknowledged, in: lab)
        complaints += lab.stop()
        return Summary(
            seed: seed,
            seconds: Int((ContinuousClock.now - start).components.seconds),
            wanted: counts,
            isTimed: minutes != nil,
            done: director.counted,
            stopsAtFailpoints: director.stopsAtFailpoints,
            endings: lab.hosts.map(\.endings),
            takeovers: director.takeovers,
            verdict: verdict,
            refusals: load.refusals,
            complaints: complaints
        )
    }

    /// Writes the logs.
    private func save(_ lab: HostLab) {
        guard let logs else { return }
        // What cannot be written is only missing.
        try? FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
        for host in lab.hosts {
            try? Data(host.log.utf8).write(to: URL(filePath: "\(logs)/\(host.name).log"))
        }
        try? Data(lab.database.log.utf8).write(to: URL(filePath: logs + "/database.log"))
    }
}
