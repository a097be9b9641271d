import ArgumentParser
import PrintCenter
import PrintModel

/// The background service of one user: the queue, and the HTTP API on a Unix socket.
@main
struct Printcenterd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printcenterd",
        abstract: "Brings print jobs to their printers; printq starts it when it is needed.",
        discussion: """
            It serves HTTP on a Unix socket that only its user can open, and leaves by itself when \
            no job is under way and nobody has asked for anything for a minute.

            Environment:
              PRINTCENTER_SOCKET      the socket's path
              PRINTCENTER_IDLE        seconds without work after which it leaves (60)
              PRINTCENTER_ALLOW_ROOT  set to 1 to let it run as root
            """,
        version: projectVersion
    )

    mutating func run() async throws {
        // The one line on standard output that whoever started the service waits for.
        let readiness = Readiness()
        do {
            let settings = try ServiceSettings.fromEnvironment()
            try ServiceSettings.settle()
            guard let folders = try await ServiceFolders.locked(settings) else {
                readiness.tell("running")
                return
            }
            try await ServiceProcess(settings: settings, folders: folders).run(readiness)
        } catch let error as StartError {
            readiness.tell("error: \(error.message)")
            throw ExitCode(error.exitCode)
        } catch  where !readiness.hasTold {
            // Whoever waits is told something whatever happens.
            readiness.tell(
                "error: The printing service cannot start: \(ServiceFault.name(of: error))."
            )
            throw ExitCode(StartError("").exitCode)
        }
    }
}
