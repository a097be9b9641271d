package import Failpoints
internal import FoundationEssentials

/// The folder of one service: its socket, state, settings, log, and the socket of its scheduler.
package final class ServiceFolder: Sendable {
    private let folder: TemporaryFolder

    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - name: The beginning of its name.
    ///   - settings: The text of `settings.json`; `nil` for none.
    /// - Throws: ``ProofError``, or an error of writing the settings.
    package init(_ name: String, settings: String? = nil) throws {
        folder = try TemporaryFolder(name)
        guard let settings else { return }
        let path = folder.path + "/config/printcenter"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(settings.utf8).write(to: URL(filePath: path + "/settings.json"))
    }

    /// The path of the scheduler's socket.
    package var scheduler: String { folder.path + "/cups.sock" }
    /// The path of the service's socket.
    package var socket: String { folder.path + "/run/socket" }
    /// The path of the folder of documents.
    package var spool: String { folder.path + "/state/printcenter/spool" }
    private var logFile: String { folder.path + "/log" }

    /// The contents of the service's log.
    package var log: String { RunningProgram.read(logFile) }

    /// Starts a service, which may end itself at a failpoint.
    ///
    /// The thread that starts it lives until the service has ended; with it, the kernel ends the service.
    package func startService(
        failpoint: String? = nil,
        without missing: Protection? = nil,
        extra: [String: String] = [:]
    ) throws -> ServiceProcess {
        var variables = environment.merging(extra) { _, new in new }
        variables["PRINTCENTER_FAILPOINT"] = failpoint
        variables["PRINTCENTER_WITHOUT"] = missing?.rawValue
        return try ServiceProcess(environment: variables, log: logFile, endsWithCaller: true)
    }

    /// The environment of the service, and of programs that talk to it.
    package var environment: [String: String] {
        var variables = [
            "PATH": "/usr/bin:/bin",
            "HOME": folder.path,
            "LC_ALL": "C.UTF-8",
            "CUPS_SERVER": scheduler,
            "PRINTCENTER_SOCKET": socket,
            "PRINTCENTER_ALLOW_ROOT": "1",
            "XDG_STATE_HOME": folder.path + "/state",
            "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CACHE_HOME": folder.path + "/cache",
            "QPREVIEW_ZYGOTE": BuiltPrograms.zygote,
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}
