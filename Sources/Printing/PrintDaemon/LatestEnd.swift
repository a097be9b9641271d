import CLinux
@unsafe @preconcurrency import Dispatch
import Glibc

/// Ends the process if its services do not end in time.
///
/// That is so whatever they wait for: readers of events, documents that arrive, layouts, printers. What is on the disk by
/// then is what a crash would leave.
///
/// A signal begins it on a queue of its own, since the threads of Swift's tasks may be what hangs.
struct LatestEnd: Sendable {
    /// The socket that is removed before the end.
    private let socket: String?
    private let milliseconds: UInt32
    private let signals: [any DispatchSourceSignal]

    /// Begins to wait for signals.
    ///
    /// - Parameters:
    ///   - socket: The socket that is removed before the end; `nil` where it stays.
    ///   - milliseconds: The time from a signal, or a request to stop.
    init(removing socket: String?, within milliseconds: UInt32 = 4000) async {
        (self.socket, self.milliseconds) = (socket, milliseconds)
        let queue = DispatchQueue(label: "printcenterd.end")
        var signals: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT, SIGHUP] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { Self.end(socket, milliseconds) }
            // Until then, the signal would end the process at once.
            await withCheckedContinuation { registration in
                source.setRegistrationHandler { registration.resume() }
                source.resume()
            }
            signals.append(source)
        }
        self.signals = signals
    }

    /// Begins the time in which the process has to end.
    func begin() { Self.end(socket, milliseconds) }

    private static func end(_ socket: String?, _ milliseconds: UInt32) {
        // Without memory for a thread, the service ends as it can.
        _ = unsafe clinux_end_within(milliseconds, socket)
    }
}
