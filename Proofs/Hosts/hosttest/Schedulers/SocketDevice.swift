import Dispatch
import Glibc
import ProofKit
import Synchronization

/// A printer without IPP: it prints what a connection brings until that ends, one connection after the other.
///
/// It is what the `socket` backend of the scheduler prints to. It reports nothing, so that nothing but the scheduler
/// knows of its jobs.
final class SocketDevice: Sendable {
    /// What came out for a connection.
    struct Paper: Sendable {
        /// The comment at the beginning of the document, which names the job.
        let name: String
        let isWhole: Bool
    }

    private struct State {
        var papers: [Paper] = []
        var connection: Int32 = -1
        /// What is being printed.
        var current = ""
        var isClosed = false
        var generator: SeededGenerator
        /// How often it was switched off and on.
        var lives = 0
    }

    private let listener: Int32
    private let state: Mutex<State>
    /// The "device-uri" for a scheduler.
    let uri: String
    private static let longestPrinting = 800

    /// Listens on a free port of an address in the network of the calling thread.
    init(at host: String, seed: UInt64) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = Glibc.socket(AF_INET, kind, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            guard unsafe inet_pton(AF_INET, host, &pointer.pointee.sin_addr) == 1 else {
                return false
            }
            return unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw ProofError("no port for a printer: error \(errno)") }
        uri = "socket://\(host):\(UInt16(bigEndian: address.sin_port))"
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
        DispatchQueue(label: "hosttest.socket").async { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                serve(connection)
            }
        }
    }

    /// What has come out so far.
    var papers: [Paper] { state.withLock(\.papers) }

    /// Switches it off and on, and returns the name of the job that it was printing, which is lost.
    func restart() -> String {
        state.withLock { state in
            state.lives += 1
            if state.connection >= 0 { shutdown(state.connection, Int32(SHUT_RDWR)) }
            return state.current
        }
    }

    /// Switches it off.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            if state.connection >= 0 { shutdown(state.connection, Int32(SHUT_RDWR)) }
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    private func serve(_ connection: Int32) {
        let life = state.withLock { state in
            state.connection = connection
            return state.lives
        }
        var document: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe read(connection, &buffer, buffer.count), count > 0 {
            document += buffer[..<count]
            state.withLock { $0.current = Self.name(of: document) }
        }
        let pause = state.withLock { $0.generator.next(below: Self.longestPrinting) }
        // Time: paper takes its time, and the backend waits for it
        if !document.isEmpty { usleep(UInt32(1000 * pause)) }
        state.withLock { state in
            if !document.isEmpty, state.lives == life {
                let tail = document.suffix(8)
                let isWhole = String(decoding: tail, as: UTF8.self).contains("%%EOF")
                state.papers.append(Paper(name: Self.name(of: document), isWhole: isWhole))
            }
            state.current = ""
            state.connection = -1
            Glibc.close(connection)
        }
    }

    /// The comment in the second line of a document.
    private static func name(of document: [UInt8]) -> String {
        let lines = document.prefix(200).split(separator: 10, maxSplits: 2)
        guard lines.count > 1, lines[1].first == UInt8(ascii: "%") else { return "" }
        return String(decoding: lines[1].dropFirst(), as: UTF8.self)
    }
}
