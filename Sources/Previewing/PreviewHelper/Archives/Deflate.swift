import CZlib

/// Decompresses deflate data with zlib, in bounded memory.
package enum Deflate {
    /// The format around the compressed data.
    package enum Wrapping: Int32 {
        /// None, as in zip archives.
        case none = -15
        /// In the format of gzip or of zlib; zlib detects which.
        case gzip = 47
    }

    /// Returns the first `size` bytes of the decompressed data.
    ///
    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - size: The number of bytes; no more are held in memory.
    ///   - whole: Whether the data must have exactly this size. Otherwise they may be shorter or longer.
    ///   - wrapping: The format around the compressed data.
    /// - Returns: The bytes; `nil` where the data are damaged or have another size.
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
                Int32(clamping: MemoryLayout<z_stream>.size)
            ) == Z_OK
        else { return nil }
        defer { unsafe inflateEnd(&stream) }
        // Room for one more byte than expected detects data that continue.
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
                    unsafe stream.avail_in = UInt32(clamping: input.count)
                    while unsafe stream.avail_in > 0, !ended, count < capacity {
                        let room = min(capacity - count, 1 << 30)
                        unsafe stream.next_out = output.baseAddress.map { unsafe $0 + count }
                        unsafe stream.avail_out = UInt32(clamping: room)
                        let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                        count += unsafe room - Int(stream.avail_out)
                        ended = status == Z_STREAM_END
                        guard status == Z_OK || ended else { return false }
                    }
                    return true
                }
                guard done else {
                    // Data before the damage are valid.
                    succeeded = !whole && count > 0
                    return
                }
            }
            succeeded = whole ? ended && count == size : true
        }
        return succeeded ? bytes : nil
    }

    /// Passes decompressed data to a closure, piece by piece, until the closure returns false; a gzip file may have
    /// several members.
    ///
    /// - Parameters:
    ///   - source: The compressed bytes.
    ///   - wrapping: The format around the compressed data.
    ///   - body: Receives up to 64 KiB at a time; returns whether to go on.
    /// - Returns: Whether the data were complete, and all of them were passed on.
    package static func inflate(
        _ source: FilePart,
        wrapping: Wrapping,
        _ body: ([UInt8]) -> Bool
    ) -> Bool {
        var stream = unsafe z_stream()
        let size = Int32(clamping: unsafe MemoryLayout<z_stream>.size)
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
                unsafe stream.avail_in = UInt32(clamping: input.count)
                while unsafe stream.avail_in > 0 {
                    if hasEnded {
                        // Padding in the last block of a tape is not a gzip member.
                        guard unsafe stream.next_in.pointee != 0 else { return true }
                        guard unsafe inflateReset(&stream) == Z_OK else { return false }
                    }
                    let (status, made) = unsafe output.withUnsafeMutableBufferPointer { room in
                        unsafe stream.next_out = room.baseAddress
                        unsafe stream.avail_out = UInt32(clamping: room.count)
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

    /// The CRC-32 of bytes, as zip archives store it.
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
