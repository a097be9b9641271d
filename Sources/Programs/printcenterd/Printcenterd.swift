import ArgumentParser
import PrintDaemon
import PrintModel

/// The background service of one user: the queue, and the HTTP API on a Unix socket.
@main
struct Printcenterd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printcenterd",
        abstract: "Run the background service, which sends print jobs to their printers.",
        discussion: """
            printq starts it when needed. It serves HTTP on a Unix socket that only its user can \
            open, and exits by itself when it has had no job and no request for a minute.

            Example:
              PRINTCENTER_IDLE=600 printcenterd

            Environment:
              PRINTCENTER_SOCKET      Path of the socket
                                      (default: $XDG_RUNTIME_DIR/printcenter/socket)
              PRINTCENTER_IDLE        Seconds without work after which it exits (default: 60)
              PRINTCENTER_ALLOW_ROOT  Set to 1 to run it as root (default: refused)

            On standard output it writes "ready", "running" if another service has the socket, or \
            "error: " with a sentence; a second line, "error zh-Hans: ", has that in Chinese. Exit codes: 0 done, 69 it cannot start.
            """,
        version: projectVersion
    )

    mutating func run() async throws {
        let code = try await Daemon.run()
        if code != 0 { throw ExitCode(code) }
    }
}
