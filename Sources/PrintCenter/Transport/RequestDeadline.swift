import Dispatch
import Glibc
import Synchronization

/// Ends a request that times out by ending its connection.
///
/// The timeouts of libcups apply to each read: a printer that sends a byte now
/// and then would block its reader forever. After the end every read and
/// write of the socket fails at once.
final class RequestDeadline: Sendable {
    /// How the connection ends.
    enum End: Sendable {
        /// Regularly, after what was written.
        case shutdown
        /// With a reset, so that a printer discards an incomplete document.
        case reset
    }

    private struct State {
        var descriptor: Int32?
        var hasPassed = false
    }

    private static let timers = DispatchQueue(label: "printcenter.cups.deadlines")
    private let state = Mutex(State())
    private let instant: ContinuousClock.Instant
    private let end: End

    /// Starts the timer; ``watch(_:)`` sets the socket later.
    init(timeout: Duration, end: End = .shutdown) {
        instant = .now + timeout
        self.end = end
        Self.timers.asyncAfter(deadline: .now() + timeout.inSeconds) { [weak self] in
            self?.expire()
        }
    }

    /// Whether the time has run out.
    var hasPassed: Bool { state.withLock(\.hasPassed) || ContinuousClock.now >= instant }

    /// The remaining milliseconds, at least 1: 0 has another meaning for libcups.
    var millisecondsLeft: Int32 {
        Int32(clamping: max(1, Int(clamping: (instant - .now).inSeconds * 1000)))
    }

    /// Sets the socket whose connection to end; the caller must not close it before ``release()``.
    func watch(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptor = descriptor
            if state.hasPassed {
                endConnection(of: descriptor)
            }
        }
    }

    /// Releases the socket, so that the caller can close it or send another request.
    func release() {
        state.withLock { $0.descriptor = nil }
    }

    /// Ends the connection now, from any thread, as if the time had run out.
    func expire() {
        state.withLock { state in
            state.hasPassed = true
            if let descriptor = state.descriptor {
                endConnection(of: descriptor)
            }
        }
    }

    private func endConnection(of descriptor: Int32) {
        switch end {
        case .shutdown: shutdown(descriptor, Int32(clamping: SHUT_RDWR))
        case .reset: SocketReset.reset(descriptor)
        }
    }
}
