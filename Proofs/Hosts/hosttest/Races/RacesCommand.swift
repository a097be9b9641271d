import ArgumentParser
import Glibc
import PrintCenter
import ProofKit

/// `hosttest races`: a step of a delivery against another host that takes the printer, thousands of times.
struct RacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "races",
        abstract:
            "Takes printers away from hosts while they store a step, and counts what was stored too late.",
        discussion: """
            Hosts in this process share a queue on a real PostgreSQL server. While one stores a step of a delivery, another \
            takes the lane of the printer: by SQL, because it has given the first one up, or because the first one has \
            given the lane back. The server itself pauses within the step for a time by chance, and notes at the commit \
            of each step whose lane it is then.
            """
    )

    @Option(help: "How many races there are.") var count = 5000
    @Option(help: "Where chance begins.") var seed: UInt64 = 1
    @Option(help: "How many printers there are races for at a time.") var lanes = 4
    @Option(help: "The longest pause within a step, in milliseconds.") var pause = 4

    func run() throws {
        let settings = (count: count, seed: seed, lanes: lanes, pause: pause)
        let start = ContinuousClock.now
        let server = try DatabaseServer()
        let place = try RacePlace(server: server)
        var tally = try waitFor { () async throws -> RaceTally in
            let share = (settings.count + settings.lanes - 1) / settings.lanes
            return try await withThrowingTaskGroup(of: RaceTally.self) { group in
                for lane in 0..<settings.lanes {
                    // The first one makes the tables.
                    let seed = settings.seed &+ UInt64(lane)
                    let races = try await LaneRaces(lane, at: place, seed: seed)
                    if lane == 0 { try place.watch(pausing: settings.pause) }
                    group.addTask { try await races.run(share) }
                }
                return try await group.reduce(into: RaceTally()) { $0 += $1 }
            }
        }
        tally.counted = try place.steps()
        tally.stale = try place.staleSteps()
        let seconds = Int((ContinuousClock.now - start).components.seconds)
        print(tally.table(wanted: count, seconds: seconds))
        if !tally.isGood(wanted: count) { throw ExitCode(1) }
    }
}
