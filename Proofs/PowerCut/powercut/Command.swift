import ArgumentParser
import FoundationEssentials
import Glibc
import PrintModel

/// Simulates a power failure at each change to the disk, and a failure of each system call.
@main
struct PowerCut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "powercut",
        abstract: "Cuts the power at each change of the disk, and checks what is left.",
        discussion: """
            The real service runs with every change of its disk recorded. From the recording the \
            disks are built that a power cut at each moment could leave: with nothing that was not \
            synced, with all of it, with names and no bytes, with sectors of 512 bytes by chance. \
            The service's store must open each of them, and find all that the service had acknowledged.

            With --direct, the service itself is started on some of them, one of each kind (phases of \
            jobs, step, and cut) until there are enough. Its printers know what they knew at that moment. \
            It goes on until all jobs have ended, and each of them is on paper once, or in doubt and said \
            to be.

            With --failures the service runs on a disk on which the first, second, third ... call \
            of a kind fails, until there is no further one.
            """
    )

    @Flag(help: "Send jobs straight to printers, without a scheduler.")
    var direct = false

    @Option(help: "How many states are looked at, at least.")
    var states = 100_000

    @Option(help: "Where chance begins.")
    var seed: UInt64 = 1

    @Option(help: "How many images by chance are made at each step.")
    var chances = 6

    @Option(help: "How many images are opened at once.")
    var workers = 3

    @Option(help: "With --direct: on how many of the states the service is started, at most.")
    var services = 60

    @Flag(help: "Let system calls fail instead.")
    var failures = false

    @Option(help: "With --failures: only each call of this number.")
    var stride = 1

    @Option(help: "With --failures: only calls of this kind.")
    var kind: String?

    mutating func run() async throws {
        let testBed = try TestBed(isDirect: direct)
        defer { testBed.close() }
        let isClean = failures ? try await fail(testBed) : try await cut(testBed)
        if !isClean { throw ExitCode(1) }
    }

    private func cut(_ testBed: TestBed) async throws -> Bool {
        var count = CutCount()
        var number = seed
        var recordings = 0
        var started = 0
        var seen: Set<String> = []
        while count.states < states {
            // One run in twelve is long enough to make SQLite checkpoint its log into the database.
            let size: Workload.Size = recordings % 12 == 11 ? .long : .mixed
            let recording = try testBed.record(size, seed: number)
            let wanted = direct ? min(services - started, max(1, services / 4)) : 0
            let cuts = Cuts(
                recording: recording,
                chances: size == .long ? 1 : chances,
                seed: number &* 1_000_003,
                sampling: wanted > 0 ? .eachTrait : .none
            )
            var part = try await cuts.run(workers: workers, in: testBed.folder)
            let samples = Sample.choose(wanted, of: part.samples, besides: seen)
            part.samples = []
            seen.formUnion(samples.flatMap(\.traits))
            started += samples.count
            try await StartedService(testBed: testBed).run(samples, &part)
            count.add(part)
            recordings += 1
            number += 1
        }
        Self.show("seed", "\(seed)")
        Self.show("recordings", "\(recordings)")
        Self.show("boundaries", "\(count.boundaries)")
        Self.show("states", "\(count.states)")
        if direct {
            Self.show("services started", "\(started)")
            Self.show("kinds of states", "\(seen.count)")
        }
        for kind in Fault.Kind.allCases {
            Self.show(kind.rawValue, "\(count.faults[kind] ?? 0)")
        }
        for example in count.examples { print("  \(example)") }
        return count.isClean
    }

    private func fail(_ testBed: TestBed) async throws -> Bool {
        var runs = FailureRuns(testBed: testBed, stride: stride)
        runs.report = { print("  \($0)") }
        if let kind { runs.kinds = SystemCallFailure.Kind.allCases.filter { $0.rawValue == kind } }
        let count = try await runs.run(workers: workers)
        Self.show("runs", "\(count.runs)")
        for kind in SystemCallFailure.Kind.allCases {
            Self.show("  \(kind.rawValue)", "\(count.reached[kind] ?? 0) calls failed")
        }
        Self.show("service started again", "\(count.ended)")
        Self.show("runs with refusals", "\(count.refused)")
        Self.show("wrong", "\(count.wrong.count)")
        return count.wrong.isEmpty
    }

    private static func show(_ what: String, _ figure: String) {
        let gap = String(repeating: " ", count: max(1, 26 - what.count))
        print(what + gap + figure)
    }
}
