import Synchronization

/// Whether a device has let a document wait in vain for `100 Continue`.
///
/// `ippeveprinter` and others send it too late or not at all; only the first document waits for them.
package final class ContinueMemory: Sendable {
    private let known = Mutex(false)

    /// Creates a memory of nothing.
    package init() {}

    /// Whether it did not come in time.
    var isLate: Bool {
        get { known.withLock(\.self) }
        set { known.withLock { $0 = newValue } }
    }
}
