/// Checks whether a folder is safe for the service's socket.
public enum SocketFolder {
    /// Whether only the user and root can replace a file in a folder.
    ///
    /// Either the folder belongs to one of the two and others cannot write to it, or it is sticky,
    /// as `/tmp` is, so that others can only add files of their own. The client checks the owner of
    /// the socket before each use.
    ///
    /// - Parameters:
    ///   - owner: The id of the folder's owner.
    ///   - mode: The mode of the folder.
    ///   - user: The id of the user whose socket the folder will contain.
    /// - Returns: Whether the folder is safe for a socket.
    public static func isSafe(owner: UInt32, mode: UInt32, for user: UInt32) -> Bool {
        guard owner == user || owner == 0 else { return false }
        return mode & 0o022 == 0 || mode & 0o1000 != 0
    }
}
