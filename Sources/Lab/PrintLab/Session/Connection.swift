internal import FileAccess
internal import Glibc

/// A stream socket connection on this machine, closed when it is deinitialized.
struct Connection: ~Copyable {
    let descriptor: CInt

    /// Takes ownership of a connected socket.
    init(takingOwnershipOf descriptor: CInt, seconds: Int) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(clamping: MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Connects to an endpoint; `nil` where no process listens.
    ///
    /// Each send and receive times out after `seconds`.
    init?(to endpoint: PrinterProbe.Endpoint, seconds: Int) {
        let opened: CInt
        switch endpoint {
        case .port(let port):
            opened = socket(
                AF_INET,
                CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
                0
            )
            guard opened >= 0 else { return nil }
            var address = Self.loopback(port: port)
            let connected = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(opened, $0, socklen_t(clamping: MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else {
                close(opened)
                return nil
            }
        case .socket(let path):
            opened = socket(
                AF_UNIX,
                CInt(clamping: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
                0
            )
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

    /// Sends all bytes; returns false where the peer does not accept them.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    CInt(clamping: MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Receives until the peer closes the connection, `isEnough` returns true, or the limit is
    /// reached.
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

    /// The address of a port on 127.0.0.1.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(clamping: AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Passes the address of a Unix domain socket to a closure; returns -1 where the path is too
    /// long.
    static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        guard let address = UnixSocketAddress(path: path) else { return -1 }
        return unsafe address.withSocketAddress { unsafe body($0, $1) }
    }
}
