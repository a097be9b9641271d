import Synchronization

/// Returns the value of a task, or `nil` when the time runs out; the task continues.
func value<Value: Sendable>(
    of task: Task<Value, Never>,
    within limit: Duration
) async -> Value? {
    await withCheckedContinuation { continuation in
        let first = FirstAnswer(continuation)
        let timer = Task {
            // Canceled when the value comes first.
            if (try? await Task.sleep(for: limit)) != nil {
                first.resume(with: nil)
            }
        }
        Task {
            first.resume(with: await task.value)
            timer.cancel()
        }
    }
}

/// A continuation that the first of several results resumes.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

    init(_ continuation: CheckedContinuation<Value?, Never>) {
        self.continuation = Mutex(continuation)
    }

    func resume(with value: Value?) {
        continuation.withLock { continuation in
            continuation?.resume(returning: value)
            continuation = nil
        }
    }
}
