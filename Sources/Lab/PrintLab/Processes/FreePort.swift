internal import Glibc

/// Returns a loopback port without a listener.
///
/// Another program may take the port first; the caller must be prepared to ask for another one.
func freePort() throws -> UInt16 {
    let probe = socket(AF_INET, CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else {
        throw LabError(.system, "No socket can be opened: \(reason(of: errno)).")
    }
    defer { close(probe) }
    var address = Connection.loopback(port: 0)
    var size = socklen_t(clamping: MemoryLayout<sockaddr_in>.size)
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
