import Dispatch

/// A serial executor on a queue of its own, for an actor that makes blocking calls.
///
/// Swift's cooperative pool has one thread per core: two printers that do not
/// answer would block the whole program. Dispatch starts another thread when
/// one blocks. A call and the code that reads its error still belong in one
/// synchronous function, because two jobs may run on two threads.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedSerialExecutor()
        queue.async {
            // The runtime vouches for the job until it has run once, which is here.
            unsafe job.runSynchronously(on: executor)
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe UnownedSerialExecutor(ordinary: self)
    }
}
