import ArgumentParser
import FoundationEssentials
import Glibc
import PrintLab
import RealCrash

/// Kills the service, and then the scheduler, among real parts, and counts the paper.
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

    @Option(help: "The folder of the documents to print.")
    var samples = "samples"

    func run() async throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let programs = own.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        var isGood = true
        if service > 0 {
            isGood = try await run("office,mono", programs) { run in
                try await run.killService(service, printers: ["office", "mono", "office"])
            }
        }
        if scheduler > 0 {
            let isGoodToo = try await run("slow,office", programs) { run in
                try await run.killScheduler(scheduler, printers: ["slow", "office", "slow"])
            }
            isGood = isGood && isGoodToo
        }
        if !isGood { throw ExitCode.failure }
    }

    private func run(
        _ printers: String,
        _ programs: String,
        _ body: (CrashRun) async throws -> RealTally
    ) async throws -> Bool {
        let tally = try await withLab(printers: printers, program: programs + "/printlab") { lab in
            let desk = try Desk(in: lab, programs: programs, samples: samples)
            return try await body(CrashRun(at: desk) { Self.say($0) })
        }
        for complaint in tally.complaints { Self.say(complaint) }
        print(tally.table)
        return tally.isGood
    }

    /// Says a line on standard error at once.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // There is nobody else to tell.
        _ = unsafe write(2, bytes, bytes.count)
    }
}
