import Glibc
import PrintLab
import ProofKit

/// How long it took until other hosts went on with the printers of one that is gone.
struct Takeover: Sendable {
    let cause: Fault
    /// The time from the event until the first request of another host for a job of each printer, shortest first.
    var times: [Duration] = []
    var complaints: [String] = []

    /// The longest wait.
    private static let limit = Duration.seconds(60)

    /// Lets a host go, and measures.
    ///
    /// - Returns: The times; `nil` where no host has printers, or another host failed meanwhile.
    static func measure(_ cause: Fault, in lab: HostLab, load: Load) throws -> Takeover? {
        guard let (host, printers) = try victim(in: lab) else { return nil }
        let others = lab.hosts.filter { $0.name != host.name }
        let lives = others.map(\.lives)
        let start = ContinuousClock.now
        switch cause {
        case .death:
            host.halt(true)
            host.kill()
        case .end:
            host.halt(true)
            host.signal(SIGTERM)
        default:
            try command(["hosts", "drain", host.name], at: others[0])
        }
        defer { host.halt(false) }
        // Each printer has something to go on with.
        let jobs = printers.map { load.next(on: $0) }
        inParallel(jobs.count) { load.submit(jobs[$0]) }
        var takeover = Takeover(cause: cause)
        var rest = printers
        let end = start + limit
        while !rest.isEmpty, ContinuousClock.now < end {
            for printer in rest {
                guard
                    let moment = lab.printers.witness.first(
                        at: printer,
                        after: start,
                        notFrom: host.node.address
                    )
                else { continue }
                takeover.times.append(moment - start)
                rest.removeAll { $0 == printer }
            }
            usleep(5_000)
        }
        if cause == .drain { try takeBack(host, at: others[0], &takeover) }
        guard lab.isSingle || others.map(\.lives) == lives else { return nil }
        if !rest.isEmpty {
            takeover.complaints.append(
                "\(cause) of \(host.name): nobody went on with \(rest) within \(limit)"
            )
        }
        takeover.times.sort()
        return takeover
    }

    /// Chooses a host with printers, and returns those that note who sends requests.
    private static func victim(in lab: HostLab) throws -> (host: Host, printers: [String])? {
        let witnessed = lab.printers.witnessed
        guard !lab.isSingle else {
            guard let host = lab.hosts.first(where: \.isReady) else { return nil }
            return (host, witnessed.sorted())
        }
        guard let asked = lab.hosts.first(where: \.isReady),
            let known = try asked.knownHosts().hosts
        else { return nil }
        for one in known.shuffled() {
            let printers = one.lanes.filter { witnessed.contains($0) }
            guard !printers.isEmpty, let host = lab.hosts.first(where: { $0.name == one.name })
            else { continue }
            return (host, printers.sorted())
        }
        return nil
    }

    /// Lets a drained host return, once it has no printers any more.
    private static func takeBack(
        _ host: Host,
        at other: Host,
        _ takeover: inout Takeover
    ) throws {
        var state = ""
        do {
            try waitBlocking(for: "the end of the drain of \(host.name)", limit: .seconds(60)) {
                let known = try? other.knownHosts().hosts
                let found = known?.first { $0.name == host.name }
                state = found.map { "\($0.state) with \($0.lanes)" } ?? "unknown"
                return found?.state == "drained" && found?.lanes.isEmpty == true
            }
        } catch {
            takeover.complaints.append("\(host.name) is \(state) a minute after it was drained")
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
