import Dispatch
import Glibc
import PrintModel

/// Reads an open file in chunks; it blocks if the file does.
struct ChunkReader: Sendable {
    /// The error of a file that cannot be read to its end.
    enum Failure: Error, Equatable {
        /// The system reported this error number.
        case system(Int32)
        /// The file ended before its initial size.
        case shortened

        /// A message that says what is wrong and what to do, in the given language.
        func sentence(about name: String, in language: Language) -> String {
            let (english, chinese) =
                switch self {
                case .system(let number):
                    (
                        "\(name) cannot be read: \(systemWords(number)).",
                        "无法读取 \(name)：\(systemWords(number))。"
                    )
                case .shortened:
                    (
                        "\(name) became shorter while it was read. Print it again when it is complete.",
                        "\(name) 在读取时变短。请在文件完整后重新打印。"
                    )
                }
            return language == .simplifiedChinese ? chinese : english
        }
    }

    private static let size = 256 << 10

    /// The file, read from its position; the caller keeps it open until the reader is done.
    let descriptor: Int32

    /// The next chunk, of at most `limit` bytes; `nil` at the end.
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

    /// The first `limit` bytes of the file, or all if it is shorter.
    func beginning(limit: Int) async throws -> [UInt8] {
        // A network file system may be slow, and must not block Swift's cooperative threads.
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
