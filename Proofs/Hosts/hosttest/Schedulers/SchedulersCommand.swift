import ArgumentParser
import CLinux
import FoundationEssentials
import Glibc
import ProofKit

/// `hosttest schedulers`: hosts with schedulers, whose printers restart and forget, and the verdict.
struct SchedulersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedulers",
        abstract: "Lets schedulers, printers, services, and the database fail, and counts.",
        discussion: """
            Each host has a real cupsd, with queues to IPP printers and to a printer without IPP; one printer has no \
            queue. In the end, each acknowledged job must have been printed once, or say what became of it; where it \
            says that this is in doubt, the evidence is printed, and whether something could have told. The exit code is \
            1 where a bound is not met. It needs root, cupsd, and ippeveprinter.
            """
    )

    @Option(help: "Where chance begins; by the clock where it is not given.") var seed: UInt64?
    @Option(help: "How many hosts there are.") var hosts = 2
    @Option(help: "How many jobs are submitted at least.") var jobs = 3000
    @Option(help: "How many faults happen.") var faults = 1000
    @Option(help: "Let only these faults happen (serviceKill,printerRestart,…).") var only: String?
    @Option(help: "How many clients submit jobs at a time.") var clients = 3
    @Option(help: "End after so many minutes, whatever has happened.") var minutes: Int?
    @Option(help: "A file for the result as JSON.") var summary: String?
    @Option(help: "A folder for the logs of the hosts.") var logs: String?
    @Flag(help: "Report each fault.") var verbose = false

    /// How many jobs in doubt are too many: more than one of so many.
    static let jobsForEachDoubt = 500

    private var counts: [SchedulerFault: Int] {
        guard let only else { return SchedulerFault.counts(of: faults) }
        let kinds = only.split(separator: ",").compactMap { SchedulerFault(rawValue: String($0)) }
        return Dictionary(uniqueKeysWithValues: kinds.map { ($0, faults / max(1, kinds.count)) })
    }

    func run() throws {
        let programs = [
            BuiltPrograms.service, BuiltPrograms.zygote, BuiltPrograms.printq, "/usr/sbin/cupsd",
            "/usr/sbin/ippeveprinter",
        ]
        for program in programs where unsafe access(program, X_OK) != 0 {
            throw ProofError("\(program) is missing")
        }
        guard geteuid() == 0 else { throw ProofError("cupsd in a network of its own needs root") }
        _ = signal(SIGPIPE, SIG_IGN)
        // Before there is a second thread.
        let entered = clinux_enter_private_network()
        guard entered == 0 else { throw ProofError("there is no network: error \(-entered)") }
        let seed = seed ?? UInt64(time(nil))
        say("seed \(seed)")
        let start = ContinuousClock.now
        let lab = try SchedulerLab(hosts: hosts, seed: seed)
        let load = Load(
            lab.hosts,
            printers: lab.printers.weighted,
            uris: lab.printers.uris,
            seed: seed &+ 2,
            // A printer without IPP knows a job only by a comment in its document, which a layout drops.
            kinds: { SchedulerPrinters.isMute($0) ? [.page, .large] : LabJob.Kind.allCases }
        )
        defer {
            save(lab)
            _ = lab.stop(inOrder: false)
        }
        let wanted = counts
        let director = SchedulerDirector(
            lab,
            load: load,
            wanted: wanted,
            jobs: jobs,
            seed: seed &+ 3,
            end: minutes.map { start + .seconds(60 * $0) },
            isVerbose: verbose
        )
        try lab.start(load)
        load.start(clients: clients)
        try director.run()
        load.stop()
        var complaints = load.complaints
        let helped = waitForEnd(of: load, in: lab)
        let verdict = try SchedulerVerdict(load.acknowledged, in: lab)
        complaints += lab.stop(inOrder: true)
        let lines = verdict.evidence + verdict.complaints + complaints
        for line in lines.prefix(2000) { say(line) }
        let seconds = (ContinuousClock.now - start).components.seconds
        let help = Help(
            released: helped.released,
            resumed: helped.resumed + director.resumed,
            givenUp: helped.givenUp + director.givenUp
        )
        let rows = rows(verdict, load, lab, help: help, complaints: complaints.count)
        print(Table.text("hosts with schedulers: seed \(seed), \(seconds) s", rows))
        if let summary { try write(rows, lines, to: summary) }
        if !rows.allSatisfy(\.3) { throw ExitCode(1) }
    }

    /// How often the lab did what a person does, or a printer that is more than `ippeveprinter`.
    private struct Help {
        var released = 0
        var resumed = 0
        var givenUp = 0
    }

    /// Waits until all jobs have ended, or none does any more, and helps; returns how often.
    private func waitForEnd(of load: Load, in lab: SchedulerLab) -> Help {
        var help = Help()
        var last = (active: Int.max, moment: ContinuousClock.now)
        // Time: longer than any wait of the service or of the scheduler
        while ContinuousClock.now - last.moment < .patience * 5 {
            guard let active = try? load.active() else { continue }
            if active == 0 { break }
            if active < last.active { last = (active, .now) }
            help.released += lab.releaseHeld()
            help.resumed += lab.resumeStopped()
            help.givenUp += lab.printers.real.giveUpIncomplete()
            // Time: between two looks
            usleep(1_000_000)
        }
        return help
    }

    private func rows(
        _ verdict: SchedulerVerdict,
        _ load: Load,
        _ lab: SchedulerLab,
        help: Help,
        complaints: Int
    ) -> [(String, Int, String, Bool)] {
        let done = lab.faults.counts
        var rows: [(String, Int, String, Bool)] = []
        for fault in SchedulerFault.allCases where counts[fault, default: 0] > 0 {
            let count = done[fault, default: 0]
            let wanted = counts[fault, default: 0]
            let isMet = minutes != nil || count >= wanted
            rows.append(("\(fault)", count, minutes == nil ? ">= \(wanted)" : "", isMet))
        }
        rows.append(("faults", lab.faults.count, "", true))
        for (what, count) in load.refused.sorted(by: { $0.key < $1.key }) {
            rows.append(("submissions answered with \(what)", count, "", true))
        }
        rows += [
            ("jobs acknowledged", verdict.jobs, "> 0", verdict.jobs > 0),
            ("  completed", verdict.completed, "> 0", verdict.completed > 0),
        ]
        for (codes, count) in verdict.failed.sorted(by: { $0.key < $1.key }) {
            rows.append(("  not printed: \(codes)", count, "", true))
        }
        let most =
            (verdict.jobs + Self.jobsForEachDoubt - 1) / Self.jobsForEachDoubt
        return rows + [
            ("  held in a scheduler, and released by hand", help.released, "", true),
            ("queues stopped by a scheduler, and resumed by hand", help.resumed, "", true),
            ("jobs without a document, given up by a printer", help.givenUp, "", true),
            ("jobs of which faults left no trace", lab.doubts.count, "", true),
            ("  in doubt, and said so", verdict.uncertain, "<= \(most)", verdict.uncertain <= most),
            ("    of which printed once", verdict.uncertainAndPrinted, "", true),
            ("    of which needless", verdict.needless, "0", verdict.needless == 0),
            ("lost in a restart of a printer without IPP", verdict.lostAtMutePrinter, "", true),
            ("acknowledged jobs lost", verdict.lost, "0", verdict.lost == 0),
            ("printed, and denied", verdict.denied, "0", verdict.denied == 0),
            ("printed twice, and said so", verdict.again, "", true),
            ("printed twice, unsaid", verdict.twice, "0", verdict.twice == 0),
            ("wrongly said to be twice", verdict.wronglyAgain, "0", verdict.wronglyAgain == 0),
            ("other complaints", complaints, "0", complaints == 0),
        ]
    }

    private func write(
        _ rows: [(String, Int, String, Bool)],
        _ lines: [String],
        to path: String
    ) throws {
        struct Row: Encodable {
            let name: String
            let value: Int
            let goal: String
            let isMet: Bool
        }
        struct Object: Encodable {
            let rows: [Row]
            let lines: [String]
        }
        let object = Object(
            rows: rows.map { Row(name: $0.0, value: $0.1, goal: $0.2, isMet: $0.3) },
            lines: lines
        )
        try JSONEncoder().encode(object).write(to: URL(filePath: path))
    }

    /// Writes the logs.
    private func save(_ lab: SchedulerLab) {
        guard let logs else { return }
        // What cannot be written is only missing.
        try? FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
        for (host, scheduler) in zip(lab.hosts, lab.schedulers) {
            try? Data(host.log.utf8).write(to: URL(filePath: "\(logs)/\(host.name).log"))
            try? Data(scheduler.log.utf8).write(to: URL(filePath: "\(logs)/\(host.name)-cups.log"))
        }
    }
}
