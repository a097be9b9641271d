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
            cupsd and ippeveprinter are the distribution's, in a printlab; the printers pappl and pappl_plain (without \
            TLS) are ours, on the library PAPPL. The exit code is 1 where a figure is not met.
            """
    )

    @Option(help: "How often printcenterd is killed.")
    var service = 300

    @Option(help: "How often cupsd is killed.")
    var scheduler = 50

    @Option(help: "How often both are killed at about the same time.")
    var both = 50

    @Option(
        help: ArgumentHelp(
            "How often printcenterd is killed while it prints straight on each of three printers.",
            discussion: "The printer and the network fail a tenth as often. Needs root."
        )
    )
    var direct = 0

    @Option(help: "The printers for --direct.")
    var directPrinters = "office,pappl,pappl_plain"

    @Option(help: "What fails while it prints on them.")
    var directFailures = "service,printer,network"

    @Option(help: .hidden)
    var inLab: String?

    func run() async throws {
        if let inLab {
            guard let failure = DirectTally.Failure(rawValue: directFailures),
                try await runDirect(on: inLab, failure)
            else { throw ExitCode.failure }
            return
        }
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
        if both > 0 {
            let isGoodToo = try await run("slow,office") { run in
                try await run.killScheduler(
                    both,
                    printers: ["slow", "office", "slow"],
                    withService: true
                )
            }
            isGood = isGood && isGoodToo
        }
        for printer in directPrinters.split(separator: ",") where direct > 0 {
            for failure in directFailures.split(separator: ",") {
                let isGoodToo = try startDirect(on: String(printer), String(failure))
                isGood = isGood && isGoodToo
            }
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

    /// Runs this program once more, in a lab with a network of its own.
    private func startDirect(on printer: String, _ failure: String) throws -> Bool {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let lab = Launch(
            path: BuiltPrograms.lab,
            arguments: [
                "run", "--discovery", "--no-scheduler", "--printers", printer, "--", own,
                "--direct",
                "\(direct)", "--in-lab", printer, "--direct-failures", failure,
            ],
            environment: ProcessInfo.processInfo.environment,
            ownGroup: false
        ).start()
        var status: CInt = 0
        guard lab > 0, unsafe waitpid(lab, &status, 0) == lab else {
            throw ProofError("\(BuiltPrograms.lab) does not start")
        }
        return status == 0
    }

    private func runDirect(on printer: String, _ failure: DirectTally.Failure) async throws -> Bool
    {
        let count = failure == .service ? direct : max(2, direct / 10)
        let run = try DirectRun(on: printer) { Self.say($0) }
        let tally = try await run.failing(failure, times: count)
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
