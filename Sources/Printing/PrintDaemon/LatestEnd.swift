import CLinux
import Glibc
import Signals

/// Ends the process if its services do not end in time.
///
/// That is so whatever they wait for: readers of events, documents that arrive, layouts, printers. What is on the disk by
/// then is what a crash would leave.
struct LatestEnd: Sendable {
    /// The socket that is removed before the end.
    private let socket: String?
    private let milliseconds: UInt32
    private let signals: SignalHandler

    /// Begins to wait for signals.
    ///
    /// - Parameters:
    ///   - socket: The socket that is removed before the end; `nil` where it stays.
    ///   - milliseconds: The time from a signal, or a request to stop.
    init(removing socket: String?, within milliseconds: UInt32 = 4000) {
        (self.socket, self.milliseconds) = (socket, milliseconds)
        signals = SignalHandler(for: [SIGTERM, SIGINT, SIGHUP]) { _ in
            Self.end(socket, milliseconds)
        }
    }

    /// Begins the time in which the process has to end.
    func begin() { Self.end(socket, milliseconds) }

    private static func end(_ socket: String?, _ milliseconds: UInt32) {
        // Without memory for a thread, the service ends as it can.
        _ = unsafe clinux_end_within(milliseconds, socket)
    }
}
