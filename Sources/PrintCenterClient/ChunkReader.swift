import Dispatch
import Glibc

/// Reads an open file in pieces; it blocks where the file does.
struct ChunkReader: Sendable {
    /// Why a file cannot be read to its end.
    enum Failure: Error, Equatable {
        /// The system refuses, with this error number.
        case system(Int32)
        /// It ended before the size that it had at first.
        case shortened

        /// What is the matter and what to do, in sentences.
        func sentence(about name: String) -> String {
            switch self {
            case .system(let number):
                return "\(name) cannot be read: \(systemWords(number))."
            case .shortened:
                return
                    "\(name) became shorter while it was read. Print it again when it is complete."
            }
        }
    }

    private static let size = 256 << 10

    /// The file, read from its position; the caller keeps it open until the reading has ended.
    let descriptor: Int32

    /// The next piece, of at most `limit` bytes; `nil` at the end.
    func next(limit: Int? = nil) throws -> [UInt8]? {
        let wanted = min(Self.size, limit ?? Self.size)
        while true {
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let got = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                number = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if number == EINTR { continue }
            guard number == 0 else { throw Failure.system(number) }
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// The first bytes of the file, `limit` of them or all.
    func beginning(limit: Int) async throws -> [UInt8] {
        // A disk of another machine may take its time, and Swift's own threads must not wait.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result {
                        var bytes: [UInt8] = []
                        while bytes.count < limit,
                            let piece = try next(limit: limit - bytes.count)
                        {
                            bytes += piece
                        }
                        return bytes
                    }
                )
            }
        }
        return try result.get()
    }
}
