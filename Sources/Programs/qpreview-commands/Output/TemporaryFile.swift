import Glibc
import QuickPreview

/// A file without a name, which is gone when it is closed.
struct TemporaryFile: ~Copyable {
    /// The open file.
    let descriptor: Int32

    /// Creates an empty file in the folder for temporary files.
    init() throws(Failure) {
        // This program never changes its environment.
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/qpreview.XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else {
            throw Failure(
                1,
                "A temporary file cannot be created in '\(folder)'. Set TMPDIR.",
                "无法在“\(folder)”中创建临时文件。请设置 TMPDIR。"
            )
        }
        unsafe unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// The bytes of the file.
    func contents() throws(Failure) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unreadable }
        let size = Int(status.st_size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + count },
                    size - count,
                    count
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
        guard bytes.count == size else { throw Self.unreadable }
        return bytes
    }

    private static var unreadable: Failure {
        Failure(
            1,
            "The result cannot be read again. Check whether the disk is damaged.",
            "无法重新读取结果。请检查磁盘是否损坏。"
        )
    }
}
