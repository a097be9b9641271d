import CLinux
import FileAccess
import FoundationEssentials
import Glibc
import PrintModel

/// The settings of the service, from its environment.
struct ServiceSettings: Sendable {
    let paths: ServicePaths
    /// Whether the user has named the socket: its folder is then the user's, and keeps its mode.
    let isSocketNamed: Bool
    /// The user of the service.
    let user: String
    /// The time without work after which the service exits.
    let idle: Duration
    /// The time without a request after which the page for the browser closes.
    let pageIdle: Duration
    /// The time within which a browser has to come to the page.
    let pageWait: Duration
    /// The limits of its connections.
    let limits: ConnectionLimits
    /// How much longer than usual it waits for printers, the scheduler, and other processes.
    let patience: Int

    static func fromEnvironment() throws -> ServiceSettings {
        let environment = ProcessInfo.processInfo.environment
        if geteuid() == 0, environment["PRINTCENTER_ALLOW_ROOT"] != "1" {
            throw StartProblem(.runsAsRoot)
        }
        var paths = ServicePaths(
            environment: environment,
            userID: geteuid(),
            home: accountHome(),
            isUsable: RuntimeFolder.isUsable
        )
        // The service leaves the working directory.
        paths.socket = absolute(paths.socket)
        guard paths.socket.utf8.count <= UnixSocketAddress.longestPath else {
            throw StartProblem(
                .socketPathTooLong,
                ["path": paths.socket, "limit": "\(UnixSocketAddress.longestPath)"]
            )
        }
        let patience = Patience.factor(in: environment)
        return ServiceSettings(
            paths: paths,
            isSocketNamed: environment["PRINTCENTER_SOCKET"]?.isEmpty == false,
            user: userName(),
            idle: .seconds(environment["PRINTCENTER_IDLE"].flatMap { Int($0) } ?? 60),
            pageIdle: .seconds(environment["PRINTCENTER_PAGE_IDLE"].flatMap { Int($0) } ?? 300),
            pageWait: .seconds(environment["PRINTCENTER_PAGE_WAIT"].flatMap { Int($0) } ?? 20)
                * patience,
            limits: ConnectionLimits(
                haste: environment["PRINTCENTER_HASTE"].flatMap { Int64($0) } ?? 1
            ),
            patience: patience
        )
    }

    /// An absolute path, which is valid in any working directory.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        return unsafe String(cString: here) + "/" + path
    }

    /// The home folder of the user's account, used if `HOME` is not set.
    private static func accountHome() -> String? {
        // The entry lies in static storage, which nothing else here reads or writes.
        guard let entry = unsafe getpwuid(geteuid()), let path = unsafe entry.pointee.pw_dir else {
            return nil
        }
        let home = unsafe String(cString: path)
        return home.hasPrefix("/") ? home : nil
    }

    /// Closes what the service inherited and does not need, and makes its paths absolute.
    ///
    /// - Throws: `StartProblem` if the limit of open files is too low for the service.
    static func settle() throws {
        // A relative path is resolved before the working directory changes.
        if let zygote = ProcessInfo.processInfo.environment["QPREVIEW_ZYGOTE"],
            zygote.contains("/")
        {
            unsafe setenv("QPREVIEW_ZYGOTE", absolute(zygote), 1)
        }
        let files = clinux_settle_service()
        guard files >= 64 else {
            throw StartProblem(.tooFewFiles, ["files": "\(files)"])
        }
    }

    /// The name by which the scheduler knows the user.
    private static func userName() -> String {
        // The entry lies in static storage, which nothing else here reads or writes.
        guard let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name else {
            return "\(geteuid())"
        }
        return unsafe String(cString: name)
    }
}
