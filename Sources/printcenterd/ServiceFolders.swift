import FoundationEssentials
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
        try make(
            settings.paths.socketFolder,
            settings.isSocketNamed ? .named : .own(mustBePrivate: true)
        )
        try makeState(settings.paths.state)
        try sync(namesOf: settings.paths.state)
        guard try await lockSocket(settings.paths.socket) else { return nil }
        try lockQueue(settings.paths.state)
        try clear(settings.paths.socket)
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

    /// Removes the socket of a service that is gone, as the lock shows, and nothing else.
    private static func clear(_ socket: String) throws {
        var facts = stat()
        guard unsafe lstat(socket, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK, facts.st_uid == geteuid() else {
            throw StartError(
                "\(socket) is there already and is not a socket of yours. Remove it, or set PRINTCENTER_SOCKET to another path."
            )
        }
        guard unsafe unlink(socket) == 0 else {
            throw StartError(
                "The old socket \(socket) cannot be removed: \(why()). Remove it, or set PRINTCENTER_SOCKET to another path."
            )
        }
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
        // In a folder like /tmp somebody else may have been there first.
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_uid == geteuid() else {
            close(file)
            errno = EPERM
            return false
        }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
        let failure = errno
        close(file)
        errno = failure
        return false
    }

    /// Whose folder it is, which decides about its mode.
    private enum Claim: Equatable {
        /// One of our own making: it is closed to others.
        case own(mustBePrivate: Bool)
        /// One that the user has named: where it is there already it keeps its mode.
        case named
    }

    /// Makes the folder of the queue, which lies in the user's home.
    private static func makeState(_ path: String) throws {
        do {
            try make(path, .own(mustBePrivate: false))
        } catch {
            let isNamed = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] != nil
            let suffix = "/.local/state/printcenter"
            guard !isNamed, path.hasSuffix(suffix) else { throw error }
            let home = String(path.dropLast(suffix.count))
            guard unsafe access(home.isEmpty ? "/" : home, W_OK) != 0 else { throw error }
            throw StartError(
                "The home folder of this account, \(home.isEmpty ? "/" : home), cannot be written (\(why())), so the print queue has no place. Set XDG_STATE_HOME to a folder of the account's own."
            )
        }
    }

    /// Makes a folder and those above it.
    ///
    /// One of our own making must be the user's; one that the user has named has to be safe.
    private static func make(_ path: String, _ claim: Claim) throws {
        var before = stat()
        let isThere = unsafe lstat(path, &before) == 0
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
        if claim == .named, isThere {
            guard SocketFolder.isSafe(owner: facts.st_uid, mode: facts.st_mode, for: geteuid())
            else { throw notSafe(path, facts.st_uid) }
            return
        }
        guard facts.st_uid == geteuid() else {
            throw StartError(
                "The folder \(path) belongs to somebody else (uid \(facts.st_uid)). Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own."
            )
        }
        if facts.st_mode & 0o077 != 0, unsafe chmod(path, 0o700) != 0,
            claim == .own(mustBePrivate: true)
        {
            throw StartError("The folder \(path) can be entered by others: chmod 700 it.")
        }
    }

    /// Why a folder that the user has named cannot hold the socket.
    private static func notSafe(_ path: String, _ owner: uid_t) -> StartError {
        guard owner == geteuid() || owner == 0 else {
            return StartError(
                "The folder \(path) belongs to somebody else (uid \(owner)). Set PRINTCENTER_SOCKET or XDG_RUNTIME_DIR to a folder of your own."
            )
        }
        return StartError(
            "Others can replace files in the folder \(path), so a socket there is not safe. Run chmod go-w on it, or set PRINTCENTER_SOCKET to a path in a folder of your own."
        )
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
