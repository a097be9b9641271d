import CLinux
import Glibc
import Synchronization

/// Threads for blocking work, which must not block Swift's cooperative threads.
///
/// A thread starts when work arrives and fewer than `limit` threads run, and ends when no work is left.
final class Workers: Sendable {
    private struct State {
        var working = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Runs the work on a thread, at once or when one becomes free, in the order of arrival.
    func run(_ work: @escaping @Sendable () -> Void) {
        let start = state.withLock { state in
            state.waiting.append(work)
            guard state.working < limit else { return false }
            state.working += 1
            return true
        }
        if start { startThread() }
    }

    private func startThread() {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let failure = unsafe pthread_create(&thread, &attributes, workerThread, context)
        guard failure != 0 else { return }
        // No thread can be started: the caller does the work.
        unsafe Unmanaged<Workers>.fromOpaque(context).release()
        drain()
    }

    fileprivate func drain() {
        while true {
            let work: (@Sendable () -> Void)? = state.withLock { state in
                if state.waiting.isEmpty {
                    state.working -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let work else { return }
            work()
        }
    }
}

/// The body of a thread; its argument is the retained workers.
private func workerThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        unsafe Unmanaged<Workers>.fromOpaque(context).takeRetainedValue().drain()
    }
    return nil
}
