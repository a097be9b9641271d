import Glibc

/// What a file is, whose it is, and how large (`lstat`, `fstat`).
///
/// Modules that import SwiftNIO use this instead of `stat`: NIO's own C module declares `stat`, too, and the compiler
/// decides by the order of a build's files from which of the two it comes.
public struct FileFacts: Sendable {
    /// The type and the permissions ("st_mode").
    public let mode: UInt32
    /// The user who owns it.
    public let owner: UInt32
    /// The size in bytes.
    public let size: Int

    /// Reads the facts of what a path names; a symbolic link is not followed.
    ///
    /// - Returns: `nil` where there is nothing, or it cannot be seen; `errno` has the reason.
    public init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the facts of an open file.
    ///
    /// - Returns: `nil` where the descriptor is not open; `errno` has the reason.
    public init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        self.init(mode: status.st_mode, owner: status.st_uid, size: Int(status.st_size))
    }

    init(mode: UInt32, owner: UInt32, size: Int) {
        (self.mode, self.owner, self.size) = (mode, owner, size)
    }

    /// Whether it is a regular file.
    public var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether it is a folder.
    public var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    /// Whether it is a socket.
    public var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    /// Whether it is a folder in which only the user and root can replace a file: it belongs to one of the two, and others
    /// cannot write to it, or it is sticky, as `/tmp` is, so that others can only add files of their own.
    public var isSafeFolder: Bool { isSafeFolder(for: geteuid()) }

    func isSafeFolder(for user: UInt32) -> Bool {
        isFolder && (owner == user || owner == 0) && (mode & 0o022 == 0 || mode & 0o1000 != 0)
    }

    /// Whether only its owner has any permissions.
    public var isPrivate: Bool { mode & 0o077 == 0 }
}
