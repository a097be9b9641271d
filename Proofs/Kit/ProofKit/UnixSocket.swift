internal import FileAccess
internal import Glibc

/// A connection to a Unix domain socket that neither buffers nor retries, so that a test sees exactly what the service
/// does.
package final class UnixSocket: Sendable {
    /// The reason why a connection is of no more use.
    package enum Failure: Error, Equatable {
        /// No process accepts connections at the path.
        case refused(errno: Int32)
        /// The service closed the connection before its reply was complete.
        case closed
        /// Nothing happened within so many milliseconds.
        case timedOut(milliseconds: Int32)
        /// The reply is not HTTP.
        case malformed

        /// Whether the service has ended, rather than hung or sent nonsense.
        package var isGone: Bool {
            switch self {
            case .refused, .closed: true
            case .timedOut, .malformed: false
            }
        }
    }

    /// The socket's descriptor, for `poll`.
    package let descriptor: Int32

    /// Connects to the socket at a path.
    package init(_ path: String) throws(Failure) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .refused(errno: errno) }
        guard let address = UnixSocketAddress(path: path) else {
            throw .refused(errno: ENAMETOOLONG)
        }
        let result = unsafe address.withSocketAddress { unsafe connect(descriptor, $0, $1) }
        // deinit closes the descriptor: all properties have their values.
        guard result == 0 else { throw .refused(errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all of the bytes.
    package func write(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw .closed }
            done += count
        }
    }

    /// Sends bytes while the service reads them, and collects what it replies meanwhile.
    ///
    /// A service that refuses a request early replies before it has read all of it. It need not read the rest, and
    /// both sides would wait for each other forever if neither read. A connection that the service has closed is no
    /// error here: its reply remains to be read.
    package func write(
        _ bytes: [UInt8],
        limit: Int32 = Duration.patience.wholeMilliseconds,
        collecting reply: ([UInt8]) -> Void
    ) throws(Failure) {
        var done = 0
        while done < bytes.count {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
            guard unsafe poll(&ready, 1, limit) > 0 else {
                throw .timedOut(milliseconds: limit)
            }
            if ready.revents & Int16(POLLIN) != 0 {
                guard let received = receive() else { return }
                reply(received)
                continue
            }
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe send(
                    descriptor,
                    $0.baseAddress,
                    min($0.count, 65536),
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return }
            done += count
        }
    }

    /// Shuts down this side: the service reads the end of the stream.
    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether there is something to read: bytes, or the end of the stream.
    package var hasNews: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&ready, 1, 0) > 0
    }

    /// Whether the service has closed the connection.
    package var isClosedByPeer: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    /// Returns the bytes that arrive next; `nil` at the end of the stream.
    package func read(
        within milliseconds: Int32 = Duration.patience.wholeMilliseconds
    ) throws(Failure) -> [UInt8]? {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, milliseconds) > 0 else {
            throw .timedOut(milliseconds: milliseconds)
        }
        return receive()
    }

    private func receive() -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
