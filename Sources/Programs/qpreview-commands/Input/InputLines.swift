import Dispatch
import Glibc
import Synchronization

/// The lines of standard input, read on demand by a thread that may block.
final class InputLines: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isAtEnd = false
    }

    private let queue = DispatchQueue(label: "standard input")
    private let state = Mutex(State())

    /// The next line without its end; the inner `nil` for one that is too long, the outer `nil` at the end of the input.
    func next() async -> [UInt8]?? {
        while true {
            let line = await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.read()) }
            }
            // Empty lines are ignored.
            if case .some(.some(let bytes)) = line, bytes.allSatisfy({ $0 <= 0x20 }) { continue }
            return line
        }
    }

    private func read() -> [UInt8]?? {
        state.withLock { state in
            var isTooLong = false
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while true {
                if let end = state.waiting.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(state.waiting[..<end])
                    state.waiting.removeSubrange(...end)
                    return isTooLong || line.count > ServeRequest.lineLimit ? .some(nil) : line
                }
                if state.waiting.count > ServeRequest.lineLimit {
                    isTooLong = true
                    state.waiting.removeAll()
                }
                guard !state.isAtEnd else {
                    defer { state.waiting.removeAll() }
                    if isTooLong { return .some(nil) }
                    return state.waiting.isEmpty ? .none : .some(state.waiting)
                }
                let count = unsafe Glibc.read(STDIN_FILENO, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { state.isAtEnd = true } else { state.waiting += chunk.prefix(count) }
            }
        }
    }
}
