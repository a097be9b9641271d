internal import CAvahi
import Synchronization

/// A poll loop of libavahi, which the thread that created it runs.
///
/// The corresponding C type is `AvahiSimplePoll`. Avahi's other loop for programs without one,
/// `AvahiThreadedPoll`, is the same loop in a thread with a lock: nothing may be freed in its
/// callbacks that they use, and there is no place to do it later.
@safe struct AvahiPoll: ~Copyable {
    private let pointer: OpaquePointer

    /// Creates a loop; `nil` if the process has too many descriptors.
    init?() {
        guard let pointer = unsafe avahi_simple_poll_new() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { unsafe avahi_simple_poll_free(pointer) }

    /// Runs callbacks once something has happened; returns at the latest after the given time.
    ///
    /// - Parameter time: The time to wait; `nil` waits until something happens or
    ///   ``AvahiWaker/stop()`` is called.
    /// - Returns: `false` if the loop can no longer be used.
    func turn(atMost time: Duration?) -> Bool {
        var milliseconds: Int32 = -1
        if let time {
            // Rounded up, so that a wait does not end just before its time.
            milliseconds = Int32(
                clamping: min(max(time.inSeconds, 0) * 1_000, 600_000).rounded(.up)
            )
        }
        return unsafe avahi_simple_poll_iterate(pointer, milliseconds) >= 0
    }

    /// Passes the loop's functions to a closure, for the objects that use the loop.
    func withFunctions<R>(_ body: (UnsafePointer<CAvahi.AvahiPoll>?) -> R) -> R {
        unsafe body(avahi_simple_poll_get(pointer))
    }

    /// Lets another thread end this loop while `body` runs.
    func whileWakeable<R>(by waker: AvahiWaker, _ body: () -> R) -> R {
        unsafe waker.attach(pointer)
        defer { waker.detach() }
        return body()
    }
}

/// Stops a poll loop from another thread.
final class AvahiWaker: Sendable {
    @safe private struct State: @unchecked Sendable {
        // Used only under the lock, and only while the loop exists.
        var poll: OpaquePointer?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Whether the loop should end.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Has the loop end after its current turn.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            // Not `avahi_simple_poll_wakeup`, which a loop that is about to wait forgets.
            if let poll = unsafe state.poll { unsafe avahi_simple_poll_quit(poll) }
        }
    }

    fileprivate func attach(_ poll: OpaquePointer) {
        state.withLock { unsafe $0.poll = poll }
    }

    fileprivate func detach() {
        state.withLock { unsafe $0.poll = nil }
    }
}
