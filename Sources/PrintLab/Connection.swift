internal import Glibc

/// A stream to a socket of this machine, closed when it goes.
struct Connection: ~Copyable {
    let descriptor: CInt

    /// Takes a connected socket.
    init(takingOwnershipOf descriptor: CInt, seconds: Int) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Connects; nil where nobody listens.
    ///
    /// No send and no receive then takes longer than `seconds`.
    init?(to endpoint: PrinterProbe.Endpoint, seconds: Int) {
        let opened: CInt
        switch endpoint {
        case .port(let port):
            opened = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard opened >= 0 else { return nil }
            var address = Self.loopback(port: port)
            let connected = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(opened, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else {
                close(opened)
                return nil
            }
        case .socket(let path):
            opened = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard opened >= 0 else { return nil }
            let connected = unsafe Self.withAddress(path) { address, size in
                unsafe connect(opened, address, size)
            }
            guard connected == 0 else {
                close(opened)
                return nil
            }
        }
        self.init(takingOwnershipOf: opened, seconds: seconds)
    }

    deinit { close(descriptor) }

    /// Sends all of it; false where the other end does not take it.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Receives until the other end closes, or it is enough, or the limit is reached.
    func receiveAll(limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while received.count < limit {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer[..<count]
            if isEnough(received) { break }
        }
        return received
    }

    /// 127.0.0.1 and a port.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Lends the address of a domain socket; -1 where the path is too long for one.
    static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard bytes.count <= space.count else { return false }
            unsafe space.copyBytes(from: bytes)
            return true
        }
        guard fits else { return -1 }
        return unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
