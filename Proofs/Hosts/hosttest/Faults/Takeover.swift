import Glibc
import PrintLab
import PrintModel
import ProofKit

/// How long it took until other hosts went on with the printers of one that is gone.
struct Takeover: Sendable {
    let cause: Fault
    /// The time from the event until the first request of another host for a job of each printer, shortest first.
    var times: [Duration] = []
    var complaints: [String] = []

    /// The longest wait.
    private static let limit = Duration.patience

    /// Lets a host go, and measures.
    ///
    /// - Returns: The times; `nil` where no host has printers, or another host failed meanwhile.
    static func measure(_ cause: Fault, in lab: HostLab, load: Load) throws -> Takeover? {
        // Each printer is to have a host, and that something to do.
        let names = lab.printers.witnessed.sorted()
        let jobs = (0..<3).flatMap { _ in names.map { load.next(on: $0) } }
        inParallel(jobs.count) { load.submit(jobs[$0]) }
        guard let host = try victim(in: lab) else { return nil }
        let others = lab.hosts.filter { $0.name != host.name }
        let lives = others.map(\.lives)
        let start = ContinuousClock.now
        var printers = try Self.printers(of: host, at: others[0])
        switch cause {
        case .death:
            host.halt(true)
            host.kill()
            // No other host takes the printers that it has now before it is given up.
            printers = try Self.printers(of: host, at: others[0])
        case .end:
            host.halt(true)
            host.signal(SIGTERM)
        default:
            try command(["hosts", "drain", host.name], at: others[0])
        }
        defer { host.halt(false) }
        let more = printers.map { load.next(on: $0) }
        inParallel(more.count) { load.submit(more[$0]) }
        var takeover = Takeover(cause: cause)
        let rest = takeover.wait(for: printers, after: start, notFrom: host, in: lab)
        if cause == .drain { try takeBack(host, at: others[0], &takeover) }
        guard !printers.isEmpty, others.map(\.lives) == lives else { return nil }
        if !rest.isEmpty {
            takeover.complaints.append(
                "\(cause) of \(host.name): no other host went on with \(rest) within \(limit)"
            )
        }
        takeover.times.sort()
        return takeover
    }

    /// Waits until other hosts have gone on with printers; returns those with which they have not.
    private mutating func wait(
        for printers: [String],
        after start: ContinuousClock.Instant,
        notFrom host: Host,
        in lab: HostLab
    ) -> [String] {
        var rest = printers
        while !rest.isEmpty, ContinuousClock.now < start + Self.limit {
            for printer in rest {
                let moment = lab.printers.witness.first(
                    at: printer,
                    after: start,
                    notFrom: host.node.address
                )
                guard let moment else { continue }
                times.append(moment - start)
                rest.removeAll { $0 == printer }
            }
            // How exactly the times are measured.
            usleep(5_000)
        }
        return rest
    }

    /// Chooses the host with the most printers.
    private static func victim(in lab: HostLab) throws -> Host? {
        let known = try lab.hosts[0].knownHosts().filter { !$0.printers.isEmpty }
        let most = known.max { $0.printers.count < $1.printers.count }
        return most.flatMap { most in lab.hosts.first { $0.name == most.name } }
    }

    /// The printers of a host that note who sends requests.
    private static func printers(of host: Host, at other: Host) throws -> [String] {
        try other.knownHosts().first { $0.name == host.name }?.printers.map(\.rawValue)
            .filter { !$0.hasPrefix("eve") } ?? []
    }

    /// Lets a drained host return, once it has no printers any more.
    private static func takeBack(
        _ host: Host,
        at other: Host,
        _ takeover: inout Takeover
    ) throws {
        var state = ""
        do {
            try waitBlocking(for: "the end of the drain of \(host.name)") {
                let known = try? other.knownHosts()
                let found = known?.first { $0.name == host.name }
                state = found.map { "\($0.state) with \($0.printers)" } ?? "unknown"
                return found?.state == .drained
            }
        } catch {
            takeover.complaints.append("\(host.name) is \(state) long after it was drained")
        }
        try command(["hosts", "return", host.name], at: other)
    }

    private static func command(_ words: [String], at host: Host) throws {
        let outcome = try Launch(
            path: BuiltPrograms.printq,
            arguments: words,
            environment: host.environment
        ).outcome()
        guard outcome.exitCode == 0 else {
            throw ProofError("printq \(words): \(outcome.exitCode) \(outcome.output)")
        }
    }
}
