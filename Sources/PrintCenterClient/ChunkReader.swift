import Dispatch
import Glibc
import Synchronization

/// Reads an open file in pieces, on a thread that may block.
final class ChunkReader: Sendable {
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
    /// How often a pipe that says nothing is left to see whether reading it is still wanted, in
    /// milliseconds.
    private static let breath: Int32 = 100

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "printcenter.client.reading")

    /// Reads from a descriptor's position; the caller keeps it open until the reading has ended.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next piece, of at most `limit` bytes; `nil` at the end.
    func next(limit: Int? = nil) async throws -> [UInt8]? {
        let wanted = min(Self.size, limit ?? Self.size)
        let gone = Flag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [descriptor] in
                    continuation.resume(
                        returning: Result { try Self.read(descriptor, wanted, unless: gone) }
                    )
                }
            }
        } onCancel: {
            gone.raise()
        }
        return try result.get()
    }

    private static func read(
        _ descriptor: Int32,
        _ wanted: Int,
        unless gone: Flag
    ) throws -> [UInt8]? {
        while true {
            // A pipe may say nothing for hours after the service has refused what came before.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, breath)
            if gone.isRaised { throw CancellationError() }
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                number = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if number == EINTR { continue }
            guard number == 0 else { throw Failure.system(number) }
            return bytes.isEmpty ? nil : bytes
        }
    }
}

/// Tells a thread that its work is not wanted any more.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() {
        value.store(true, ordering: .relaxed)
    }
}
