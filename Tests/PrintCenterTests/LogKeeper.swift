import Logging
import Synchronization

/// Keeps what is logged.
struct LogKeeper: LogHandler {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private let kept = Lines()
    /// The lines so far.
    var lines: [String] { kept.all.withLock { $0 } }
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let more = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        kept.all.withLock { $0.append("\(event.level) \(event.message) \(more)") }
    }
}
