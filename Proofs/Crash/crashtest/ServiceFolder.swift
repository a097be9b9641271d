import Failpoints
import FoundationEssentials
import ProofKit

/// The folder of one service: its socket, state, log, and the socket of its scheduler.
final class ServiceFolder: Sendable {
    private let folder: TemporaryFolder

    /// Creates an empty folder.
    ///
    /// - Parameter hasDatabase: Whether the queue is in a database, not in a file of the folder.
    /// - Throws: ``ProofError``, or an error of writing the settings.
    init(hasDatabase: Bool = false) throws {
        folder = try TemporaryFolder("crashtest")
        guard hasDatabase else { return }
        let server = try DatabaseServer.shared.get()
        let name = "crash" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try server.run("CREATE DATABASE \(name)")
        let settings = folder.path + "/config/printcenter"
        try FileManager.default.createDirectory(
            atPath: settings,
            withIntermediateDirectories: true
        )
        let address = server.address.replacing("dbname=postgres", with: "dbname=\(name)")
        try Data(#"{"store":"\#(address)"}"#.utf8)
            .write(to: URL(filePath: settings + "/settings.json"))
    }

    var scheduler: String { folder.path + "/cups.sock" }
    var socket: String { folder.path + "/run/socket" }
    var spool: String { folder.path + "/state/printcenter/spool" }
    private var logFile: String { folder.path + "/log" }

    /// The contents of the service's log.
    var log: String {
        // The log may not exist.
        let data = (try? Data(contentsOf: URL(filePath: logFile))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Starts a service, which may end itself at a failpoint.
    ///
    /// The thread that starts it lives until the service has ended; with it, the kernel ends the service.
    func startService(
        failpoint: String? = nil,
        without missing: Protection? = nil
    ) throws -> ServiceProcess {
        try ServiceProcess(
            environment: environment(failpoint: failpoint, without: missing),
            log: logFile,
            endsWithCaller: true
        )
    }

    private func environment(
        failpoint: String?,
        without missing: Protection?
    ) -> [String: String] {
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
        variables["PRINTCENTER_FAILPOINT"] = failpoint
        variables["PRINTCENTER_WITHOUT"] = missing?.rawValue
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}
