import CHostNetwork
import Dispatch
import ProofKit
import Synchronization

/// A thread in a network namespace of its own, which lasts as long as the program.
///
/// The kernel ends the programs that it starts, where they ask for that, with this thread: with the program.
final class NodeThread: Sendable {
    private typealias Work = @Sendable () -> Void

    private let works = Mutex<[Work]>([])
    private let count = DispatchSemaphore(value: 0)
    private let start = DispatchSemaphore(value: 0)
    private let result = Mutex<Int32>(0)

    /// Starts the thread.
    ///
    /// - Parameter label: Its name, for debuggers.
    init(_ label: String) {
        // The block never returns: its thread belongs to no other queue.
        DispatchQueue(label: label).async { [self] in
            let entered = chost_enter_network()
            result.withLock { $0 = entered == 0 ? chost_thread() : entered }
            start.signal()
            while true {
                count.wait()
                works.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }
        start.wait()
    }

    /// The number of the thread, by which other programs find its network.
    var number: Int32 {
        get throws {
            let number = result.withLock { $0 }
            guard number > 0 else { throw ProofError("no network namespace: error \(-number)") }
            return number
        }
    }

    /// Calls a function on the thread, and waits for it.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let box = Outcome<Value>()
        works.withLock { works in
            works.append { box.set(Result { try body() }) }
        }
        count.signal()
        return try box.wait()
    }
}
