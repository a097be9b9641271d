import CLinux
import Dispatch
import Glibc
import Synchronization

/// Threads for blocking work, which must not block Swift's cooperative threads.
///
/// A thread starts when work arrives that no other thread waits for, and fewer than `limit` run. It ends when there was no
/// work for a second, or at once if there will be none.
final class Workers: Sendable {
    private struct State {
        var working = 0
        /// The threads that have no work.
        var idle = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private static let patience = DispatchTimeInterval.seconds(1)

    private let limit: Int
    fileprivate let isPatient: Bool
    private let state = Mutex(State())
    /// Wakes an idle thread; one that finds no work waits again.
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: The most threads.
    ///   - isPatient: Whether a thread waits for more work.
    init(limit: Int, isPatient: Bool = true) {
        self.limit = limit
        self.isPatient = isPatient
    }

    /// Runs the work on a thread, at once or when one becomes free, in the order of arrival.
    func run(_ work: @escaping @Sendable () -> Void) {
        let (wakes, starts) = state.withLock { state in
            state.waiting.append(work)
            if state.waiting.count <= state.idle { return (true, false) }
            guard state.working < limit else { return (false, false) }
            state.working += 1
            return (false, true)
        }
        if wakes { arrivals.signal() }
        if starts { startThread() }
    }

    private func startThread() {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(clamping: PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let failure = unsafe pthread_create(&thread, &attributes, workerThread, context)
        guard failure != 0 else { return }
        // No thread can be started: the caller does the work.
        unsafe Unmanaged<Workers>.fromOpaque(context).release()
        drain(waits: false)
    }

    /// Works until there is nothing left to do, on a thread of its own, or on that of a caller, which cannot wait for more.
    fileprivate func drain(waits: Bool) {
        var isLate = !waits
        var wasIdle = false
        while true {
            let (work, isOver) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
                if wasIdle { state.idle -= 1 }
                wasIdle = false
                if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
                if isLate { state.working -= 1 } else { state.idle += 1 }
                return (nil, isLate)
            }
            if let work {
                work()
                isLate = !waits
            } else if isOver {
                return
            } else {
                isLate = arrivals.wait(timeout: .now() + Self.patience) == .timedOut
                wasIdle = true
            }
        }
    }
}

/// The body of a thread; its argument is the retained workers.
private func workerThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        let workers = unsafe Unmanaged<Workers>.fromOpaque(context).takeRetainedValue()
        workers.drain(waits: workers.isPatient)
    }
    return nil
}
