import PrintCenter

/// The background service of one user, from its start to its end.
public enum Daemon {
    /// Serves until the service is idle, a client asks it to stop, or a signal ends it.
    ///
    /// The environment names its folders and its socket. It writes one line on standard output, for
    /// the program that started it: "ready", "running" where another service serves the socket, or
    /// "error: " and a sentence.
    ///
    /// Returns the exit code: 0, or 69 where it cannot start (`EX_UNAVAILABLE` of sysexits.h).
    public static func run() async throws -> Int32 {
        let readiness = Readiness()
        do {
            let settings = try ServiceSettings.fromEnvironment()
            try ServiceSettings.settle()
            guard let folders = try await ServiceFolders.locked(settings) else {
                readiness.report("running")
                return 0
            }
            try await ServiceProcess(settings: settings, folders: folders).run(readiness)
            return 0
        } catch let error as StartError {
            readiness.report("error: \(error.message)")
            return error.exitCode
        } catch  where !readiness.hasReported {
            // The program that started the service waits for the line.
            readiness.report(
                "error: The printing service cannot start: \(ServiceFault.name(of: error))."
            )
            return StartError("").exitCode
        }
    }
}
