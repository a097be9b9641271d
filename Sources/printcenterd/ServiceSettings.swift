import FoundationEssentials
import Glibc
import PrintModel

/// What the environment says about the service.
struct ServiceSettings: Sendable {
    let paths: ServicePaths
    /// The user whose service this is.
    let user: String
    /// How long the service stays without work.
    let idle: Duration
    /// How long it waits for whoever is slow.
    let limits: ConnectionLimits

    static func fromEnvironment() throws -> ServiceSettings {
        let environment = ProcessInfo.processInfo.environment
        if geteuid() == 0, environment["PRINTCENTER_ALLOW_ROOT"] != "1" {
            throw StartError(
                "printcenterd does not run as root. Use your own account, or set PRINTCENTER_ALLOW_ROOT=1."
            )
        }
        let paths = ServicePaths(environment: environment, userID: geteuid()) { path in
            unsafe access(path, F_OK) == 0
        }
        guard paths.socket.utf8.count <= 107 else {
            throw StartError(
                "The socket's path is longer than the 107 bytes that a Unix socket can have: \(paths.socket). Set PRINTCENTER_SOCKET to a shorter one."
            )
        }
        return ServiceSettings(
            paths: paths,
            user: userName(),
            idle: .seconds(environment["PRINTCENTER_IDLE"].flatMap { Int($0) } ?? 60),
            limits: ConnectionLimits(
                haste: environment["PRINTCENTER_HASTE"].flatMap { Int64($0) } ?? 1
            )
        )
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
