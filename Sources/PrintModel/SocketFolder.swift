/// Which folders a service's socket may lie in.
public enum SocketFolder {
    /// Whether nobody but the user, and root, can put another name in the place of one in a folder.
    ///
    /// The folder belongs to one of the two, and others cannot write into it; or it is sticky, as
    /// `/tmp` is, so that they can only add names of their own. Whose socket is there is looked at
    /// before each use.
    ///
    /// - Parameters:
    ///   - owner: The id of the user that the folder belongs to.
    ///   - mode: Its mode.
    ///   - user: The id of the user whose socket it is to hold.
    /// - Returns: Whether a socket may lie there.
    public static func isSafe(owner: UInt32, mode: UInt32, for user: UInt32) -> Bool {
        guard owner == user || owner == 0 else { return false }
        return mode & 0o022 == 0 || mode & 0o1000 != 0
    }
}
