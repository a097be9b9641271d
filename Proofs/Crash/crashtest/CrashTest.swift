import Dispatch
import Failpoints
import FoundationEssentials
import Glibc
import ProofKit
import Synchronization

/// Kills the service thousands of times, or sends it false replies, and counts the printed jobs.
@main struct CrashTest {
    static func main() {
        do {
            let settings = try Settings(CommandLine.arguments.dropFirst())
            _ = signal(SIGPIPE, SIG_IGN)
            exit(try run(settings) ? 0 : 1)
        } catch {
            say("\(error)")
            exit(64)
        }
    }

    private static func run(_ settings: Settings) throws -> Bool {
        guard unsafe access(BuiltPrograms.service, X_OK) == 0,
            unsafe access(BuiltPrograms.zygote, X_OK) == 0
        else { throw ProofError("printcenterd and qpreview-zygote must be built beside crashtest") }
        let isGood = (settings.kills == 0 && !settings.failpoints) || crash(settings)
        guard settings.runs > 0 else { return isGood }
        let isTrue = settings.route == .direct ? lie(settings) : sendFalseReplies(settings)
        return isTrue && isGood
    }

    private static func lie(_ settings: Settings) -> Bool {
        let start = ContinuousClock.now
        let first = Int(settings.seed) * 1_000_000
        let begun = Mutex(0)
        let sum = Mutex(DirectLieTally())
        inParallel(settings.lanes) { _ in
            var tally = DirectLieTally()
            do {
                let epoch = try DirectLieEpoch()
                defer { sum.withLock { $0 += epoch.tally } }
                try epoch.run {
                    begun.withLock { count in
                        guard count < settings.runs else { return nil }
                        count += 1
                        return first + count
                    }
                }
            } catch {
                tally.complaints.append("\(error)")
            }
            sum.withLock { $0 += tally }
        }
        let tally = sum.withLock { $0 }
        for complaint in tally.complaints.prefix(20) { say(complaint) }
        let seconds = (ContinuousClock.now - start).components.seconds
        print(tally.table(runs: settings.runs, seconds: Int(seconds)))
        return tally.isGood(runs: settings.runs)
    }

    private static func sendFalseReplies(_ settings: Settings) -> Bool {
        let start = ContinuousClock.now
        let first = Int(settings.seed) * 1_000_000
        let begun = Mutex(0)
        let sum = Mutex(FalseReplyTally())
        inParallel(settings.lanes) { _ in
            var tally = FalseReplyTally()
            do {
                let epoch = try FalseReplyEpoch()
                do {
                    try epoch.run {
                        begun.withLock { count in
                            guard count < settings.runs else { return nil }
                            count += 1
                            return first + count
                        }
                    }
                    tally = epoch.tally
                } catch {
                    tally = epoch.tally
                    tally.complaints.append("\(error)")
                }
            } catch {
                tally.complaints.append("\(error)")
            }
            sum.withLock { $0 += tally }
        }
        let tally = sum.withLock { $0 }
        for complaint in tally.complaints.prefix(20) { say(complaint) }
        let seconds = (ContinuousClock.now - start).components.seconds
        print(tally.table(runs: settings.runs, seconds: Int(seconds)))
        return tally.isGood(runs: settings.runs)
    }

    private static func crash(_ settings: Settings) -> Bool {
        let start = ContinuousClock.now
        let plan =
            settings.failpoints
            ? CrashPlan(
                eachFailpointOf: settings.route,
                seed: settings.seed,
                isTraced: settings.isVerbose
            )
            : CrashPlan(
                settings.route,
                kills: settings.kills,
                seed: settings.seed,
                isTraced: settings.isVerbose
            )
        let sum = Mutex(CrashTally())
        inParallel(settings.lanes) { lane in
            var epoch = 0
            while sum.withLock({ $0.complaints.count < 20 }) {
                var tally = CrashTally()
                do {
                    let run = try CrashEpoch(
                        plan,
                        name: "\(lane)-\(epoch)",
                        isEncrypted: settings.route == .direct && (lane + epoch) % 2 == 1,
                        forgetsKeys: settings.forgetsKeys,
                        hasDatabase: settings.hasDatabase,
                        without: settings.missing
                    )
                    do {
                        try run.run(kills: min(100, max(10, plan.kills / settings.lanes)))
                        tally = run.tally
                    } catch {
                        tally = run.tally
                        tally.complaints.append("\(error)")
                    }
                } catch {
                    tally.complaints.append("\(error)")
                }
                epoch += 1
                sum.withLock { $0 += tally }
                if tally.kills == 0 { break }
            }
        }
        let tally = sum.withLock { $0 }
        for complaint in tally.complaints.prefix(20) { say(complaint) }
        let seconds = (ContinuousClock.now - start).components.seconds
        print(tally.table(plan, seconds: Int(seconds)))
        if settings.isVerbose {
            for point in settings.route.failpoints {
                print("  \(point.rawValue) \(tally.killsAt[point, default: 0])")
            }
        }
        return tally.isGood(plan)
    }

    /// Runs a closure on the given number of threads.
    static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for lane in 0..<count {
            DispatchQueue(label: "crashtest.\(lane)").async(group: group) { body(lane) }
        }
        group.wait()
    }
}

/// The command-line settings.
struct Settings {
    /// The number of kills; 0 for none.
    var kills = 0
    /// Whether it is killed once at each failpoint instead.
    var failpoints = false
    /// The number of submissions that receive false replies; 0 for none.
    var runs = 0
    /// The way of the jobs.
    var route = CrashRoute.scheduler
    /// The protection that the service lacks.
    var missing: Protection?
    var seed: UInt64 = 1
    var lanes = 4
    var forgetsKeys = false
    /// Whether the queue is in a database.
    var hasDatabase = false
    var isVerbose = false

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        func number(_ name: String) throws -> Int {
            guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
                throw ProofError("\(name) takes a number\n\(Self.usage)")
            }
            return number
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--kills": kills = try number(argument)
            case "--failpoints": failpoints = true
            case "--direct": route = .direct
            case "--without-reset": missing = .reset
            case "--false-replies": runs = try number(argument)
            case "--seed": seed = UInt64(try number(argument))
            case "--lanes": lanes = try number(argument)
            case "--new-keys": forgetsKeys = true
            case "--database": hasDatabase = true
            case "--verbose": isVerbose = true
            default: throw ProofError(Self.usage)
            }
        }
        if kills == 0, runs == 0, !failpoints { throw ProofError(Self.usage) }
    }

    private static let usage = """
        usage: crashtest [--direct] [--failpoints | --kills N] [--false-replies N] [--seed S] [--lanes N] [--verbose]
                 [--new-keys] [--without-reset] [--database]
          --direct           prints straight on printers, without a scheduler
          --failpoints       kills the service once at each failpoint
          --kills N          kills it N times, half of them at failpoints, half at random moments
          --false-replies N  sends N jobs to a scheduler, or to printers, that give false replies
          --new-keys         lets the client use a new idempotency key for each retry, which must be detected
          --database         keeps the queue in a PostgreSQL server of its own; only with --kills or --failpoints
          --without-reset    lets the service close connections regularly within a document, which must be detected
        """
}

/// Writes a line to standard error without buffering.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
}
