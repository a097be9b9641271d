import Glibc
import PreviewModel
import SheetRendering

/// The raster file that is written: bytes up to a limit, and parts that are written again for more copies.
struct RasterOutput {
    private let descriptor: Int32
    private let limit: Int
    /// Whether bytes beyond the limit are counted instead of written.
    private let counts: Bool
    /// Whether the limit was exceeded, so that nothing is written any more.
    private(set) var isCounting = false
    /// The number of bytes that have been written.
    private(set) var size = 0

    /// The most bytes that are copied at once.
    private static let copySize = 1 << 20

    /// Writes to an empty file that can also be read.
    init(_ descriptor: Int32, limit: Int, counts: Bool) {
        self.counts = counts
        self.descriptor = descriptor
        self.limit = limit
    }

    mutating func write(_ bytes: [UInt8]) throws(SheetFailure) {
        try write(bytes, count: bytes.count)
    }

    /// Writes the first bytes of an array.
    mutating func write(_ bytes: [UInt8], count: Int) throws(SheetFailure) {
        guard try !skips(count, times: 1) else { return }
        var done = 0
        while done < count {
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    count - done
                )
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .outcome(.outputFailed) }
            done += written
        }
        size += count
    }

    /// Counts bytes that exceed the limit; returns whether they do.
    private mutating func skips(_ count: Int, times: Int) throws(SheetFailure) -> Bool {
        let all = count.multiplied(clamping: times)
        guard isCounting || all > limit - size else { return false }
        guard counts else { throw .outcome(.outputTooLarge) }
        isCounting = true
        size = size.adding(clamping: all)
        return true
    }

    /// Appends a part of the file again, a number of times.
    mutating func append(_ part: Range<Int>, times: Int) throws(SheetFailure) {
        guard times > 0, !part.isEmpty else { return }
        // Said at once, not after a gigabyte.
        guard try !skips(part.count, times: times) else { return }
        var bytes = [UInt8](repeating: 0, count: min(Self.copySize, part.count))
        for _ in 0..<times {
            var place = part.lowerBound
            while place < part.upperBound {
                let wanted = min(bytes.count, part.upperBound - place)
                let count = unsafe pread(descriptor, &bytes, wanted, place)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw .outcome(.outputFailed) }
                try write(bytes, count: count)
                place += count
            }
        }
    }
}
