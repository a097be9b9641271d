internal import FileAccess
internal import Glibc

/// The listening sockets of scripted printers.
enum ScriptedListener {
    /// Listens on a free port of an IPv4 address of the calling thread's network; returns the socket and the port.
    static func port(of host: String) throws -> (descriptor: CInt, port: UInt16) {
        let listener = Glibc.socket(
            AF_INET,
            CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = Connection.loopback(port: 0)
        guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw LabError(.system, "'\(host)' is not an IPv4 address.")
        }
        var length = socklen_t(clamping: MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard listener >= 0, isBound else {
            throw LabError(.system, "No port of \(host) is free: \(reason(of: errno)).")
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Returns the IPv4 address of the other end of a connection; empty where it has none.
    static func client(of connection: CInt) -> String {
        var address = sockaddr_in()
        var length = socklen_t(clamping: MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(connection, $0, &length)
            }
        }
        guard result == 0, CInt(address.sin_family) == AF_INET else { return "" }
        let number = UInt32(bigEndian: address.sin_addr.s_addr)
        return [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
    }

    /// Lets the kernel end a connection whose other end has been silent for ten seconds, as where its host has lost
    /// the network.
    static func noticeSilence(on connection: CInt) {
        let size = socklen_t(clamping: MemoryLayout<CInt>.size)
        let level = CInt(clamping: IPPROTO_TCP)
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (level, TCP_KEEPIDLE, 4), (level, TCP_KEEPINTVL, 2),
            (level, TCP_KEEPCNT, 3),
        ] {
            var value = CInt(clamping: value)
            unsafe setsockopt(connection, level, name, &value, size)
        }
    }

    /// Listens on a Unix domain socket.
    static func socket(at path: String) throws -> CInt {
        let listener = Glibc.socket(
            AF_UNIX,
            CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
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
