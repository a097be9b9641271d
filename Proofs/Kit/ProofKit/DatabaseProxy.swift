internal import Dispatch
internal import FileAccess
internal import Glibc
internal import Synchronization

/// A socket in front of that of a ``DatabaseServer``, which cuts connections at chosen moments.
package final class DatabaseProxy: Sendable {
    /// When a connection is cut.
    package enum Cut: Sendable, Equatable {
        /// Instead of passing on the client's message of this number, the next being 1.
        case instead(of: Int)
        /// Once the client's message of this number has been passed on.
        case after(Int)
        /// Once the server has committed: its answer is swallowed.
        case afterCommit
        /// Nothing is cut, and nothing passed on any more.
        case silence(from: Int)
    }

    private struct State {
        var cut: Cut?
        var messages = 0
        var isLast = false
        var hasEnded = false
        /// Whether new connections are refused.
        var isClosed = false

        mutating func makeCut() {
            cut = nil
            isClosed = isClosed || isLast
        }
    }

    /// The folder of its socket.
    package let folder: TemporaryFolder
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    /// Starts to listen in a folder of its own.
    package init(to target: String) throws {
        folder = try TemporaryFolder("pcdb-proxy")
        self.target = target
        let path = folder.path + "/.s.PGSQL.5432"
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        listener = socket(AF_UNIX, type, 0)
        guard let address = UnixSocketAddress(path: path),
            unsafe address.withSocketAddress({ unsafe bind(listener, $0, $1) }) == 0,
            listen(listener, 16) == 0
        else { throw ProofError("The proxy cannot listen at \(path): \(errno).") }
        DispatchQueue(label: "proxy").async { [self] in accept() }
    }

    /// Cuts the connection that first gets there, once.
    ///
    /// - Parameters:
    ///   - moment: When it is cut.
    ///   - isLast: Whether new connections are refused from then on.
    package func cut(_ moment: Cut, isLast: Bool = false) {
        state.withLock { ($0.cut, $0.messages, $0.isLast) = (moment, 0, isLast) }
    }

    /// Whether the moment of the last cut is still to come.
    package var isWaiting: Bool { state.withLock { $0.cut != nil } }

    /// Refuses connections from now on, or accepts them again.
    package func refuse(_ isClosed: Bool = true) { state.withLock { $0.isClosed = isClosed } }

    /// Ends the proxy, and removes its folder: the program may end before the thread that listens.
    package func end() {
        state.withLock { $0.hasEnded = true }
        _ = unsafe unlink(folder.path + "/.s.PGSQL.5432")
        _ = unsafe rmdir(folder.path)
    }

    private func accept() {
        while !state.withLock(\.hasEnded) {
            var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&ready, 1, 50) > 0 else { continue }
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { continue }
            guard !state.withLock(\.isClosed), let server = try? UnixSocket(target) else {
                close(client)
                continue
            }
            DispatchQueue(label: "proxy.connection").async { [self] in
                pass(client, server.descriptor)
                close(client)
                withExtendedLifetime(server) {}
            }
        }
        close(listener)
    }

    /// Passes bytes on until one side ends, or the moment of a cut.
    private func pass(_ client: Int32, _ server: Int32) {
        var isSilent = false
        while !state.withLock(\.hasEnded) {
            var ends = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&ends, 2, 50) > 0 else { continue }
            if ends[0].revents != 0 {
                guard let bytes = Self.read(client) else { return }
                let (isPassed, goesOn, becomesSilent) = fromClient()
                isSilent = isSilent || becomesSilent
                if isPassed, !isSilent { Self.write(bytes, to: server) }
                guard goesOn else { return }
            }
            if ends[1].revents != 0 {
                guard let bytes = Self.read(server) else { return }
                if !isSilent, swallows(bytes) { return }
                if !isSilent { Self.write(bytes, to: client) }
            }
        }
    }

    /// What becomes of a message of the client: whether it is passed on, whether the connection goes on, and whether it
    /// falls silent.
    private func fromClient() -> (Bool, Bool, Bool) {
        state.withLock { state in
            state.messages += 1
            switch state.cut {
            case .instead(of: state.messages):
                state.makeCut()
                return (false, false, false)
            case .after(state.messages):
                state.makeCut()
                return (true, false, false)
            case .silence(from: state.messages):
                state.makeCut()
                return (false, true, true)
            default: return (true, true, false)
            }
        }
    }

    /// Whether the server says that it has committed, and that is to be lost.
    private func swallows(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.cut == .afterCommit else { return false }
            // CommandComplete: its type, its length, and a tag.
            func answer(_ tag: String) -> [UInt8] {
                [UInt8(ascii: "C"), 0, 0, 0, UInt8(tag.utf8.count + 5)] + Array(tag.utf8) + [0]
            }
            // Reads and leases commit, too; only a change of a job inserts an event with its commit.
            guard bytes.firstRange(of: answer("COMMIT")) != nil,
                bytes.firstRange(of: answer("INSERT 0 1")) != nil
            else { return false }
            state.makeCut()
            return true
        }
    }

    private static func read(_ end: Int32) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, recv(end, buffer.baseAddress, buffer.count, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static func write(_ bytes: [UInt8], to end: Int32) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
    }
}
