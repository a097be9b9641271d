import PrintCenterClient
import Synchronization

/// Says on standard error, once each time, why a watch has no news for now.
final class TroubleNotice: Sendable {
    /// An error after a longer time than this belongs to new trouble: while it lasts, there is one each few seconds.
    private static let gap = Duration.seconds(15)

    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Notes an error, and says it if it is the first one.
    func note(_ error: ClientError) {
        let now = ContinuousClock.now
        let isNew = last.withLock { last in
            defer { last = now }
            return last.map { now - $0 > Self.gap } ?? true
        }
        if isNew { Terminal.say("printq: \(error.message(in: .ofUser))") }
    }
}
