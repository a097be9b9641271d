import Synchronization

/// Wakes whoever waits for a change; a ring that nobody waits for is not lost.
///
/// It carries nothing: who wakes looks for itself what has changed.
final class Bell: Sendable {
    private struct State {
        var rings = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    /// How often it has rung.
    var rings: Int { state.withLock { $0.rings } }

    /// Wakes all who wait.
    func ring() {
        let woken = state.withLock { state in
            state.rings += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns when it has rung more often than `rings`, when the time is over, or when the task
    /// is canceled.
    func wait(after rings: Int, atMost time: Duration) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let alarm = Task { [self] in
            // Cancelled as soon as the bell rings; then there is nobody to wake.
            try? await Task.sleep(for: time)
            wake(id)
        }
        defer { alarm.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.rings > rings || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: Int) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
        continuation?.resume()
    }
}
