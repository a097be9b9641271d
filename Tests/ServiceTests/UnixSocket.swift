import Glibc

/// A connection to a Unix socket, as plain as can be, so that the service is seen as it is.
final class UnixSocket: @unchecked Sendable {
    // One thread at a time uses it; the descriptor never changes.
    let descriptor: Int32

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: \(errno)") }
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
        guard answer == 0 else { throw Failure(description: "connect to \(path): \(errno)") }
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(errno)") }
            done += count
        }
    }

    /// Writes as much as is wanted: a service that has answered need not read the rest.
    func writeUntilAnswered(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            var events = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
            guard unsafe poll(&events, 1, 30_000) > 0 else {
                throw Failure(description: "nobody reads the request")
            }
            if events.revents & Int16(POLLIN | POLLHUP) != 0 { return }
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe send(
                    descriptor,
                    $0.baseAddress,
                    min($0.count, 65536),
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0, errno == EAGAIN { continue }
            // A service that has gone is found out when its answer is read.
            guard count > 0 else { return }
            done += count
        }
    }

    /// Some bytes; `nil` at the end, or where none came within the time.
    func read(within milliseconds: Int32) throws -> [UInt8]? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, milliseconds) > 0 else {
            throw Failure(description: "no answer within \(milliseconds) ms")
        }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
