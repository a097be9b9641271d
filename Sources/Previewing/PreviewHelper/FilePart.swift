import CLinux
import Glibc

/// A file or a part of it, with reads at any offset that never exceed its bounds.
package struct FilePart {
    package let descriptor: Int32
    package private(set) var begin = 0
    package let size: Int

    package init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// The whole file; `nil` where it cannot be read.
    package init?(whole descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(descriptor: descriptor, size: Int(status.st_size))
    }

    /// A part of the file; `nil` where the file is shorter.
    package func part(at offset: Int, count: Int) -> FilePart? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var part = FilePart(descriptor: descriptor, size: count)
        part.begin = begin + offset
        return part
    }

    /// Reads at most the first `limit` bytes of a file; also returns whether the file has no more.
    package static func start(
        of descriptor: Int32,
        limit: Int
    ) -> (bytes: [UInt8], isWhole: Bool) {
        guard let file = FilePart(whole: descriptor) else { return ([], true) }
        let bytes = file.available(at: 0, count: limit)
        return (bytes, file.size <= bytes.count)
    }

    /// The contents of a sealed memory file; `nil` where it can still be modified, or its size is
    /// not `count`.
    package static func sealed(_ descriptor: Int32, count: Int) -> [UInt8]? {
        guard clinux_is_sealed(descriptor) != 0, let file = FilePart(whole: descriptor),
            file.size == count
        else { return nil }
        return file.bytes(at: 0, count: count)
    }

    /// Reads at most `count` bytes at an offset; fewer where the part ends earlier.
    package func available(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset <= size, count > 0 else { return [] }
        return read(at: offset, count: min(count, size - offset))
    }

    /// Reads exactly `count` bytes at an offset; `nil` where the part ends earlier.
    package func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        let bytes = read(at: offset, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// Reads at most `count` bytes at an offset; fewer where the file has been truncated.
    private func read(at offset: Int, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    count - filled,
                    begin + offset + filled
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                filled += read
            }
        }
    }
}

extension [UInt8] {
    /// Returns the little-endian 16-bit number at a valid position.
    @inlinable package func number16(_ place: Int) -> UInt16 {
        UInt16(self[place]) | UInt16(self[place + 1]) << 8
    }

    /// Returns the little-endian 32-bit number at a valid position.
    @inlinable package func number32(_ place: Int) -> UInt32 {
        UInt32(number16(place)) | UInt32(number16(place + 2)) << 16
    }

    /// The little-endian number at a valid position; `nil` where it is out of proportion.
    @inlinable package func number64(_ place: Int) -> Int? {
        Int(exactly: UInt64(number32(place)) | UInt64(number32(place + 4)) << 32)
    }

    /// Returns the big-endian 16-bit number at a valid position.
    @inlinable package func big16(_ place: Int) -> UInt16 {
        UInt16(self[place]) << 8 | UInt16(self[place + 1])
    }

    /// Returns the big-endian 32-bit number at a valid position.
    @inlinable package func big32(_ place: Int) -> UInt32 {
        UInt32(big16(place)) << 16 | UInt32(big16(place + 2))
    }
}
