import Dispatch
import Foundation
import Glibc
import Synchronization

/// A server on loopback that records what arrives on its first connection, byte for byte, and how the
/// connection ends.
final class WirePeer: Sendable {
    /// How a connection has ended.
    enum End: Sendable {
        /// Regularly: the peer reads the end of the file.
        case finished
        /// With a reset: the peer reads `ECONNRESET`.
        case reset
    }

    private struct State {
        /// What each read has returned.
        var reads: [[UInt8]] = []
        var end: End?
        var connection: CInt = -1
    }

    /// What the thread of the server has in common with the test.
    private final class Shared: Sendable {
        let value = Mutex(State())
        /// Lets a server that does not read go on.
        let gate = DispatchSemaphore(value: 0)
        var bytes: [UInt8] { value.withLock { $0.reads.flatMap(\.self) } }
    }

    let port: UInt16
    private let listener: CInt
    private let state = Shared()

    /// All bytes so far.
    var bytes: [UInt8] { state.bytes }
    /// What the last read has returned.
    var lastRead: [UInt8] { state.value.withLock { $0.reads.last ?? [] } }
    var end: End? { state.value.withLock(\.end) }
    /// The number of bytes after the head of the request.
    var bodyCount: Int {
        let bytes = bytes
        return bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { bytes.count - $0.upperBound } ?? 0
    }

    /// Listens, and replies to the head of a request at once.
    ///
    /// - Parameters:
    ///   - reply: The reply to the head, by default `100 Continue`.
    ///   - readsAll: Whether it reads more than the head.
    /// - Throws: An error if no port is free.
    init(
        replyingToHead reply: String = "HTTP/1.1 100 Continue\r\n\r\n",
        readsAll: Bool = true
    ) throws {
        (listener, port) = try Self.listen(on: 0x7F00_0001, port: 0)
        DispatchQueue(label: "wire.peer").async { [listener, state] in
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            state.value.withLock { $0.connection = connection }
            while !state.bytes.contains(Array("\r\n\r\n".utf8)) {
                guard Self.receive(from: connection, into: state) else { return }
            }
            _ = unsafe Glibc.send(connection, reply, reply.utf8.count, CInt(MSG_NOSIGNAL))
            if !readsAll { state.gate.wait() }
            while Self.receive(from: connection, into: state) {}
        }
    }

    /// Reads once; returns false at the end, which it records.
    private static func receive(from connection: CInt, into state: Shared) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe read(connection, &buffer, buffer.count)
        let error = errno
        state.value.withLock { state in
            if count > 0 {
                state.reads.append(Array(buffer.prefix(count)))
            } else {
                state.end = count < 0 && error == ECONNRESET ? .reset : .finished
                state.connection = -1
                close(connection)
            }
        }
        return count > 0
    }

    deinit {
        state.gate.signal()
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
    }

    /// Sends a text to the client.
    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        state.value.withLock { state in
            _ = unsafe Glibc.send(state.connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        }
    }

    /// Ends the connection from the side of the server.
    func hangUp() {
        _ = state.value.withLock { shutdown($0.connection, CInt(SHUT_RDWR)) }
    }

    /// Reads what the head was followed by.
    func readOn() { state.gate.signal() }

    /// Listens on an address of loopback.
    static func listen(
        on address: UInt32,
        port: UInt16,
        backlog: CInt = 8
    ) throws -> (descriptor: CInt, port: UInt16) {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var name = Self.address(address, port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, size) == 0 && Glibc.listen(listener, backlog) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        return (listener, UInt16(bigEndian: name.sin_port))
    }

    /// Connects to an address of loopback without waiting.
    static func startConnecting(to address: UInt32, port: UInt16) -> CInt {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let connection = socket(AF_INET, CInt(flags), 0)
        var name = Self.address(address, port)
        unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return connection
    }

    private static func address(_ address: UInt32, _ port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = address.bigEndian
        return name
    }
}
