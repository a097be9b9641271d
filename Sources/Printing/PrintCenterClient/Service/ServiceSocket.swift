import CLinux
import FileAccess
import Glibc
import PrintModel

/// The service's socket, and the checks before it is trusted.
struct ServiceSocket: Sendable {
    let path: String
    private let address: UnixSocketAddress

    /// - Throws: ``ClientError`` for a path that no Unix socket can have.
    init(path: String) throws(ClientError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw ClientError(
                .serviceUnavailable,
                "The path of the socket is empty or longer than \(UnixSocketAddress.longestPath) bytes, the limit of a Unix socket: \(path). Set PRINTCENTER_SOCKET to a shorter path.",
                chinese:
                    "套接字路径为空，或超过 Unix 套接字的上限 \(UnixSocketAddress.longestPath) 字节：\(path)。请将 PRINTCENTER_SOCKET 设为较短的路径。"
            )
        }
        self.path = path
        self.address = address
    }

    /// Verifies that the socket and its folder belong to the user.
    ///
    /// A missing socket is not an error. Root's folders are valid, too, if other users cannot
    /// replace files in them; the service has the same rule.
    func checkOwner() throws(ClientError) {
        let slash = path.lastIndex(of: "/")
        var folder = slash.map { String(path[..<$0]) } ?? "."
        if folder.isEmpty { folder = "/" }
        for place in [folder, path] {
            guard let facts = FileFacts(path: place) else { continue }
            let isSafe = place == folder && facts.isSafeFolder
            guard facts.owner == geteuid() || isSafe else {
                throw ClientError(
                    .foreignSocket,
                    "\(place) belongs to another user (uid \(facts.owner)). Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own.",
                    chinese:
                        "\(place) 属于其他用户（uid \(facts.owner)）。请将 PRINTCENTER_SOCKET 或 XDG_RUNTIME_DIR 设为您自己的文件夹。"
                )
            }
        }
    }

    /// Whether a service runs, which is not started by the question.
    ///
    /// A connection would start one where systemd listens. The service holds the lock beside its socket for as long as
    /// it lives.
    func isServed() throws(ClientError) -> Bool {
        try checkOwner()
        let lock = unsafe open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        // Each service makes it before its socket.
        guard lock >= 0 else { return false }
        // It is shared for this moment, and a service that starts in it tries again.
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Whether the socket is that of a process that has ended: a service removes it unless it crashes, and systemd keeps it.
    var isLeft: Bool {
        let probe = Glibc.socket(
            AF_UNIX,
            Int32(clamping: SOCK_DGRAM.rawValue) | Int32(clamping: SOCK_CLOEXEC.rawValue),
            0
        )
        guard probe >= 0 else { return false }
        defer { close(probe) }
        // A socket of another type that somebody still has is named as such, and gets no connection.
        let result = unsafe address.withSocketAddress { unsafe Glibc.connect(probe, $0, $1) }
        return result != 0 && errno == ECONNREFUSED
    }

    /// A connected socket; `nil` if no process listens.
    ///
    /// - Throws: ``ClientError`` if a process of another user listens, or the system refuses.
    func connect() throws(ClientError) -> Int32? {
        try checkOwner()
        let socket = Glibc.socket(
            AF_UNIX,
            Int32(clamping: SOCK_STREAM.rawValue) | Int32(clamping: SOCK_CLOEXEC.rawValue),
            0
        )
        guard socket >= 0 else {
            throw ClientError(
                .serviceUnavailable,
                "A socket cannot be created: \(systemWords(errno)).",
                chinese: "无法创建套接字：\(systemWords(errno))。"
            )
        }
        let result = unsafe address.withSocketAddress { unsafe Glibc.connect(socket, $0, $1) }
        guard result == 0 else {
            let failure = errno
            close(socket)
            if failure == ENOENT || failure == ECONNREFUSED || failure == ENOTDIR { return nil }
            throw ClientError(
                .serviceUnavailable,
                "The socket \(path) cannot be reached: \(systemWords(failure)). Remove it, or set PRINTCENTER_SOCKET to another path.",
                chinese:
                    "无法连接套接字 \(path)：\(systemWords(failure))。请将其删除，或将 PRINTCENTER_SOCKET 设为其他路径。"
            )
        }
        let peer = clinux_peer_user(socket)
        guard peer == Int(geteuid()) else {
            close(socket)
            throw ClientError(
                .foreignSocket,
                "The socket \(path) belongs to another user (uid \(peer)). Set PRINTCENTER_SOCKET to a path of your own.",
                chinese: "套接字 \(path) 属于其他用户（uid \(peer)）。请将 PRINTCENTER_SOCKET 设为您自己的路径。"
            )
        }
        return socket
    }
}
