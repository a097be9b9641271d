import Dispatch
import Glibc
import Synchronization

/// Ends a request that takes too long by shutting its socket down.
///
/// The time limits of libcups are per read: a printer that sends a byte now and
/// then would hold its reader for ever. After the shutdown every read and write
/// of the socket fails at once.
final class RequestDeadline: Sendable {
    private struct State {
        var descriptor: Int32?
        var hasPassed = false
    }

    private static let timers = DispatchQueue(label: "printcenter.cups.deadlines")
    private let state = Mutex(State())
    private let end: ContinuousClock.Instant

    /// Begins to count; the socket is named later by ``watch(_:)``.
    init(timeout: Duration) {
        end = .now + timeout
        Self.timers.asyncAfter(deadline: .now() + timeout.inSeconds) { [weak self] in
            self?.pass()
        }
    }

    /// Whether the time is over.
    var hasPassed: Bool { state.withLock(\.hasPassed) || ContinuousClock.now >= end }

    /// The milliseconds that are left, at least 1: 0 means something else to libcups.
    var millisecondsLeft: Int32 {
        Int32(clamping: max(1, Int((end - .now).inSeconds * 1000)))
    }

    /// Names the socket to be shut down; until ``release()`` nobody else may close it.
    func watch(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptor = descriptor
            if state.hasPassed {
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
        }
    }

    /// Lets go of the socket, so that it can be closed or serve another request.
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

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
