import CZlib

/// The compression of zip archives, undone by zlib in memory that is bounded beforehand.
package enum Deflate {
    /// How the compressed data are wrapped.
    package enum Wrapping: Int32 {
        /// Not at all, as in zip archives.
        case none = -15
        /// In the format of gzip or of zlib; zlib tells which.
        case gzip = 47
    }

    /// The first `size` bytes of what was compressed.
    ///
    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - size: How many bytes come out; no more are held in memory.
    ///   - whole: Whether there have to be exactly so many. Otherwise fewer will do, and more may follow.
    ///   - wrapping: How the compressed data are wrapped.
    /// - Returns: The bytes, or `nil` where the data are damaged or not as long as expected.
    package static func inflate(
        _ source: FilePart,
        size: Int,
        whole: Bool = true,
        wrapping: Wrapping = .none
    ) -> [UInt8]? {
        var stream = unsafe z_stream()
        let version = ZLIB_VERSION
        guard
            unsafe inflateInit2_(
                &stream,
                wrapping.rawValue,
                version,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else { return nil }
        defer { unsafe inflateEnd(&stream) }
        // One byte more than expected tells data that go on.
        let capacity = whole ? size + 1 : size
        var succeeded = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            var read = 0
            var ended = false
            while !ended, count < capacity, read < source.size {
                guard var chunk = source.bytes(at: read, count: min(65_536, source.size - read))
                else { return }
                read += chunk.count
                let done = unsafe chunk.withUnsafeMutableBufferPointer { input -> Bool in
                    unsafe stream.next_in = input.baseAddress
                    unsafe stream.avail_in = UInt32(input.count)
                    while unsafe stream.avail_in > 0, !ended, count < capacity {
                        let room = min(capacity - count, 1 << 30)
                        unsafe stream.next_out = output.baseAddress.map { unsafe $0 + count }
                        unsafe stream.avail_out = UInt32(room)
                        let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                        count += unsafe room - Int(stream.avail_out)
                        ended = status == Z_STREAM_END
                        guard status == Z_OK || ended else { return false }
                    }
                    return true
                }
                guard done else {
                    // What came out before the damage is still a beginning.
                    succeeded = !whole && count > 0
                    return
                }
            }
            succeeded = whole ? ended && count == size : true
        }
        return succeeded ? bytes : nil
    }

    /// Hands on what was compressed, piece by piece, until the closure wants no more; a gzip file may have
    /// several members.
    ///
    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - wrapping: How the compressed data are wrapped.
    ///   - body: Gets up to 64 KiB at a time; false ends the work.
    /// - Returns: Whether the data were whole, and all of them handed on.
    package static func inflate(
        _ source: FilePart,
        wrapping: Wrapping,
        _ body: ([UInt8]) -> Bool
    ) -> Bool {
        var stream = unsafe z_stream()
        let size = Int32(unsafe MemoryLayout<z_stream>.size)
        let version = ZLIB_VERSION
        guard unsafe inflateInit2_(&stream, wrapping.rawValue, version, size) == Z_OK else {
            return false
        }
        defer { unsafe inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: 65_536)
        var read = 0
        var hasEnded = false
        while read < source.size {
            guard var chunk = source.bytes(at: read, count: min(65_536, source.size - read)) else {
                return false
            }
            read += chunk.count
            let isWanted = unsafe chunk.withUnsafeMutableBufferPointer { input -> Bool in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                while unsafe stream.avail_in > 0 {
                    if hasEnded {
                        // Bytes that fill up the last block of a tape are no member.
                        guard unsafe stream.next_in.pointee != 0 else { return true }
                        guard unsafe inflateReset(&stream) == Z_OK else { return false }
                    }
                    let (status, made) = unsafe output.withUnsafeMutableBufferPointer { room in
                        unsafe stream.next_out = room.baseAddress
                        unsafe stream.avail_out = UInt32(room.count)
                        let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                        return (status, unsafe room.count - Int(stream.avail_out))
                    }
                    hasEnded = status == Z_STREAM_END
                    guard status == Z_OK || hasEnded,
                        made == 0 || body(Array(output.prefix(made)))
                    else { return false }
                }
                return true
            }
            guard isWanted else { return false }
        }
        return hasEnded
    }

    /// The CRC-32 of bytes, as zip archives keep it.
    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBytes { buffer in
            UInt32(
                truncatingIfNeeded: unsafe crc32_z(
                    0,
                    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    buffer.count
                )
            )
        }
    }
}
