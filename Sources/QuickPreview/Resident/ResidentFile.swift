import CLinux
import FileAccess
import Glibc

/// A descriptor that is closed when nobody uses it any more.
package final class ResidentFile: Sendable {
    /// The descriptor.
    package let number: Int32
    /// Whether it lies on a file system that may not answer.
    private let isDistant: Bool

    /// Takes ownership of a descriptor.
    package init(takingOwnership number: Int32) {
        self.number = number
        isDistant = FileVisit.isDistant(openFile: number)
    }

    /// Another descriptor of an open file; `nil` where it is not open, or descriptors are short.
    package convenience init?(copyOf descriptor: Int32) {
        let number = clinux_duplicate(descriptor, 3)
        guard number >= 0 else { return nil }
        self.init(takingOwnership: number)
    }

    /// An empty memory file; `nil` where memory or descriptors are short.
    package init?() {
        guard let file = Descriptor.memory() else { return nil }
        number = clinux_duplicate(file.number, 3)
        isDistant = false
        guard number >= 0 else { return nil }
    }

    deinit {
        // The end of reading is a question to its computer, too.
        let number = number
        if isDistant { FileDoor.run { close(number) } } else { close(number) }
    }

    /// The file in a form that can be read without its computer; the same one where it lies on this computer, or is too large.
    ///
    /// - Throws: ``PreviewError/Code/unavailable`` where its file system does not answer.
    package func atHand() async throws(PreviewError) -> ResidentFile {
        guard isDistant else { return self }
        let number = number
        let visit = try await FileDoor.perform(at: nil) { interrupt throws(PreviewError) in
            do throws(FileVisit.Failure) {
                return try FileVisit.read(openFile: number, interrupt: interrupt)
            } catch {
                throw PreviewError(error)
            }
        }
        // It must not be closed while it is visited.
        return withExtendedLifetime(self) { ResidentFile(takingOwnership: visit.descriptor) }
    }

    /// A sealed memory file with the pixels of a picture; `nil` where memory is short.
    package static func sealed(_ image: PreviewImage) -> ResidentFile? {
        guard let file = ResidentFile(), file.write(image.pixels), file.seal() else { return nil }
        return file
    }

    /// Seals the file, so that the receiver can rely on what it has read.
    package func seal() -> Bool { clinux_seal(number) == 0 }

    /// The size in bytes; 0 for what has none.
    package var size: UInt64 {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? UInt64(clamping: max(0, status.st_size)) : 0
    }

    /// What an open file is good for.
    package enum Use: Sendable {
        /// Its contents can be read: a regular file, or a folder.
        case reading
        /// A regular file that can be written and read.
        case writing
    }

    /// Whether the process that opened the file had the right to use it so.
    ///
    /// A descriptor can be opened again with the rights of this process, so that one without these rights would lend them.
    package func isGood(for use: Use) -> Bool {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, clinux_is_open_for_nothing(number) == 0 else { return false }
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        let access = flags & O_ACCMODE
        switch use {
        case .reading: return access != O_WRONLY && (kind == S_IFREG || kind == S_IFDIR)
        case .writing: return access == O_RDWR && kind == S_IFREG
        }
    }

    /// Whether it is a folder.
    package var isFolder: Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path that the file had when it was opened, by the system's word; `nil` where it has none any more.
    package var path: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/fd/\(number)", start, buffer.count)
        }
        guard count > 0, count < bytes.count, bytes[0] == UInt8(ascii: "/") else { return nil }
        return FilePath(bytes: Array(bytes.prefix(count)))?.text
    }

    /// The bytes of a small file; `nil` where it is larger than `limit`.
    package func contents(limit: Int) -> [UInt8]? {
        let size = size
        guard size <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(clamping: size))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    number,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done,
                    off_t(done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            done += count
        }
        return bytes
    }

    /// Writes bytes as the whole contents; false where memory is short.
    package func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    number,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done,
                    off_t(done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
