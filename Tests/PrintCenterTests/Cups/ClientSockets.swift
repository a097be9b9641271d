import Glibc

/// The connections of this process to a server on loopback, as the kernel has them.
enum ClientSockets {
    /// The descriptors of all connections to a port.
    static func connected(to port: UInt16) -> [CInt] {
        (0..<4096).filter { (descriptor: CInt) in
            var name = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = unsafe withUnsafeMutablePointer(to: &name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getpeername(descriptor, $0, &size) == 0
                }
            }
            return isConnected && name.sin_family == sa_family_t(AF_INET)
                && UInt16(bigEndian: name.sin_port) == port
        }
    }

    /// Whether bytes have arrived on a connection to a port that nobody has read, or its end.
    static func haveInput(from port: UInt16) -> Bool {
        connected(to: port).contains { descriptor in
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&request, 1, 0) == 1
        }
    }
}
