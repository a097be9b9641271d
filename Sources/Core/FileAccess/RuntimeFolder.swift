import Glibc

/// Folders for sockets that the environment names.
public enum RuntimeFolder {
    /// Whether the user can keep a socket in a folder: `su` leaves `XDG_RUNTIME_DIR` as it was for another user.
    ///
    /// - Parameter path: The folder, or a link to it.
    /// - Returns: `nil` where there is nothing, so that the folder can be created.
    public static func isUsable(_ path: String) -> Bool? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? nil : false
        }
        if status.st_uid == geteuid() { return true }
        // In a folder of root, such as /tmp, the user may have sockets, too.
        return unsafe status.st_uid == 0 && access(path, W_OK | X_OK) == 0
    }
}
