import FileAccess
import Glibc
import QuickPreview

/// The settings of the helper, from its environment.
struct DaemonSettings: Sendable {
    /// The path of its socket.
    let socket: String
    /// Whether the user has named the socket: its folder is then the user's, and keeps its mode.
    let isSocketNamed: Bool
    /// The time without a request after which it leaves.
    let idle: Duration

    /// Reads the settings; `nil` where there is no place for the socket.
    static func fromEnvironment() -> DaemonSettings? {
        guard let path = ResidentSocket.path() else { return nil }
        let named = ResidentSocket.variable("QPREVIEW_SOCKET")
        let seconds = ResidentSocket.variable("QPREVIEW_IDLE").flatMap { Int($0) }
        return DaemonSettings(
            // The helper leaves the working directory.
            socket: absolute(path),
            isSocketNamed: named?.isEmpty == false,
            idle: .seconds(max(1, seconds ?? 30))
        )
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        return unsafe String(cString: here) + "/" + path
    }
}
