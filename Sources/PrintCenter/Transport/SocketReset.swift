import CLinux
internal import Failpoints
import Glibc

/// Ends a TCP connection with a reset (RST) instead of its regular end (FIN).
///
/// Printers print and complete what they have of a document when its connection ends regularly, even
/// far from its announced length. After a reset they discard it.
enum SocketReset {
    /// Makes the kernel reset the connection when the socket is closed, also by the end of the process.
    static func arm(_ descriptor: Int32) {
        guard !isMissing(.reset) else { return }
        clinux_reset_on_close(descriptor, true)
    }

    /// Makes the socket close regularly again.
    static func disarm(_ descriptor: Int32) {
        clinux_reset_on_close(descriptor, false)
    }

    /// Resets the connection at once, from any thread; reads and writes of the socket fail from then
    /// on, also those that have begun.
    static func reset(_ descriptor: Int32) {
        guard !isMissing(.reset) else {
            shutdown(descriptor, Int32(clamping: SHUT_RDWR))
            return
        }
        guard clinux_disconnect(descriptor) != 0 else { return }
        // Linux 6.4 to 6.6 refuse that while a thread waits for the socket. This wakes the thread
        // without sending anything; it then closes the socket.
        shutdown(descriptor, Int32(clamping: SHUT_RD))
    }
}
