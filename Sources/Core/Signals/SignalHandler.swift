@unsafe @preconcurrency import Dispatch
import Glibc

/// Handles signals from the moment at which its initializer returns until ``stop()``.
///
/// Dispatch begins to wait for a signal some time after it was asked to. Until then the signal does what it does without a
/// handler: a process that ignored it meanwhile would lose the one request to end that it gets. The handler runs on a queue
/// of its own, which has a thread even where all of Swift's tasks hang.
public final class SignalHandler: Sendable {
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Begins to handle signals.
    ///
    /// - Parameters:
    ///   - numbers: The signals.
    ///   - handle: Called with the number of each signal that comes.
    public init(for numbers: [Int32], _ handle: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        let queue = DispatchQueue(label: "signals")
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let registered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { registered.signal() }
            source.setEventHandler { handle(number) }
            source.resume()
            registered.wait()
            return source
        }
    }

    /// Gives the signals their usual effect again.
    ///
    /// Call it once, and not from the handler, for which it waits. Dispatch prepares the process for a signal only once,
    /// which this undoes: a handler that is created later for the same signal receives nothing.
    public func stop() {
        for (number, source) in zip(numbers, sources) {
            let ended = DispatchSemaphore(value: 0)
            source.setCancelHandler { ended.signal() }
            source.cancel()
            ended.wait()
            _ = signal(number, SIG_DFL)
        }
    }
}
