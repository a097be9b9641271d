import PrintModel

/// The jobs of a lane that wait for a PIN or a password, and when each is tried again.
///
/// Only a person can help such a job, and a printer may lock out who asks too often. What the user enters ends
/// the wait at once.
struct SecretWaits {
    /// The longest pause between two tries: one minute, after pauses of 1, 2, 4, 8 seconds and so on.
    static let longest = Duration.seconds(60)

    private struct Wait {
        var pause: Duration
        /// The uptime of the next try.
        var end: Duration
        /// The count of ``JobQueue/secrets`` at the last try.
        var secrets: Int
        /// A cancel does not wait for the secret.
        var isCanceled: Bool
    }

    private var waits: [JobID: Wait] = [:]

    /// Returns the time until a job is tried again; `nil` if it does not wait, or its wait is over.
    func rest(of record: JobRecord, secrets: Int, at uptime: Duration) -> Duration? {
        guard let id = record.job.id, let wait = waits[id], wait.secrets == secrets,
            wait.isCanceled == record.delivery.cancelRequested, wait.end > uptime
        else { return nil }
        return wait.end - uptime
    }

    /// Takes in how a job stands after a try.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - secrets: The count of ``JobQueue/secrets`` before the try.
    ///   - uptime: The time.
    /// - Returns: The pause until the next try; `nil` if the job does not wait for a secret.
    mutating func note(_ record: JobRecord, secrets: Int, at uptime: Duration) -> Duration? {
        guard let id = record.job.id else { return nil }
        let codes: [Reason.Code] = [.authenticationNeeded, .pinNeeded]
        guard record.delivery.route == .direct, !record.job.state.isFinal,
            record.job.reasons.contains(where: { codes.contains($0.code) })
        else {
            waits[id] = nil
            return nil
        }
        var pause = Duration.seconds(1)
        if let before = waits[id], before.secrets == secrets,
            before.isCanceled == record.delivery.cancelRequested
        {
            pause = min(before.pause * 2, Self.longest)
        }
        waits[id] = Wait(
            pause: pause,
            end: uptime + pause,
            secrets: secrets,
            isCanceled: record.delivery.cancelRequested
        )
        return pause
    }
}
