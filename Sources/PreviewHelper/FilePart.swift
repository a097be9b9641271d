import Glibc

/// A file, or a part of one, that is read at any place and never beyond its ends.
package struct FilePart {
    package let descriptor: Int32
    package private(set) var begin = 0
    package let size: Int

    package init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// All of a file, or `nil` where there is none.
    package init?(whole descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(descriptor: descriptor, size: Int(status.st_size))
    }

    /// A part of it, or `nil` where it does not have so much.
    package func part(at offset: Int, count: Int) -> FilePart? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var part = FilePart(descriptor: descriptor, size: count)
        part.begin = begin + offset
        return part
    }

    /// Bytes of it, or `nil` where it does not have so many.
    package func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    count - filled,
                    begin + offset + filled
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else {
                    failed = true
                    return
                }
                filled += read
            }
        }
        return failed ? nil : bytes
    }
}

extension [UInt8] {
    /// The little-endian number at a place that is known to be there.
    @inlinable package func number16(_ place: Int) -> UInt16 {
        UInt16(self[place]) | UInt16(self[place + 1]) << 8
    }

    /// The little-endian number at a place that is known to be there.
    @inlinable package func number32(_ place: Int) -> UInt32 {
        UInt32(number16(place)) | UInt32(number16(place + 2)) << 16
    }

    /// The little-endian number at a place that is known to be there, or `nil` where it is absurd.
    @inlinable package func number64(_ place: Int) -> Int? {
        Int(exactly: UInt64(number32(place)) | UInt64(number32(place + 4)) << 32)
    }

    /// The big-endian number at a place that is known to be there.
    @inlinable package func big16(_ place: Int) -> UInt16 {
        UInt16(self[place]) << 8 | UInt16(self[place + 1])
    }

    /// The big-endian number at a place that is known to be there.
    @inlinable package func big32(_ place: Int) -> UInt32 {
        UInt32(big16(place)) << 16 | UInt32(big16(place + 2))
    }
}
