import ArgumentParser
import FoundationEssentials
import Glibc
import PrintLab
import ProofKit
import RealCrash

/// Kills the service, and then the scheduler, of a complete lab, and counts the printed jobs.
@main struct CrashReal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crashreal",
        abstract: "Kills printcenterd and cupsd while they print, and counts what was printed.",
        discussion: """
            cupsd and ippeveprinter are the distribution's, in a printlab. The exit code is 1 where \
            a figure is not met.
            """
    )

    @Option(help: "How often printcenterd is killed.")
    var service = 300

    @Option(help: "How often cupsd is killed.")
    var scheduler = 50

    func run() async throws {
        var isGood = true
        if service > 0 {
            isGood = try await run("office,mono") { run in
                try await run.killService(service, printers: ["office", "mono", "office"])
            }
        }
        if scheduler > 0 {
            let isGoodToo = try await run("slow,office") { run in
                try await run.killScheduler(scheduler, printers: ["slow", "office", "slow"])
            }
            isGood = isGood && isGoodToo
        }
        if !isGood { throw ExitCode.failure }
    }

    private func run(
        _ printers: String,
        _ body: (CrashRun) async throws -> RealTally
    ) async throws -> Bool {
        let tally = try await withLab(printers: printers, program: BuiltPrograms.lab) { lab in
            let user = try TestUser(in: lab)
            return try await body(CrashRun(as: user) { Self.say($0) })
        }
        for complaint in tally.complaints { Self.say(complaint) }
        print(tally.table)
        return tally.isGood
    }

    /// Writes a line to standard error without buffering.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A failure to write a progress line is no fault.
        _ = unsafe write(2, bytes, bytes.count)
    }
}
