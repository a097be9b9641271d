internal import Glibc

/// A connection to the service.
struct Wire: ~Copyable {
    /// Why nothing more can be said or heard.
    enum Failure: Error {
        /// Nobody listens at the socket.
        case refused(Int32)
        /// Nothing came within the time.
        case late
    }

    private let descriptor: Int32

    /// Connects.
    init(to path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
        }
        let answer = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0 else {
            let failure = errno
            close(descriptor)
            throw Failure.refused(failure)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes while there is room, and takes in what comes meanwhile.
    ///
    /// A service that refuses early answers before it has read everything; both sides would wait for
    /// each other for ever if nobody listened.
    func write(_ bytes: [UInt8], _ hear: ([UInt8]) -> Void) throws {
        var done = 0
        while done < bytes.count {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
            guard unsafe poll(&ready, 1, 15_000) > 0 else { throw Failure.late }
            if ready.revents & Int16(POLLIN) != 0 {
                guard let heard = receive() else { return }
                hear(heard)
                continue
            }
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0, errno == EAGAIN { continue }
            // It has closed; what it said is still to be read.
            guard count > 0 else { return }
            done += count
        }
    }

    /// Says that nothing more will be said.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// What comes next; `nil` at the end.
    func read(within milliseconds: Int32) throws -> [UInt8]? {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, milliseconds) > 0 else { throw Failure.late }
        return receive()
    }

    private func receive() -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
