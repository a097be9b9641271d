import CLinux
import Glibc

/// The destination of a result: a new file, an existing one, a device, a pipe, or a descriptor.
///
/// A new file appears complete or not at all. An existing file keeps its identity, mode, owner and
/// links, so that programs that have it open see the result.
public struct OutputFile: Sendable {
    /// The error of a result that was not written: the system's error number.
    public struct Failure: Error, Equatable {
        /// The system's error number.
        public let number: Int32

        /// Creates the error of a number.
        public init(number: Int32) { self.number = number }
    }

    private let path: FilePath

    /// Creates an output file at a path.
    public init(_ path: FilePath) { self.path = path }

    /// Writes the result as the whole contents of the file.
    ///
    /// Blocks if the file is a pipe without a reader, unless `waits` is false.
    ///
    /// - Parameters:
    ///   - bytes: The result.
    ///   - waits: Whether to wait for a reader of a named pipe; otherwise the error is `ENXIO`.
    /// - Throws: ``Failure``. An existing file keeps its contents if the disk has no room for the
    ///   result; if writing stops in the middle, it is empty.
    public func write(_ bytes: [UInt8], waits: Bool = true) throws(Failure) {
        guard !path.bytes.isEmpty else { throw Failure(number: ENOENT) }
        if let number = path.descriptorNumber { return try Self.write(bytes, inherited: number) }
        try checkPlace()
        for _ in 0..<4 {
            if try exists() { return try writeInPlace(bytes, waits: waits) }
            if try writeAside(bytes) { return }
            // Another process created the file.
        }
        throw Failure(number: EEXIST)
    }

    /// Fails where the file system of the folder does not answer.
    private func checkPlace() throws(Failure) {
        guard FileVisit.isDistant(path.folder) || FileVisit.isDistant(path) else { return }
        do throws(FileVisit.Failure) {
            _ = try FileVisit.look(at: path.folder)
        } catch {
            if error.isUnanswered { throw Failure(number: error.number) }
        }
    }

    /// Whether an entry with that name exists, including a dangling link.
    private func exists() throws(Failure) -> Bool {
        var status = stat()
        if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 { return true }
        guard errno == ENOENT else { throw Failure(number: errno) }
        return false
    }

    private func writeInPlace(_ bytes: [UInt8], waits: Bool) throws(Failure) {
        // O_CREAT for a dangling link, and because the system then refuses files that other users put into a
        // shared folder (fs.protected_regular, fs.protected_fifos).
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK)
        let descriptor = path.open(flags, mode: 0o666)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        var isOpen = true
        defer { if isOpen { close(descriptor) } }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        if !waits { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            try Self.write(bytes, to: descriptor)
            return
        }
        // If the file system can reserve space, a full disk shows before anything is lost.
        let reserved = clinux_reserve(descriptor, bytes.count)
        guard reserved == 0 else { throw Failure(number: -reserved) }
        do throws(Failure) {
            guard ftruncate(descriptor, 0) == 0 else { throw Failure(number: errno) }
            try Self.write(bytes, to: descriptor)
        } catch {
            // A partial result would look like a damaged one.
            _ = ftruncate(descriptor, 0)
            throw error
        }
        isOpen = false
        // A network file system reports a full disk only here.
        guard close(descriptor) == 0 else { throw Failure(number: errno) }
    }

    /// Writes a temporary file and renames it; returns `false` if the name exists by now.
    private func writeAside(_ bytes: [UInt8]) throws(Failure) -> Bool {
        // In the same folder, so that both are in one file system.
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let other = path.folder.appending(".output.\(number)")
        let descriptor = other.open(O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o666)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        do throws(Failure) {
            do throws(Failure) {
                try Self.write(bytes, to: descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            guard close(descriptor) == 0 else { throw Failure(number: errno) }
            let renamed = unsafe other.withCString { from in
                unsafe path.withCString { unsafe clinux_rename_to_free_name(from, $0) }
            }
            guard renamed == 0 || renamed == -EEXIST else { throw Failure(number: -renamed) }
            if renamed == 0 { return true }
        } catch {
            other.remove()
            throw error
        }
        other.remove()
        return false
    }

    /// Writes to an inherited descriptor, at its position.
    private static func write(_ bytes: [UInt8], inherited number: Int32) throws(Failure) {
        // Only inherited descriptors are valid: those of this program are close-on-exec.
        let flags = fcntl(number, F_GETFD)
        guard flags >= 0 else { throw Failure(number: errno) }
        guard flags & FD_CLOEXEC == 0 else { throw Failure(number: EBADF) }
        try write(bytes, to: number)
    }

    /// Writes all bytes.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done
                )
            }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                // The inherited descriptor is non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(clamping: POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            } else if count == 0 || errno != EINTR {
                throw Failure(number: count == 0 ? EIO : errno)
            }
        }
    }
}

extension FilePath {
    fileprivate func remove() { _ = unsafe withCString { unsafe unlink($0) } }

    /// The descriptor that a path such as `/dev/stdout` or `/dev/fd/3` names, or `nil`.
    ///
    /// Opening the path would fail for a socket, and would truncate a file.
    var descriptorNumber: Int32? {
        switch shown {
        case "/dev/stdout": return 1
        case "/dev/stderr": return 2
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
        where bytes.starts(with: folder.utf8) {
            let digits = bytes.dropFirst(folder.utf8.count)
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int32(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }
}
