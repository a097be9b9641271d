import ArgumentParser
import PreviewDaemon
import PrintModel

/// The preview helper of one user, which programs share.
@main
struct QPreviewd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qpreviewd",
        abstract: "Run the preview helper, which programs of the user share.",
        discussion: """
            libqpreview starts it when needed. It listens on a Unix socket that only its user can open, \
            reads each file in a process of its own in a sandbox, and exits by itself when it has had no \
            request for half a minute.

            Example:
              QPREVIEW_IDLE=600 qpreviewd

            Environment:
              QPREVIEW_SOCKET  Path of the socket
                               (default: $XDG_RUNTIME_DIR/qpreview/socket)
              QPREVIEW_IDLE    Seconds without a request after which it exits (default: 30)
              QPREVIEW_TIME_LIMIT
                               Seconds that a document may take, for slow machines
                               (default: 10)

            On standard output it writes "ready", "running" if another helper has the socket, or \
            "error: " with a sentence. Exit codes: 0 done, 69 it cannot start.
            """,
        version: projectVersion
    )

    mutating func run() async throws {
        let code = await PreviewDaemon.run(version: projectVersion)
        if code != 0 { throw ExitCode(code) }
    }
}
