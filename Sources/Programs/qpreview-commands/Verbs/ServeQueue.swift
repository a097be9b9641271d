import QuickPreview
import Synchronization

/// The requests in progress.
final class Running: Sendable {
    private let tasks = Mutex<[ServeRequest.ID: Task<Void, Never>]>([:])

    /// Starts a request; `nil` where another one with its id is in progress.
    func start(
        _ request: ServeRequest,
        _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>? {
        tasks.withLock { tasks in
            guard tasks[request.id] == nil else { return nil }
            let task = Task { await work() }
            tasks[request.id] = task
            return task
        }
    }

    func remove(_ request: ServeRequest) { tasks.withLock { $0[request.id] = nil } }

    /// Cancels a request, and answers the cancel.
    func cancel(_ request: ServeRequest) -> String {
        guard let task = tasks.withLock({ $0[request.id] }) else {
            return ServeFailure(
                id: request.id,
                op: .cancel,
                code: "no-such-request",
                message: PreviewLanguage.ofUser.say(
                    "No request with this id is in progress.",
                    "没有使用此 id 的请求正在处理。"
                )
            ).json
        }
        task.cancel()
        return JSON.object([
            ("id", request.id.json), ("op", JSON.quoted(request.op.rawValue)), ("ok", "true"),
        ])
    }
}
