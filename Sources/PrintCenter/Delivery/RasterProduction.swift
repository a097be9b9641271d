import Dispatch
import Glibc
import PrintModel
import Synchronization

/// The pages of a raster file that are made while a printer reads them.
///
/// They go through a socket, so that no more is made than the printer takes, and a part at a time is on the disk.
struct RasterProduction: Sendable {
    /// What the connection to the printer reads.
    let body: DocumentBody
    private let task: Task<(any Error)?, Never>

    /// Begins to make the pages.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - plan: The plan.
    ///   - file: The open PDF, until ``end()`` returns.
    ///   - preparer: Makes the pages.
    ///   - spool: Has the parts.
    /// - Throws: `SpoolError`.
    init(
        _ stream: RasterStream,
        _ plan: PrintPlan,
        of file: Int32,
        by preparer: any DocumentPreparer,
        in spool: Spool
    ) async throws {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        guard unsafe socketpair(AF_UNIX, Int32(clamping: kind), 0, &ends) == 0 else {
            throw SpoolError.system("sending a document")
        }
        let scratch: [Int32]
        do {
            scratch = try await Self.scratch(in: spool)
        } catch {
            for file in ends { close(file) }
            throw error
        }
        let (output, size) = (ends[1], stream.size)
        var body = DocumentBody(descriptor: ends[0], size: size)
        body.isStream = true
        self.body = body
        task = Task {
            defer { for file in scratch + [output] { close(file) } }
            let left = LeftBytes(size)
            do {
                try await preparer.streamRaster(stream, plan, of: file, through: scratch) {
                    part,
                    place in
                    // A file of another size than was said must not reach its end.
                    try left.take(Spool.size(of: part) - place)
                    try await Self.send(part, from: place, into: output)
                }
                return left.isNone ? nil : SpoolError.system("sending a document", EIO)
            } catch {
                return error
            }
        }
    }

    /// Ends the production; returns the error that ended it before.
    func end() async -> (any Error)? {
        task.cancel()
        // A writer that has not ended gets an error.
        _ = shutdown(body.descriptor, Int32(clamping: SHUT_RDWR))
        let error = await task.value
        close(body.descriptor)
        return error
    }

    /// Opens the two files that have a part each.
    private static func scratch(in spool: Spool) async throws -> [Int32] {
        let first = try await spool.scratch()
        do {
            return [first, try await spool.scratch()]
        } catch {
            close(first)
            throw error
        }
    }

    /// Sends a file on a thread that may block.
    private static func send(_ part: Int32, from place: Int, into output: Int32) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                done.resume(with: Result { try write(part, from: place, into: output) })
            }
        }
    }

    private static func write(_ part: Int32, from place: Int, into output: Int32) throws(SpoolError)
    {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var place = place
        while true {
            let count = unsafe pread(part, &chunk, chunk.count, place)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("reading a document") }
            guard count > 0 else { return }
            var done = 0
            while done < count {
                let sent = unsafe chunk.withUnsafeBytes { bytes in
                    unsafe Glibc.send(
                        output,
                        bytes.baseAddress.map { unsafe $0 + done },
                        count - done,
                        Int32(clamping: MSG_NOSIGNAL)
                    )
                }
                if sent < 0, errno == EINTR { continue }
                guard sent > 0 else { throw .system("sending a document") }
                done += sent
            }
            place += count
        }
    }
}

/// The bytes of a file that are yet to come; parts are taken one after the other.
private final class LeftBytes: Sendable {
    private let left: Mutex<Int>

    init(_ size: Int) { left = Mutex(size) }

    var isNone: Bool { left.withLock { $0 } == 0 }

    func take(_ count: Int) throws {
        try left.withLock { left in
            guard count >= 0, count <= left else {
                throw SpoolError.system("sending a document", EIO)
            }
            left -= count
        }
    }
}
