import Dispatch
import Glibc
import ProofKit
import Synchronization

/// Calls a function so many times, each on a thread of its own, and waits for all of them.
func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
        DispatchQueue(label: "hosttest.\(number)").async(group: group) { body(number) }
    }
    group.wait()
}

/// Writes a line to standard error without buffering.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(2, bytes, bytes.count)
}

/// Waits on the calling thread for a function that is asynchronous.
///
/// The main function is not: with it, there would be several threads before a command moves to another network, which the
/// kernel allows an ordinary user only while there is one.
func waitFor<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let outcome = Outcome<Value>()
    Task {
        do {
            outcome.set(.success(try await body()))
        } catch {
            outcome.set(.failure(error))
        }
    }
    return try outcome.wait()
}

/// The result of a function on another thread.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    func wait() throws -> Value {
        isThere.wait()
        guard let result = result.withLock({ $0 }) else {
            throw ProofError("a function has no result")
        }
        return try result.get()
    }
}
