import Dispatch
import Failpoints
import FoundationEssentials
import Glibc
import Synchronization

/// Kills the service thousands of times, or lies to it, and counts what was printed.
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
        guard unsafe access(Programs.service, X_OK) == 0,
            unsafe access(Programs.zygote, X_OK) == 0
        else { throw Trouble("printcenterd and qpreview-zygote must be built beside crashtest") }
        let isGood = settings.kills == 0 || crash(settings)
        return (settings.runs == 0 || lie(settings)) && isGood
    }

    private static func lie(_ settings: Settings) -> Bool {
        let start = ContinuousClock.now
        let first = Int(settings.seed) * 1_000_000
        let begun = Mutex(0)
        let sum = Mutex(LiarTally())
        inParallel(settings.lanes) { _ in
            var tally = LiarTally()
            do {
                let epoch = try LiarEpoch(below: settings.folder)
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
        let plan = CrashPlan(
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
                        below: settings.folder,
                        forgetsKeys: settings.forgetsKeys
                    )
                    do {
                        try run.run(kills: min(100, max(10, settings.kills / settings.lanes)))
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
        print(tally.table(kills: settings.kills, seconds: Int(seconds)))
        if settings.isVerbose {
            for point in Failpoint.allCases {
                print("  \(point.rawValue) \(tally.killsAt[point, default: 0])")
            }
        }
        return tally.isGood(kills: settings.kills)
    }

    /// Runs so many at a time, each on a thread that stays its own.
    static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for lane in 0..<count {
            DispatchQueue(label: "crashtest.\(lane)").async(group: group) { body(lane) }
        }
        group.wait()
    }
}

/// What the command line says.
struct Settings {
    /// How often the service is killed; 0 for never.
    var kills = 0
    /// How many submissions are lied about; 0 for none.
    var runs = 0
    var seed: UInt64 = 1
    var lanes = 4
    var forgetsKeys = false
    var isVerbose = false
    var folder = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        func number(_ name: String) throws -> Int {
            guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
                throw Trouble("\(name) takes a number\n\(Self.usage)")
            }
            return number
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--kills": kills = try number(argument)
            case "--liars": runs = try number(argument)
            case "--seed": seed = UInt64(try number(argument))
            case "--lanes": lanes = try number(argument)
            case "--new-keys": forgetsKeys = true
            case "--verbose": isVerbose = true
            default: throw Trouble(Self.usage)
            }
        }
        if kills == 0, runs == 0 { throw Trouble(Self.usage) }
    }

    private static let usage = """
        usage: crashtest [--kills N] [--liars N] [--seed S] [--lanes N] [--verbose] [--new-keys]
        With --new-keys the client forgets its idempotency keys, which must be found out.
        """
}

/// Says a line on standard error at once.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
}
