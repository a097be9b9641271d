import Glibc
import PrintModel

/// The folders of the service, and the locks that make it the only one.
///
/// Two services on one queue would print twice, so the queue's folder is
/// locked as well as the socket. The kernel lets go of the locks when the
/// process ends, however it ends.
final class ServiceFolders {
    private let settings: ServiceSettings
    private var socketLock: Int32 = -1
    private var stateLock: Int32 = -1

    init(settings: ServiceSettings) throws {
        self.settings = settings
        try Self.make(settings.paths.socketFolder, mustBePrivate: true)
        try Self.make(settings.paths.state, mustBePrivate: false)
    }

    /// Locks both; `false` where another service already serves this socket.
    func lock() async throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(10)
        while true {
            if socketLock < 0 { socketLock = Self.lock(settings.paths.socket + ".lock") }
            if socketLock >= 0 { break }
            guard errno == EWOULDBLOCK else {
                throw StartError(
                    "The lock \(settings.paths.socket).lock cannot be taken: \(Self.why())."
                )
            }
            // Another one starts, serves, or is about to leave.
            if Self.answers(settings.paths.socket) { return false }
            guard clock.now < end else {
                throw StartError(
                    "Another printcenterd holds the socket \(settings.paths.socket) and does not answer. End it and try again."
                )
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        stateLock = Self.lock(settings.paths.state + "/lock")
        guard stateLock >= 0 else {
            throw StartError(
                errno == EWOULDBLOCK
                    ? "Another printcenterd, on another socket, uses the queue in \(settings.paths.state). Use its socket."
                    : "The queue's folder \(settings.paths.state) cannot be locked: \(Self.why())."
            )
        }
        // Whoever left this socket behind is gone, as the lock shows.
        _ = unsafe unlink(settings.paths.socket)
        return true
    }

    /// Lets nobody but the user open the socket.
    func protectSocket() {
        _ = unsafe chmod(settings.paths.socket, 0o600)
    }

    /// Removes the socket, while the lock is still held.
    func removeSocket() {
        _ = unsafe unlink(settings.paths.socket)
    }

    // MARK: System calls

    private static func lock(_ path: String) -> Int32 {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return -1 }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
        let failure = errno
        close(file)
        errno = failure
        return -1
    }

    /// Makes a folder and those above it; it must be the user's own.
    private static func make(_ path: String, mustBePrivate: Bool) throws {
        var end = path.index(after: path.startIndex)
        while end != path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            _ = unsafe mkdir(String(path[..<end]), 0o700)
        }
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else {
            throw StartError("The folder \(path) cannot be made: \(why()).")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw StartError("\(path) is not a folder. Remove it and try again.")
        }
        guard facts.st_uid == geteuid() else {
            throw StartError(
                "The folder \(path) belongs to somebody else (uid \(facts.st_uid)). Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own."
            )
        }
        if facts.st_mode & 0o077 != 0, unsafe chmod(path, 0o700) != 0, mustBePrivate {
            throw StartError("The folder \(path) can be entered by others: chmod 700 it.")
        }
    }

    /// Whether somebody accepts connections on a socket.
    private static func answers(_ path: String) -> Bool {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            // The settings have checked that the path fits.
            unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private static func why() -> String {
        // The text is copied before another call.
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }
}
