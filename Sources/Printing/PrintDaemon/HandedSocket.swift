import FileAccess
import Glibc
import PrintModel

/// A listening socket that the process got from the one that started it, as systemd hands over that of
/// a socket unit (sd_listen_fds(3)).
struct HandedSocket: Sendable {
    /// Its descriptor, which no child inherits.
    let descriptor: Int32

    /// The first descriptor that can be handed over (`SD_LISTEN_FDS_START`).
    static let first: Int32 = 3

    /// Takes the socket that was handed to this process.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process. Children must not take theirs for their own, so they are removed.
    ///   - path: The path at which clients connect.
    /// - Returns: The socket; `nil` if there is none.
    /// - Throws: `StartProblem` for anything but one listening Unix socket at that path. Who handed it
    ///   over waits for it to be served, and would wait forever.
    static func take(_ environment: [String: String], at path: String) throws -> HandedSocket? {
        // Meant for another process, such as the shell that started this one.
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        guard count == 1, listens(first), UnixSocketAddress.path(of: first) == path,
            fcntl(first, F_SETFD, FD_CLOEXEC) == 0
        else { throw StartProblem(.socketForeign, ["path": path]) }
        return HandedSocket(descriptor: first)
    }

    /// Whether a descriptor is a Unix socket that accepts connections.
    private static func listens(_ descriptor: Int32) -> Bool {
        option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == Int32(clamping: SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN, of: descriptor) == 1
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(clamping: MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size)
        return result == 0 ? value : nil
    }
}
