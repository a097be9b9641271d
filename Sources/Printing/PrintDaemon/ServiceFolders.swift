import CLinux
import FileAccess
import FoundationEssentials
import Glibc
import PrintModel

/// The folders of the service, and the locks that keep it the only instance.
///
/// Two services on one queue would print twice, so the service locks the queue's folder as well as
/// the socket. The kernel releases the locks when the process ends, however it ends. A service that has served, and does
/// no longer, but does not end either, would be in the way for good: the next one ends it.
struct ServiceFolders: Sendable {
    private let settings: ServiceSettings
    /// The socket that the service was handed; `nil` if it makes its own.
    let handed: HandedSocket?
    /// The file of the socket's lock, which stays open for the life of the process.
    private let lockFile: Int32

    /// Creates the folders and locks them; `nil` if another service already serves this socket.
    static func locked(
        _ settings: ServiceSettings,
        handed: HandedSocket?
    ) async throws -> ServiceFolders? {
        // First, since the socket may be there, too: what is wrong with a home is said of the home.
        try makeState(settings.paths.state)
        try make(
            settings.paths.socketFolder,
            settings.isSocketNamed ? .named : .own(mustBePrivate: true)
        )
        try sync(namesOf: settings.paths.state)
        guard
            let lockFile = try await lockSocket(
                settings.paths.socket,
                isHanded: handed != nil,
                patience: settings.patience
            )
        else { return nil }
        try lockQueue(settings.paths.state)
        if handed == nil { try clear(settings.paths.socket) }
        return ServiceFolders(settings: settings, handed: handed, lockFile: lockFile)
    }

    /// Waits for the lock of the socket, and returns its file; `nil` if another service serves the socket.
    private static func lockSocket(
        _ socket: String,
        isHanded: Bool,
        patience: Int
    ) async throws -> Int32? {
        let end = ContinuousClock.now + .seconds(10) * patience
        // Longer than a service takes to end.
        var holder = LockHolder(of: socket + ".lock", lateness: .seconds(6) * patience)
        while true {
            if let file = lock(socket + ".lock") { return file }
            guard errno == EWOULDBLOCK else {
                throw Self.system(.socketLockFailed, socket)
            }
            // Another instance is starting, running, or exiting.
            // At a socket that was handed over, nobody but this instance would answer.
            if !isHanded, answers(socket) { return nil }
            holder.endIfLate()
            guard ContinuousClock.now < end else {
                throw StartProblem(.socketBusy, ["path": socket])
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Removes the socket of a service that has exited, as the lock proves, and no other file.
    private static func clear(_ socket: String) throws {
        guard let facts = FileFacts(path: socket) else { return }
        guard facts.isSocket, facts.owner == geteuid() else {
            throw StartProblem(.socketPathTaken, ["path": socket])
        }
        guard unsafe unlink(socket) == 0 else {
            throw Self.system(.socketNotRemoved, socket)
        }
    }

    private static func lockQueue(_ folder: String) throws {
        guard lock(folder + "/lock") == nil else { return }
        throw errno == EWOULDBLOCK
            ? StartProblem(.queueInUse, ["path": folder])
            : Self.system(.queueLockFailed, folder)
    }

    /// Restricts the socket to the user.
    func protectSocket() {
        _ = unsafe chmod(settings.paths.socket, 0o600)
    }

    /// Notes that this process serves the socket: from now on, the next service may end it if it serves no longer.
    ///
    /// Not at a socket that was handed over, where nobody could tell; who hands it over ends a service that hangs.
    func claim() {
        guard handed == nil else { return }
        // A file system without such locks has nobody ended.
        _ = clinux_claim(lockFile)
    }

    /// The path of the socket that the service has made; `nil` if it was handed over.
    var ownSocket: String? { handed == nil ? settings.paths.socket : nil }

    /// Removes the socket, while the lock is still held; one that was handed over stays.
    func removeSocket() {
        guard let ownSocket else { return }
        _ = unsafe unlink(ownSocket)
    }

    // MARK: System calls

    /// Acquires a lock for the life of the process, and returns its file; on failure, `errno` has the cause.
    private static func lock(_ path: String) -> Int32? {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        // In a folder like /tmp, another user may have created the file.
        guard FileFacts(descriptor: file)?.owner == geteuid() else {
            close(file)
            errno = EPERM
            return nil
        }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
        let failure = errno
        close(file)
        errno = failure
        return nil
    }

    /// The owner of a folder's name, which decides about its mode.
    private enum Claim: Equatable {
        /// A default folder of the service, which is private.
        case own(mustBePrivate: Bool)
        /// A folder that the user has configured: an existing one keeps its mode.
        case named
    }

    /// Creates the folder of the queue, in the user's home.
    private static func makeState(_ path: String) throws {
        do {
            try make(path, .own(mustBePrivate: false))
        } catch {
            let isNamed = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] != nil
            let suffix = "/.local/state/printcenter"
            guard !isNamed, path.hasSuffix(suffix) else { throw error }
            let home = String(path.dropLast(suffix.count))
            guard unsafe access(home.isEmpty ? "/" : home, W_OK) != 0 else { throw error }
            throw Self.system(.homeReadOnly, home.isEmpty ? "/" : home)
        }
    }

    /// Creates a folder and its missing parents.
    ///
    /// A default folder must belong to the user; a configured one has to be safe.
    private static func make(_ path: String, _ claim: Claim) throws {
        let isThere = FileFacts(path: path) != nil
        var end = path.index(after: path.startIndex)
        while end != path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            _ = unsafe mkdir(String(path[..<end]), 0o700)
        }
        guard let facts = FileFacts(path: path) else {
            throw Self.system(.folderNotCreated, path)
        }
        guard facts.isFolder else {
            // In a folder like /tmp, another user may have put a link there, which this one cannot remove.
            throw facts.owner == geteuid() || facts.owner == 0
                ? StartProblem(.notAFolder, ["path": path]) : notSafe(path, facts.owner)
        }
        if claim == .named, isThere {
            guard facts.isSafeFolder else { throw notSafe(path, facts.owner) }
            return
        }
        guard facts.owner == geteuid() else {
            throw StartProblem(.folderForeign, ["path": path, "owner": "\(facts.owner)"])
        }
        if !facts.isPrivate, unsafe chmod(path, 0o700) != 0,
            claim == .own(mustBePrivate: true)
        {
            throw StartProblem(.folderNotPrivate, ["path": path])
        }
    }

    /// The reason why a configured folder cannot contain the socket.
    private static func notSafe(_ path: String, _ owner: uid_t) -> StartProblem {
        owner == geteuid() || owner == 0
            ? StartProblem(.folderNotSafe, ["path": path])
            : StartProblem(.folderForeign, ["path": path, "owner": "\(owner)"])
    }

    /// Syncs the names of a folder and of its parents to disk.
    ///
    /// A queue on disk is still lost if the name of its folder is not on disk. Each start does it,
    /// because the start that created the folders may have been killed before. Folders of others
    /// existed already.
    private static func sync(namesOf path: String) throws {
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
            let above = slash == path.startIndex ? "/" : String(path[..<slash])
            end = slash
            guard FileFacts(path: above)?.owner == geteuid() else { return }
            let folder = unsafe open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            // A file system without fsync of folders keeps names by other means.
            guard fsync(folder) == 0 || errno == EINVAL else {
                throw Self.system(.folderNotSynced, above)
            }
        }
    }

    /// Whether a process accepts connections on a socket.
    private static func answers(_ path: String) -> Bool {
        let socket = socket(
            AF_UNIX,
            Int32(clamping: SOCK_STREAM.rawValue) | Int32(clamping: SOCK_CLOEXEC.rawValue)
                | Int32(clamping: SOCK_NONBLOCK.rawValue),
            0
        )
        guard socket >= 0 else { return false }
        defer { close(socket) }
        // The settings have checked that the path fits.
        guard let address = UnixSocketAddress(path: path) else { return false }
        let result = unsafe address.withSocketAddress { unsafe connect(socket, $0, $1) }
        // One that has too many connections to accept is busy.
        return result == 0 || errno == EAGAIN
    }

    /// The problem that the last system call has reported.
    private static func system(_ cause: StartProblem.Cause, _ path: String) -> StartProblem {
        let number = errno
        // The text is copied before another call.
        let words = unsafe strerror(number).map { unsafe String(cString: $0) }
        return StartProblem(cause, path: path, errno: number, words ?? "error \(number)")
    }
}
