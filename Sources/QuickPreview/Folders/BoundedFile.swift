import Glibc

/// Reads files of the system and of the user into memory, up to a limit.
enum BoundedFile {
    /// The first bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path; a pipe there is not waited for.
    ///   - limit: The most bytes to read.
    /// - Returns: All bytes of the file, or its first ones; `nil` where it cannot be opened.
    static func bytes(at path: String, limit: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard let file = Descriptor(takingOwnership: descriptor) else { return nil }
        return bytes(of: file.number, limit: limit)
    }

    /// The first bytes of an open file, wherever its position is; `nil` where it cannot be read.
    static func bytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 65_536))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = unsafe pread(descriptor, &chunk, wanted, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}
