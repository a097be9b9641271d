import PrintModel

/// The jobs of a lane that wait for their printer, for a PIN, or for a password, and when each is tried again.
///
/// A printer that is off stays off for hours, and a printer may lock a user out after too many wrong passwords. Pauses double,
/// therefore, while nothing changes. A signal of the lane, and a secret that the user enters, end a wait at once.
struct JobWaits {
    /// What a job waits for.
    enum Cause {
        /// Only a person can help.
        case secret
        case printer

        /// The longest pause between two tries for a secret: one minute.
        fileprivate static let longest = Duration.seconds(60)
    }

    /// How often something has happened that may end waits.
    struct Wakes: Equatable {
        /// The count of ``JobQueue/secrets``.
        var secrets = 0
        /// The count of the lane's own signal.
        var lane = 0

        fileprivate subscript(cause: Cause) -> Int {
            switch cause {
            case .secret: secrets
            case .printer: lane
            }
        }
    }

    private struct Wait {
        var cause: Cause
        var pause: Duration
        /// The uptime of the next try.
        var end: Duration
        /// The wakes at the last try.
        var wakes: Int
        /// A cancel does not wait.
        var isCanceled: Bool
    }

    private var waits: [JobID: Wait] = [:]

    /// Whether a job waits for the printer.
    var areForPrinter: Bool { waits.values.contains { $0.cause == .printer } }

    /// Forgets jobs that the lane no longer has.
    mutating func keep(_ jobs: [JobRecord]) {
        let ids = Set(jobs.compactMap(\.job.id))
        waits = waits.filter { ids.contains($0.key) }
    }

    /// Whether nothing has happened since the last try but that time has passed.
    func isUnchanged(_ record: JobRecord, _ wakes: Wakes) -> Bool {
        wait(of: record, wakes) != nil
    }

    /// Returns the time until a job is tried again; `nil` if it does not wait, or its wait is over.
    func rest(of record: JobRecord, _ wakes: Wakes, at uptime: Duration) -> Duration? {
        guard let wait = wait(of: record, wakes), wait.end > uptime else { return nil }
        return wait.end - uptime
    }

    private func wait(of record: JobRecord, _ wakes: Wakes) -> Wait? {
        guard let id = record.job.id, let wait = waits[id], wait.wakes == wakes[wait.cause],
            wait.isCanceled == record.delivery.cancelRequested
        else { return nil }
        return wait
    }

    /// Takes in how a job stands after a try.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - waitsForPrinter: Whether it waits for its printer.
    ///   - longest: The longest pause between two tries for a printer.
    ///   - wakes: What had happened before the try.
    ///   - uptime: The time.
    /// - Returns: The pause until the next try; `nil` if the job does not wait.
    mutating func note(
        _ record: JobRecord,
        waitsForPrinter: Bool,
        atMost longest: Duration,
        _ wakes: Wakes,
        at uptime: Duration
    ) -> Duration? {
        guard let id = record.job.id else { return nil }
        let needed: Cause? =
            Self.waitsForSecret(record) ? .secret : waitsForPrinter ? .printer : nil
        guard let cause = needed, !record.job.state.isFinal else {
            waits[id] = nil
            return nil
        }
        var pause = Duration.seconds(1)
        if let before = wait(of: record, wakes), before.cause == cause {
            pause = min(before.pause * 2, cause == .secret ? Cause.longest : longest)
        }
        waits[id] = Wait(
            cause: cause,
            pause: pause,
            end: uptime + pause,
            wakes: wakes[cause],
            isCanceled: record.delivery.cancelRequested
        )
        return pause
    }

    private static func waitsForSecret(_ record: JobRecord) -> Bool {
        record.delivery.route == .direct
            && record.job.reasons.contains {
                $0.code == .authenticationNeeded || $0.code == .pinNeeded
            }
    }
}
