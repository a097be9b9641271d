import Synchronization

/// Whether a device has let a document wait in vain for `100 Continue`.
///
/// `ippeveprinter` and others send it too late or not at all; only the first document waits for them.
package final class ContinueMemory: Sendable {
    private let known = Mutex(false)
    /// How long a device that was not late before is waited for; an early reply is noticed while the document is sent.
    let wait: Duration

    /// Creates a memory of nothing.
    ///
    /// - Parameter wait: How long to wait for a device that was not late before: a tenth of a second.
    package init(wait: Duration = .milliseconds(100)) {
        self.wait = wait
    }

    /// Whether it did not come in time.
    var isLate: Bool {
        get { known.withLock(\.self) }
        set { known.withLock { $0 = newValue } }
    }
}
