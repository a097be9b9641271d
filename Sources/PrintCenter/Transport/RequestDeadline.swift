import Dispatch
import Glibc
import Synchronization

/// Ends a request that times out by shutting its socket down.
///
/// The timeouts of libcups apply to each read: a printer that sends a byte now
/// and then would block its reader forever. After the shutdown every read and
/// write of the socket fails at once.
final class RequestDeadline: Sendable {
    private struct State {
        var descriptor: Int32?
        var hasPassed = false
    }

    private static let timers = DispatchQueue(label: "printcenter.cups.deadlines")
    private let state = Mutex(State())
    private let end: ContinuousClock.Instant

    /// Starts the timer; ``watch(_:)`` sets the socket later.
    init(timeout: Duration) {
        end = .now + timeout
        Self.timers.asyncAfter(deadline: .now() + timeout.inSeconds) { [weak self] in
            self?.pass()
        }
    }

    /// Whether the time has run out.
    var hasPassed: Bool { state.withLock(\.hasPassed) || ContinuousClock.now >= end }

    /// The remaining milliseconds, at least 1: 0 has another meaning for libcups.
    var millisecondsLeft: Int32 {
        Int32(clamping: max(1, Int((end - .now).inSeconds * 1000)))
    }

    /// Sets the socket to shut down; the caller must not close it before ``release()``.
    func watch(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptor = descriptor
            if state.hasPassed {
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
        }
    }

    /// Releases the socket, so that the caller can close it or send another request.
    func release() {
        state.withLock { $0.descriptor = nil }
    }

    private func pass() {
        state.withLock { state in
            state.hasPassed = true
            if let descriptor = state.descriptor {
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
        }
    }
}
