import CLinux
import Glibc

/// A file that a result goes to, whatever it is: a new file, an existing one, a device, a pipe, a descriptor.
///
/// A new file appears complete or not at all. An existing one stays the file that it is, with its mode, owner
/// and links, so that programs that hold it open see the result.
public struct OutputFile: Sendable {
    /// Why a result was not written: the system's error number.
    public struct Failure: Error, Equatable {
        /// The system's error number.
        public let number: Int32
    }

    private let path: FilePath

    /// The file of a path.
    public init(_ path: FilePath) { self.path = path }

    /// Writes the result as the whole contents of the file.
    ///
    /// Blocks where the file is a pipe that nobody reads from, unless `waits` is false.
    ///
    /// - Parameters:
    ///   - bytes: The result.
    ///   - waits: Whether to wait for a reader of a named pipe; otherwise the error is `ENXIO`.
    /// - Throws: ``Failure``. A file that was full of other contents keeps them where the disk has no room for
    ///   the result; where writing stops in the middle it is empty.
    public func write(_ bytes: [UInt8], waits: Bool = true) throws(Failure) {
        guard !path.bytes.isEmpty else { throw Failure(number: ENOENT) }
        if let number = path.descriptorNumber { return try Self.write(bytes, inherited: number) }
        for _ in 0..<4 {
            if try exists() { return try writeInPlace(bytes, waits: waits) }
            if try writeAside(bytes) { return }
            // Somebody made the file meanwhile.
        }
        throw Failure(number: EEXIST)
    }

    /// Whether there is something of that name, be it a link to nothing.
    private func exists() throws(Failure) -> Bool {
        var status = stat()
        if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 { return true }
        guard errno == ENOENT else { throw Failure(number: errno) }
        return false
    }

    private func writeInPlace(_ bytes: [UInt8], waits: Bool) throws(Failure) {
        // O_CREAT for a link to nothing, and because the system then refuses what other users have put into a
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
        // A full disk shows before anything is lost, where the file system can reserve room.
        let reserved = clinux_reserve(descriptor, bytes.count)
        guard reserved == 0 else { throw Failure(number: -reserved) }
        do throws(Failure) {
            guard ftruncate(descriptor, 0) == 0 else { throw Failure(number: errno) }
            try Self.write(bytes, to: descriptor)
        } catch {
            // Half of a result would be taken for a damaged one.
            _ = ftruncate(descriptor, 0)
            throw error
        }
        isOpen = false
        // A full disk of a server shows only here.
        guard close(descriptor) == 0 else { throw Failure(number: errno) }
    }

    /// Writes a temporary file beside it and gives it its name; false where the name is taken by now.
    private func writeAside(_ bytes: [UInt8]) throws(Failure) -> Bool {
        // In the same folder, so that both lie in one file system.
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

    /// Writes to a descriptor that was handed to this program, at its position.
    private static func write(_ bytes: [UInt8], inherited number: Int32) throws(Failure) {
        // Those of our own are closed when a program is started; none of these is meant.
        let flags = fcntl(number, F_GETFD)
        guard flags >= 0 else { throw Failure(number: errno) }
        guard flags & FD_CLOEXEC == 0 else { throw Failure(number: EBADF) }
        try write(bytes, to: number)
    }

    /// Writes bytes as a whole.
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
                // Handed to us by somebody who does not wait.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
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
    /// Opened by its path, a socket is refused, and a file is begun anew.
    fileprivate var descriptorNumber: Int32? {
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
