import Glibc
import PrintModel

/// The pictures of notices, in files that only the user can read: the desktop takes their paths.
struct PictureFolder: Sendable {
    let path: String

    /// Writes a PNG; returns its path, or `nil` if that fails: a notice needs no picture.
    func write(_ bytes: [UInt8], for job: JobID) -> String? {
        _ = unsafe mkdir(path, 0o700)
        let file = "\(path)/notice-\(job).png"
        _ = unsafe unlink(file)
        let descriptor = unsafe open(
            file,
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count else {
            remove(file)
            return nil
        }
        return file
    }

    /// Removes a picture.
    func remove(_ file: String) {
        _ = unsafe unlink(file)
    }
}
