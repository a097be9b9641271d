import Dispatch
import Glibc

/// Reads an open file in pieces, on a thread that may block.
final class ChunkReader: Sendable {
    /// The file cannot be read.
    struct Failure: Error {
        let number: Int32
    }

    private static let size = 256 << 10

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "printcenter.client.reading")

    /// Reads from a descriptor's position; the caller keeps it open until the reading has ended.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next piece; `nil` at the end.
    func next() async throws -> [UInt8]? {
        let result = await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                continuation.resume(returning: Result { try Self.read(descriptor) })
            }
        }
        return try result.get()
    }

    private static func read(_ descriptor: Int32) throws -> [UInt8]? {
        while true {
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                number = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if number == EINTR { continue }
            guard number == 0 else { throw Failure(number: number) }
            return bytes.isEmpty ? nil : bytes
        }
    }
}
