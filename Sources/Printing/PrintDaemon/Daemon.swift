import FoundationEssentials
import PrintCenter
import PrintModel

/// The background service of one user, from its start to its end.
public enum Daemon {
    /// The exit code of a service that cannot start: `EX_UNAVAILABLE` of sysexits.h.
    private static let unavailable: Int32 = 69

    /// Serves until the service is idle, a client asks it to stop, or a signal ends it.
    ///
    /// The environment names its folders and its socket. It writes one line on standard output, for
    /// the program that started it: "ready", "running" where another service serves the socket, or
    /// "error: " and what is wrong; a line for each other language follows an error.
    ///
    /// Returns the exit code: 0, or 69 where it cannot start (`EX_UNAVAILABLE` of sysexits.h).
    public static func run() async throws -> Int32 {
        let readiness = Readiness()
        do {
            let settings = try ServiceSettings.fromEnvironment()
            try ServiceSettings.settle()
            let socket = try HandedSocket.take(
                ProcessInfo.processInfo.environment,
                at: settings.paths.socket
            )
            guard let folders = try await ServiceFolders.locked(settings, handed: socket) else {
                readiness.report(["running"])
                return 0
            }
            try await ServiceProcess(settings: settings, folders: folders).run(readiness)
            return 0
        } catch let problem as StartProblem {
            readiness.report(problem.lines)
            return unavailable
        } catch  where !readiness.hasReported {
            // The program that started the service waits for the line.
            let problem = StartProblem(.other, ["detail": ServiceFault.name(of: error)])
            readiness.report(problem.lines)
            return unavailable
        }
    }
}
