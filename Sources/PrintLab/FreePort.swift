internal import Glibc

/// A port of loopback that nobody listens on just now.
///
/// Another program may take it before its use: whoever uses it
/// must be ready to ask for another one.
func freePort() throws -> UInt16 {
    let probe = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else {
        throw LabError(.system, "No socket can be opened: \(reason(of: errno)).")
    }
    defer { close(probe) }
    var address = Connection.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(probe, $0, size) == 0 && getsockname(probe, $0, &size) == 0
        }
    }
    guard found else {
        throw LabError(.system, "No port of loopback is free: \(reason(of: errno)).")
    }
    return UInt16(bigEndian: address.sin_port)
}
