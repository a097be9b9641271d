import Synchronization

/// Returns the value of a task, or `nil` when the time runs out, or the caller is canceled; the task continues.
///
/// - Parameters:
///   - task: The task.
///   - limit: The time; `nil` for any.
/// - Returns: The value.
func value<Value: Sendable>(
    of task: Task<Value, Never>,
    within limit: Duration? = nil
) async -> Value? {
    let first = FirstAnswer<Value>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            first.take(continuation)
            let timer = limit.map { limit in
                Task {
                    // Canceled when the value comes first.
                    if (try? await Task.sleep(for: limit)) != nil {
                        first.resume(with: nil)
                    }
                }
            }
            Task {
                first.resume(with: await task.value)
                timer?.cancel()
            }
        }
    } onCancel: {
        first.resume(with: nil)
    }
}

/// A continuation that the first of several results resumes.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value?, Never>)
        case over
    }

    private let state = Mutex(State.new)

    /// Takes the continuation, which is resumed at once if the caller was canceled before.
    func take(_ continuation: CheckedContinuation<Value?, Never>) {
        let isOver = state.withLock { state in
            if case .over = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isOver { continuation.resume(returning: nil) }
    }

    func resume(with value: Value?) {
        let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: value)
    }
}
