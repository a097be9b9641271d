import CLinux
import Glibc

/// A file that a path of the user names, as it was found: the one door to what may lie on another computer.
///
/// A call that waits for a dead share can be ended by nothing, and neither can its process. So a process of its own opens what
/// the table of mounts says lies elsewhere, and copies small files into memory. This one waits at most ten seconds for a sign
/// of life. Files of this computer are opened directly.
public struct FileVisit: Sendable {
    /// Why there is no visit.
    public struct Failure: Error, Equatable, Sendable {
        /// The system's error number: `ETIMEDOUT` where the file system does not answer, `ECANCELED` after an interrupt.
        public let number: Int32

        /// Whether the file system does not answer; that says nothing about the file.
        public var isUnanswered: Bool { number == ETIMEDOUT }
        /// Whether the visit was interrupted.
        public var isInterrupted: Bool { number == ECANCELED }
        /// The failure of a file that is not there.
        public static let missing = Failure(number: ENOENT)
    }

    /// The open file, which is the caller's; -1 where only facts were wanted.
    public let descriptor: Int32
    /// Whether it lies on a file system that may not answer.
    public let isDistant: Bool
    /// Whether fscrypt encrypts it.
    public let isEncrypted: Bool
    /// The type and the permissions ("st_mode").
    public let mode: UInt32
    /// The device and the number of the file.
    public let device: UInt64
    /// The number of the file on its device.
    public let number: UInt64
    /// The size in bytes.
    public let size: Int64
    /// The time of the last modification, in whole seconds since 1970.
    public let modified: Int64
    /// The nanoseconds of that time.
    public let nanoseconds: Int64
    /// The path without links; `nil` where it is unknown.
    public let path: FilePath?

    /// Looks at a file, which need not be readable.
    ///
    /// - Parameters:
    ///   - path: The file; links are followed.
    ///   - interrupt: A descriptor that is readable once the answer is not wanted any more; -1 for none.
    /// - Returns: The facts.
    /// - Throws: ``Failure``.
    public static func look(
        at path: FilePath,
        interrupt: Int32 = -1
    ) throws(Failure) -> FileVisit {
        try visit(path, CLINUX_LOOK, 0, interrupt)
    }

    /// Opens a file for reading.
    ///
    /// A small one of another computer is a copy in memory, which can be read without that computer.
    ///
    /// - Parameters:
    ///   - path: The file; links are followed.
    ///   - flags: Flags of `open`, beside `O_RDONLY` and `O_CLOEXEC`.
    ///   - interrupt: A descriptor that is readable once the file is not wanted any more; -1 for none.
    /// - Returns: The open file with its facts.
    /// - Throws: ``Failure``.
    public static func read(
        _ path: FilePath,
        _ flags: Int32 = 0,
        interrupt: Int32 = -1
    ) throws(Failure) -> FileVisit {
        try visit(path, CLINUX_READ, O_RDONLY | flags, interrupt)
    }

    /// Opens a folder, or a file that is not to be copied.
    ///
    /// - Parameters:
    ///   - path: The file; links are followed.
    ///   - flags: Flags of `open`.
    ///   - interrupt: A descriptor that is readable once the file is not wanted any more; -1 for none.
    /// - Returns: The open file with its facts.
    /// - Throws: ``Failure``.
    public static func open(
        _ path: FilePath,
        _ flags: Int32,
        interrupt: Int32 = -1
    ) throws(Failure) -> FileVisit {
        try visit(path, CLINUX_OPEN, flags, interrupt)
    }

    /// Reads an open file as ``read(_:_:interrupt:)`` does; the descriptor stays the caller's.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - interrupt: A descriptor that is readable once the file is not wanted any more; -1 for none.
    /// - Returns: The file, by another descriptor.
    /// - Throws: ``Failure``.
    public static func read(
        openFile descriptor: Int32,
        interrupt: Int32 = -1
    ) throws(Failure) -> FileVisit {
        var visit = clinux_visit()
        let failure = unsafe clinux_visit_open(descriptor, interrupt, &visit)
        guard failure == 0 else { throw Failure(number: -failure) }
        return FileVisit(visit, path: nil)
    }

    /// Whether a path leads to a file system that may not answer; does not wait for it.
    public static func isDistant(_ path: FilePath) -> Bool {
        unsafe path.withCString { unsafe clinux_is_distant($0) } != 0
    }

    /// Whether an open file lies on a file system that may not answer; does not wait for it.
    public static func isDistant(openFile descriptor: Int32) -> Bool {
        clinux_is_open_distant(descriptor) != 0
    }

    /// Whether it is a regular file.
    public var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether it is a folder.
    public var isFolder: Bool { mode & S_IFMT == S_IFDIR }

    private static func visit(
        _ path: FilePath,
        _ wish: clinux_visit_wish,
        _ flags: Int32,
        _ interrupt: Int32
    ) throws(Failure) -> FileVisit {
        var visit = clinux_visit()
        var real = [CChar](repeating: 0, count: Int(PATH_MAX))
        let failure = unsafe path.withCString {
            unsafe clinux_visit($0, wish, flags, interrupt, &visit, &real)
        }
        guard failure == 0 else { throw Failure(number: -failure) }
        let bytes = real.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return FileVisit(visit, path: bytes.isEmpty ? nil : FilePath(bytes: bytes))
    }

    private init(_ visit: clinux_visit, path: FilePath?) {
        descriptor = visit.file
        isDistant = visit.is_distant != 0
        isEncrypted = visit.is_encrypted != 0
        mode = visit.mode
        (device, number) = (visit.device, visit.number)
        (size, modified, nanoseconds) = (visit.size, visit.modified, visit.nanoseconds)
        self.path = path
    }
}
