import ArgumentParser
import FoundationEssentials
import Glibc
import PrintCenterClient
import PrintDesktop
import PrintModel

/// Tells the desktop about jobs.
@main
struct PrintcenterDesktop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printcenter-desktop",
        abstract:
            "Tell the desktop about print jobs: notifications, the status icon, and the print portal.",
        discussion: """
            printcenterd starts it when there is a job, and the session bus when a confined program wants to \
            print. It leaves when there is nothing more to tell. To choose which notifications there are, run: \
            printq notifications

            Exit codes: 0 done, 69 there is no session bus.
            """,
        version: projectVersion
    )

    @Option(help: "The socket of the service whose jobs are told.")
    var socket: String?

    @Option(help: "The event after which jobs are told.")
    var after: Int?

    mutating func run() async throws {
        // A reader that closes the pipe causes a write error, not the death of the program.
        _ = signal(SIGPIPE, SIG_IGN)
        var environment = ProcessInfo.processInfo.environment
        if let socket { environment["PRINTCENTER_SOCKET"] = socket }
        let client = try PrintCenterClient(
            environment: environment,
            language: Language(environment: environment)
        )
        var errand: DesktopAgent.Errand?
        if let socket, let after {
            errand = DesktopAgent.Errand(socket: socket, sequence: after)
        }
        let code = await DesktopAgent.run(client: client, errand: errand)
        if code != 0 { throw ExitCode(code) }
    }
}
