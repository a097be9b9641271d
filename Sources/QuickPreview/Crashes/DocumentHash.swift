import Glibc
internal import Hashing

/// A hash that identifies a document without reading more of it than takes a moment.
enum DocumentHash {
    /// The largest document that is hashed whole, in bytes.
    private static let wholeLimit = 32 << 20
    /// Of a larger one, this many parts of this size are hashed with its length, including the first and the last bytes:
    /// a sparse file may be larger than any disk.
    private static let parts = 16
    private static let partSize = 32 << 10
    /// The time limit, on slow file systems, too.
    private static let limit = Duration.seconds(2)

    /// The size of a document in bytes, or -1.
    static func size(_ document: Int32) -> Int {
        var status = stat()
        return unsafe fstat(document, &status) == 0 ? status.st_size : -1
    }

    /// The hash of a document; `nil` where it cannot be read in time.
    static func of(_ document: Int32) -> String? {
        let size = size(document)
        guard size >= 0 else { return nil }
        let end = ContinuousClock.now + limit
        var hash = SHA256()
        if size <= wholeLimit {
            guard add(0..<size, of: document, to: &hash, until: end) else { return nil }
            return hash.finish()
        }
        hash.update(Array("parts of \(size)".utf8))
        for part in 0..<parts {
            let (whole, rest) = (size - partSize).quotientAndRemainder(dividingBy: parts - 1)
            let start = whole * part + rest * part / (parts - 1)
            let range = start..<(start + partSize)
            guard add(range, of: document, to: &hash, until: end) else { return nil }
        }
        return hash.finish()
    }

    private static func add(
        _ range: Range<Int>,
        of document: Int32,
        to hash: inout SHA256,
        until end: ContinuousClock.Instant
    ) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var position = range.lowerBound
        while position < range.upperBound {
            guard ContinuousClock.now < end else { return false }
            let wanted = min(bytes.count, range.upperBound - position)
            let count = unsafe pread(document, &bytes, wanted, position)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            // The file became shorter.
            if count == 0 { break }
            hash.update(bytes[..<count])
            position += count
        }
        return true
    }
}
