import CLinux
import Glibc
import PrintModel

/// The service's socket, and the care that is taken before it is trusted.
struct ServiceSocket: Sendable {
    let path: String

    /// - Throws: ``ClientError`` for a path that no Unix socket can have.
    init(path: String) throws(ClientError) {
        guard path.utf8.count <= 107 else {
            throw ClientError(
                .serviceUnavailable,
                "The socket's path is longer than the 107 bytes that a Unix socket can have: \(path). Set PRINTCENTER_SOCKET to a shorter one."
            )
        }
        self.path = path
    }

    /// Makes sure that nobody else has put the socket, or its folder, there.
    ///
    /// That there is none yet is no error. Root's folders do as well where others cannot replace
    /// what is in them; the service has the same rule.
    func checkOwner() throws(ClientError) {
        let slash = path.lastIndex(of: "/")
        var folder = slash.map { String(path[..<$0]) } ?? "."
        if folder.isEmpty { folder = "/" }
        for place in [folder, path] {
            var facts = stat()
            guard unsafe lstat(place, &facts) == 0 else { continue }
            let isSafe =
                place == folder
                && facts.st_mode & S_IFMT == S_IFDIR
                && SocketFolder.isSafe(
                    owner: facts.st_uid,
                    mode: facts.st_mode,
                    for: geteuid()
                )
            guard facts.st_uid == geteuid() || isSafe else {
                throw ClientError(
                    .foreignSocket,
                    "\(place) belongs to somebody else (uid \(facts.st_uid)), so it is not used. Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own."
                )
            }
        }
    }

    /// A connected socket, or `nil` where nobody listens.
    ///
    /// - Throws: ``ClientError`` where somebody else listens, or the system refuses.
    func connect() throws(ClientError) -> Int32? {
        try checkOwner()
        let socket = Glibc.socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        guard socket >= 0 else {
            throw ClientError(.serviceUnavailable, "No socket can be made: \(systemWords(errno)).")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: path.utf8)
        }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let failure = errno
            close(socket)
            if failure == ENOENT || failure == ECONNREFUSED || failure == ENOTDIR { return nil }
            throw ClientError(
                .serviceUnavailable,
                "The socket \(path) cannot be reached: \(systemWords(failure)). Remove it, or set PRINTCENTER_SOCKET to another path."
            )
        }
        let peer = clinux_peer_user(socket)
        guard peer == Int(geteuid()) else {
            close(socket)
            throw ClientError(
                .foreignSocket,
                "The socket \(path) is served by somebody else (uid \(peer)), so it is not used. Set PRINTCENTER_SOCKET to a path of your own."
            )
        }
        return socket
    }
}
