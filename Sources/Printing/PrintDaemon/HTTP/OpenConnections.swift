import NIOCore
import Synchronization

/// The connections of a listener, each with the task that serves it, so that each one has an end.
final class OpenConnections: Sendable {
    private struct State {
        var isEnding = false
        var open: [ObjectIdentifier: (channel: any Channel, task: Task<Void, Never>)] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Whether no further connection is served.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// How many there are.
    var count: Int { state.withLock { $0.open.count } }

    /// Serves a connection.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - body: What serves it until it is closed; it is run in any case, since it alone ends what was made for the
    ///     connection.
    func serve(_ channel: any Channel, _ body: @escaping @Sendable () async -> Void) {
        let id = ObjectIdentifier(channel)
        let isLate = state.withLock { state in
            let task = Task {
                await body()
                self.remove(id)
            }
            state.open[id] = (channel, task)
            return state.isEnding
        }
        if isLate { channel.close(promise: nil) }
    }

    private func remove(_ id: ObjectIdentifier) {
        let waiting = state.withLock { state in
            state.open.removeValue(forKey: id)
            guard state.open.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Ends all connections: those with a request after its response, if that is there in time.
    ///
    /// - Parameter grace: The time after which connections are closed, and what serves them is canceled.
    func end(within grace: Duration) async {
        let channels = state.withLock { state in
            state.isEnding = true
            return state.open.values.map(\.channel)
        }
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        let deadline = Task {
            try await Task.sleep(for: grace)
            cut()
        }
        defer { deadline.cancel() }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.open.isEmpty { state.waiting.append(continuation) }
                return state.open.isEmpty
            }
            if isOver { continuation.resume() }
        }
    }

    private func cut() {
        for (channel, task) in state.withLock({ Array($0.open.values) }) {
            channel.close(promise: nil)
            task.cancel()
        }
    }
}
