internal import Glibc

/// Where a scripted printer listens.
enum ScriptedListener {
    /// A listening socket on a free port of loopback, and the port.
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

    /// A listening domain socket.
    static func socket(at path: String) throws -> CInt {
        let listener = Glibc.socket(
            AF_UNIX,
            CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard listener >= 0, path.utf8.count < 100 else {
            throw LabError(.system, "\(path) is no name for a socket.")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: path.utf8)
        }
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    && listen(listener, 64) == 0
            }
        }
        guard isBound else {
            throw LabError(.system, "\(path) cannot be listened on: \(reason(of: errno)).")
        }
        return listener
    }
}
