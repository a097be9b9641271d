import CLinux
import FileAccess
import Glibc

/// The socket of the helper in its folder, and the lock that keeps the helper the only one.
///
/// The kernel releases the lock when the process ends, however it ends.
struct SocketPlace: Sendable {
    /// The path of the socket.
    let path: String

    /// The reason why there is no place.
    enum Failure: Error {
        /// Another helper has it.
        case taken
        /// A sentence for the log.
        case impossible(String)
    }

    /// Makes the folder, and takes the lock beside the socket.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - isNamed: Whether the user has named it, so that its folder has to be there already.
    /// - Throws: ``Failure``.
    init(_ path: String, isNamed: Bool) throws(Failure) {
        self.path = path
        guard path.utf8.count <= UnixSocketAddress.longestPath else {
            throw .impossible("The path of the socket is too long: \(path)")
        }
        let folder = FilePath(path).folder.text
        if isNamed {
            guard let facts = FileFacts(path: folder), facts.isSafeFolder else {
                throw .impossible(
                    "'\(folder)' is no folder, or others can replace files in it. Set QPREVIEW_SOCKET to a path in a folder of your own."
                )
            }
        } else {
            _ = unsafe mkdir(folder, 0o700)
            guard let facts = FileFacts(path: folder), facts.isFolder, facts.owner == geteuid()
            else { throw .impossible("'\(folder)' is not a folder of this user.") }
            _ = unsafe chmod(folder, 0o700)
        }
        let lock = unsafe open(
            path + ".lock",
            O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
            0o600
        )
        guard lock >= 0, FileFacts(descriptor: lock)?.owner == geteuid() else {
            throw .impossible("'\(path).lock' cannot be created.")
        }
        // The descriptor stays open for the life of the process.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .taken
        }
    }

    /// Listens on the socket, which only its user can open.
    ///
    /// - Returns: The descriptor.
    /// - Throws: ``Failure``.
    func listen() throws(Failure) -> Int32 {
        if let facts = FileFacts(path: path) {
            // That of a helper that has ended, as the lock proves; no other file.
            guard facts.isSocket, facts.owner == geteuid(), unsafe unlink(path) == 0 else {
                throw .impossible("'\(path)' is in the way of the socket.")
            }
        }
        guard let address = UnixSocketAddress(path: path) else {
            throw .impossible("The path of the socket is not valid: \(path)")
        }
        let socket = clinux_message_socket()
        guard socket >= 0 else { throw .impossible("No socket can be created.") }
        let mask = umask(0o177)
        let result = unsafe address.withSocketAddress { unsafe bind(socket, $0, $1) }
        umask(mask)
        guard result == 0, Glibc.listen(socket, 128) == 0 else {
            close(socket)
            throw .impossible("The socket '\(path)' cannot be created.")
        }
        return socket
    }

    /// Removes the socket, while the lock is still held.
    func remove() { _ = unsafe unlink(path) }
}
