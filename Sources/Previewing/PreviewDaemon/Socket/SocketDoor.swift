import CLinux
import Dispatch
import Glibc
import QuickPreview
import Synchronization

/// The socket of the helper: a loop over its clients, on a thread of its own.
///
/// A client has one request in progress at a time, and uses several connections for more. Closing the connection ends the
/// work of its request.
final class SocketDoor: Door {
    private let socket: Int32
    private let previewer: Previewer
    private let activity: Activity
    private let mailbox: Mailbox?

    /// A door at a listening socket, which it owns.
    init(socket: Int32, previewer: Previewer, activity: Activity) {
        self.socket = socket
        self.previewer = previewer
        self.activity = activity
        self.mailbox = Mailbox()
    }

    func run() async {
        guard let mailbox else {
            close(socket)
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (socket, previewer, activity) = (socket, previewer, activity)
                DispatchQueue(label: "qpreviewd.socket").async {
                    var loop = SocketLoop(socket, previewer, activity, mailbox)
                    loop.run()
                    continuation.resume()
                }
            }
        } onCancel: {
            mailbox.stop()
        }
    }
}

/// What the tasks have for the loop.
final class Mailbox: Sendable {
    /// A message to the loop.
    enum Letter: Sendable {
        /// An answer for a client.
        case answer(client: Int, SocketWork.Answer)
        /// The work for a request has ended.
        case ended
    }

    private struct State {
        var letters: [Letter] = []
        var isStopped = false
    }

    /// Readable while there are letters.
    let event: Int32
    private let state = Mutex(State())

    /// A mailbox; `nil` where the system has no descriptors left.
    init?() {
        event = clinux_event()
        guard event >= 0 else { return nil }
    }

    deinit { close(event) }

    /// Puts a letter in.
    func put(_ letter: Letter) {
        state.withLock { $0.letters.append(letter) }
        clinux_signal_event(event)
    }

    /// Ends the loop.
    func stop() {
        state.withLock { $0.isStopped = true }
        clinux_signal_event(event)
    }

    /// Takes all letters out.
    func take() -> (letters: [Letter], isStopped: Bool) {
        var count: UInt64 = 0
        _ = unsafe read(event, &count, 8)
        return state.withLock { state in
            defer { state.letters = [] }
            return (state.letters, state.isStopped)
        }
    }
}
