import FileAccess
import Glibc

/// Where the resident helper of the user listens.
package enum ResidentSocket {
    /// The path of the socket.
    ///
    /// `QPREVIEW_SOCKET` names it; else it is in `$XDG_RUNTIME_DIR` unless that is another user's, else in `/run/user/UID` where that exists, else in the
    /// user's folder for caches.
    ///
    /// - Parameter variable: Returns the value of a variable; `nil` where it is not set.
    /// - Returns: The path; `nil` where there is neither a variable nor a home.
    package static func path(
        variable: (String) -> String? = ResidentSocket.variable
    ) -> String? {
        if let path = variable("QPREVIEW_SOCKET"), !path.isEmpty { return path }
        let rest = "qpreview/socket"
        // Relative paths are to be ignored (XDG Base Directory Specification).
        if let folder = absolute(variable("XDG_RUNTIME_DIR")),
            RuntimeFolder.isUsable(folder) != false
        {
            return "\(folder)/\(rest)"
        }
        let folder = "/run/user/\(geteuid())"
        if RuntimeFolder.isUsable(folder) == true { return "\(folder)/\(rest)" }
        if let caches = absolute(variable("XDG_CACHE_HOME")) { return "\(caches)/\(rest)" }
        return absolute(variable("HOME")).map { "\($0)/.cache/\(rest)" }
    }

    /// The value of an environment variable of this process.
    package static func variable(_ name: String) -> String? {
        // No program of this project changes its environment once it has threads.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
