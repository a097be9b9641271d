import Glibc
import PrintModel

/// The folders of the service, and the locks that make it the only one.
///
/// Two services on one queue would print twice, so the queue's folder is
/// locked as well as the socket. The kernel lets go of the locks when the
/// process ends, however it ends.
struct ServiceFolders: Sendable {
    private let settings: ServiceSettings

    /// Makes the folders and locks them; `nil` where another service already serves this socket.
    static func locked(_ settings: ServiceSettings) async throws -> ServiceFolders? {
        try make(settings.paths.socketFolder, mustBePrivate: true)
        try make(settings.paths.state, mustBePrivate: false)
        try sync(namesOf: settings.paths.state)
        guard try await lockSocket(settings.paths.socket) else { return nil }
        try lockQueue(settings.paths.state)
        // Whoever left this socket behind is gone, as the lock shows.
        _ = unsafe unlink(settings.paths.socket)
        return ServiceFolders(settings: settings)
    }

    private static func lockSocket(_ socket: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while !lock(socket + ".lock") {
            guard errno == EWOULDBLOCK else {
                throw StartError("The lock \(socket).lock cannot be taken: \(why()).")
            }
            // Another one starts, serves, or is about to leave.
            if answers(socket) { return false }
            guard ContinuousClock.now < end else {
                throw StartError(
                    "Another printcenterd holds the socket \(socket) and does not answer. End it and try again."
                )
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    private static func lockQueue(_ folder: String) throws {
        guard !lock(folder + "/lock") else { return }
        throw StartError(
            errno == EWOULDBLOCK
                ? "Another printcenterd, on another socket, uses the queue in \(folder). Use its socket."
                : "The queue's folder \(folder) cannot be locked: \(why())."
        )
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

    /// Takes a lock for the life of the process; where that fails `errno` says why.
    private static func lock(_ path: String) -> Bool {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
        let failure = errno
        close(file)
        errno = failure
        return false
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

    /// Has the name of a folder on the disk, and those of the folders above it.
    ///
    /// A queue that is on the disk is lost all the same where the name of its folder is not. It is done
    /// at each start: the start that made them may have been killed before. Folders of others were there
    /// already.
    private static func sync(namesOf path: String) throws {
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
            let above = slash == path.startIndex ? "/" : String(path[..<slash])
            end = slash
            var facts = stat()
            guard unsafe lstat(above, &facts) == 0, facts.st_uid == geteuid() else { return }
            let folder = unsafe open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            // A file system that knows no sync of folders keeps names by other means.
            guard fsync(folder) == 0 || errno == EINVAL else {
                throw StartError(
                    "The folder \(above) cannot be written to the disk: \(why()). Make room, or look after the disk."
                )
            }
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
