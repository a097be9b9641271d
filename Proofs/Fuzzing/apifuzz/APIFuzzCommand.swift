internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import PrintModel
internal import ProofKit

/// Sends a running service a million mutated requests: `apifuzz SOCKET [REQUESTS] [SEED] [numbers]`.
///
/// A third of them have numbers of any size in the places of the API's description that take one, and with `numbers` all.
///
/// The service must have a queue of its own and a printer; Scripts/api-fuzz starts one. It ends the
/// service afterwards, and fails if the service crashes, does not reply to valid requests, replies with an internal
/// error or an error without a problem document, or leaks memory.
@main struct APIFuzzCommand {
    private static let connections = 8
    /// The permitted growth of memory after the first tenth of the requests, in KiB.
    private static let growth = 96 << 10

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let onlyNumbers = arguments.last == "numbers"
        if onlyNumbers { arguments.removeLast() }
        guard (1...3).contains(arguments.count), arguments[0].hasPrefix("/"),
            !arguments.dropFirst().contains(where: { Int($0) == nil })
        else {
            say("usage: apifuzz SOCKET [REQUESTS] [SEED] [numbers]")
            exit(64)
        }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        let total = max(1, numbers.first ?? 1_000_000)
        do {
            let service = Service(socket: arguments[0])
            let process = try service.status().pid
            let seed = numbers.count > 1 ? numbers[1] : 1
            try run(service, process, total, seed: seed, onlyNumbers: onlyNumbers)
            try stop(service, process)
        } catch {
            say("API fuzz: \(error)")
            exit(1)
        }
    }

    private static func run(
        _ service: Service,
        _ process: Int32,
        _ total: Int,
        seed: Int,
        onlyNumbers: Bool
    ) throws {
        let resources = try service.prepare()
        let samples = Samples(resources)
        let places = try NumberPlaces(service, resources)
        let checker = ReplyChecker()
        let watch = ServiceMonitor(service, process: process, checker: checker, total: total)
        let watching = DispatchGroup()
        DispatchQueue(label: "watch").async(group: watching) { watch.run() }
        let start = ContinuousClock.now
        let working = DispatchGroup()
        for index in 0..<connections {
            let share = total / connections + (index < total % connections ? 1 : 0)
            DispatchQueue(label: "worker \(index)").async(group: working) {
                var worker = Worker(
                    socket: service.socket,
                    samples: samples,
                    places: places,
                    onlyNumbers: onlyNumbers,
                    checker: checker,
                    generator: SeededGenerator(
                        seed: UInt64(truncatingIfNeeded: seed * 1000 + index)
                    )
                )
                worker.run(share)
            }
        }
        working.wait()
        let time = ContinuousClock.now - start
        watch.stop()
        watching.wait()
        if let verdict = checker.verdict { throw ProofError(verdict) }
        report(checker.sum, places.count, watch.seen, time)
        let grown = watch.seen.peak - watch.seen.early
        guard grown < growth else {
            throw ProofError("the memory grew by \(grown >> 10) MiB")
        }
    }

    private static func report(
        _ sum: ReplyChecker.Tally,
        _ places: Int,
        _ seen: ServiceMonitor.Record,
        _ time: Duration
    ) {
        let seconds = time / .seconds(1)
        func list<Key: Comparable>(_ counts: [Key: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        say(
            """
            API fuzz: \(sum.requests) requests in \(Int(seconds.rounded())) s, \
            \(Int(Double(sum.requests) / seconds)) a second over \(connections) connections at once
              answers by status: \(list(sum.answers)); none: \(sum.unanswered)
              problems by code: \(list(sum.codes))
              \(sum.numbers) of them with numbers of any size in \(places) places
              the slowest reply to a valid request: \(Int(seen.slowest / .milliseconds(1))) ms; \
            memory \(seen.early >> 10) MiB after a tenth, at most \(seen.peak >> 10) MiB after it, \
            \(seen.highest >> 10) MiB ever, \
            \(seen.threads) threads
            """
        )
    }

    /// Stops the service, which must still be able to exit.
    private static func stop(_ service: Service, _ process: Int32) throws {
        try service.cancelAllJobs()
        guard try service.ask(Sample("POST", "/v1/stop")).status == 202 else {
            throw ProofError("the service does not end")
        }
        let end = ContinuousClock.now + .seconds(15)
        while kill(process, 0) == 0, Service.memory("VmRSS", of: process) != nil {
            guard ContinuousClock.now < end else {
                throw ProofError("the service does not end")
            }
            usleep(20_000)
        }
        say("API fuzz: 0 crashes; the service ended on request")
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(1, bytes, bytes.count)
    }
}
