import CLinux
import Glibc
import Synchronization

/// A request of a task: waits for a thread that does its work, and can be canceled at any moment.
final class CancelableRequest<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PreviewError>

    private struct State {
        var canceled = false
        var continuation: CheckedContinuation<Outcome, Never>?
        /// Readable once the request is canceled; `nil` while no thread works on it.
        var interrupt: Int32?
    }

    private let state = Mutex(State())

    /// Waits for the work, which a thread of `workers` does.
    ///
    /// The work gets a descriptor that becomes readable when the task is canceled.
    static func perform(
        on workers: Workers,
        _ work: @escaping @Sendable (Int32) -> Outcome
    ) async -> Outcome {
        let request = CancelableRequest()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard request.wait(continuation) else {
                    continuation.resume(returning: .failure(.canceled))
                    return
                }
                workers.run { request.run(work) }
            }
        } onCancel: {
            request.cancel()
        }
    }

    private func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        state.withLock { state in
            guard !state.canceled else { return false }
            state.continuation = continuation
            return true
        }
    }

    private func cancel() {
        let waiting: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            state.canceled = true
            if let interrupt = state.interrupt {
                // The thread that works on it resumes the task once the child is dead.
                clinux_signal_event(interrupt)
                return nil
            }
            return state.continuation.take()
        }
        waiting?.resume(returning: .failure(.canceled))
    }

    private func run(_ work: (Int32) -> Outcome) {
        let interrupt = clinux_event()
        let wanted = state.withLock { state in
            guard state.continuation != nil else { return false }
            if interrupt >= 0 { state.interrupt = interrupt }
            return true
        }
        defer { if interrupt >= 0 { close(interrupt) } }
        guard wanted else { return }
        let outcome = interrupt >= 0 ? work(interrupt) : .failure(.systemLimit)
        let continuation = state.withLock { state in
            state.interrupt = nil
            return state.continuation.take()
        }
        continuation?.resume(returning: outcome)
    }
}
