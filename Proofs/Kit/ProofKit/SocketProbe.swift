import FileAccess
import Glibc

/// Whether a program accepts connections on a Unix socket.
///
/// The file of a socket is there a moment before its program listens; a connection in between is refused.
package func acceptsConnections(_ path: String) -> Bool {
    guard let address = UnixSocketAddress(path: path) else { return false }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = socket(AF_UNIX, type, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return unsafe address.withSocketAddress { unsafe connect(socket, $0, $1) } == 0
}
