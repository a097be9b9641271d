import Glibc

/// Reads the beginning of a document.
enum DocumentBytes {
    /// The first bytes, at most `limit`, and whether they are all.
    static func read(_ descriptor: Int32, limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return ([], true) }
        let wanted = min(limit, max(0, Int(status.st_size)))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let target = unsafe buffer.baseAddress.map { unsafe $0 + count }
                let read = unsafe pread(descriptor, target, wanted - count, off_t(count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
        return (bytes, Int(status.st_size) <= bytes.count)
    }
}
