import Synchronization

/// What a device does when it is asked for `100 Continue`, which some never send.
///
/// The first request without a document asks for it, too, and waits for nothing, so that the first document need
/// not wait in vain.
package final class ContinueMemory: Sendable {
    /// What a device does.
    enum Answer {
        /// It sends `100 Continue`.
        case sent
        /// It does not, and takes the request.
        case silent
        /// It refuses such requests: 417.
        case refused
    }

    private let known = Mutex<Answer?>(nil)

    /// Creates a memory of nothing.
    package init() {}

    /// What the device does; `nil` before its first reply.
    var answer: Answer? {
        get { known.withLock(\.self) }
        set { known.withLock { $0 = newValue } }
    }
}
