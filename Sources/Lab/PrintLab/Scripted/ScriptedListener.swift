internal import FileAccess
internal import Glibc

/// The listening sockets of scripted printers.
enum ScriptedListener {
    /// Listens on a free loopback port; returns the socket and the port.
    static func port() throws -> (descriptor: CInt, port: UInt16) {
        let listener = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = Connection.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard listener >= 0, isBound else {
            throw LabError(.system, "No port of loopback is free: \(reason(of: errno)).")
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Listens on a Unix domain socket.
    static func socket(at path: String) throws -> CInt {
        let listener = Glibc.socket(
            AF_UNIX,
            CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard listener >= 0, let address = UnixSocketAddress(path: path) else {
            throw LabError(.system, "\(path) is not a valid name for a socket.")
        }
        let isBound = unsafe address.withSocketAddress {
            unsafe bind(listener, $0, $1) == 0 && listen(listener, 64) == 0
        }
        guard isBound else {
            throw LabError(.system, "\(path) cannot be listened on: \(reason(of: errno)).")
        }
        return listener
    }
}
