internal import IPP
import Synchronization

/// What a device answered when it was asked for its state.
enum DeviceAnswer: Sendable {
    /// Its attributes, those of its state fresh.
    case answered(IPPAttributeGroup)
    /// Nothing in time; the attributes are those of its last answer, if it gave one.
    case silent(lastKnown: IPPAttributeGroup?)
    /// Something that is of no use, and what, as a keyword.
    case unusable(String)
}

/// Asks one device for its state, again and again, and remembers what seldom changes.
actor DeviceProbe {
    /// How long what a device can do is believed without asking again.
    static let maximumAge = Duration.seconds(60)
    /// How long a device that kept us waiting is not asked again.
    private static let silenceMemory = Duration.seconds(5)
    /// Answers that come faster than this need not be remembered.
    private static let quickness = Duration.milliseconds(200)

    /// What may change from one moment to the next.
    private static let stateAttributes = [
        "media-ready", "printer-config-change-date-time", "printer-config-change-time",
        "printer-is-accepting-jobs", "printer-state", "printer-state-message",
        "printer-state-reasons",
    ]
    /// What tells that everything else has to be asked for again.
    private static let changeAttributes = [
        "printer-config-change-date-time", "printer-config-change-time",
    ]

    nonisolated let device: Device
    /// Whether a question is on its way that was given up waiting for.
    nonisolated var isStuck: Bool { stuck.withLock { $0 } }

    private nonisolated let stuck = Mutex(false)
    private var known: (group: IPPAttributeGroup, time: ContinuousClock.Instant)?
    private var silentUntil: ContinuousClock.Instant?
    private var question: Task<DeviceAnswer, Never>?

    init(_ device: Device) {
        self.device = device
    }

    /// The device's answer; ``DeviceAnswer/silent(lastKnown:)`` after the time.
    ///
    /// A look-up of its name, and the first steps of TLS, cannot be interrupted: such
    /// a question is left to itself, and until it ends there is no second one.
    func answer(within timeout: Duration) async -> DeviceAnswer {
        if let silentUntil, ContinuousClock.now < silentUntil {
            return .silent(lastKnown: known?.group)
        }
        let task = question ?? ask(timeout: timeout)
        if let answer = await value(of: task, within: timeout + .milliseconds(100)) {
            return answer
        }
        stuck.withLock { $0 = question != nil }
        silentUntil = .now + Self.silenceMemory
        return .silent(lastKnown: known?.group)
    }

    private func ask(timeout: Duration) -> Task<DeviceAnswer, Never> {
        let task = Task {
            let start = ContinuousClock.now
            let answer: DeviceAnswer
            do throws(CupsError) {
                answer = .answered(try await self.attributes(timeout: timeout))
            } catch {
                answer = self.answer(to: error, after: .now - start, timeout: timeout)
            }
            self.end(answer, after: .now - start)
            return answer
        }
        question = task
        return task
    }

    private func end(_ answer: DeviceAnswer, after time: Duration) {
        question = nil
        stuck.withLock { $0 = false }
        if case .answered = answer {
            silentUntil = nil
        } else if time > Self.quickness {
            silentUntil = .now + Self.silenceMemory
        }
    }

    private func attributes(timeout: Duration) async throws(CupsError) -> IPPAttributeGroup {
        if let known, ContinuousClock.now - known.time < Self.maximumAge {
            let state = try await device.printerAttributes(
                requested: Self.stateAttributes,
                timeout: timeout
            )
            let isUnchanged = Self.changeAttributes.allSatisfy { state[$0] == known.group[$0] }
            if isUnchanged {
                var merged = known.group
                merged.attributes.removeAll { Self.stateAttributes.contains($0.name) }
                merged.attributes += state.attributes
                self.known?.group = merged
                return merged
            }
        }
        let group = try await device.printerAttributes(timeout: timeout)
        guard group["printer-state"]?.integer != nil else {
            throw .incomplete(attribute: "printer-state")
        }
        known = (group, .now)
        return group
    }

    private func answer(
        to error: CupsError,
        after time: Duration,
        timeout: Duration
    ) -> DeviceAnswer {
        switch error {
        case .notConnected, .notLocal:
            .silent(lastKnown: known?.group)
        case .replyLost:
            // It took the connection twice, and ended it with no answer: it is there.
            time < timeout ? .unusable("no-reply") : .silent(lastKnown: known?.group)
        case .ipp(.busy, _), .ipp(.serviceUnavailable, _), .ipp(.temporaryError, _):
            .silent(lastKnown: known?.group)
        case .ipp(let status, _): .unusable("ipp-status-\(status.rawValue)")
        case .refused(let status): .unusable("http-status-\(status)")
        case .authenticationRequired: .unusable("authentication-required")
        case .incomplete(let attribute): .unusable("without-\(attribute)")
        case .unreadable, .misdirected, .unencodable, .unsupportedURI, .documentUnreadable:
            .unusable("unreadable-reply")
        }
    }
}

/// The value of a task, or `nil` where it does not come in time; the task goes on.
func value<Value: Sendable>(
    of task: Task<Value, Never>,
    within limit: Duration
) async -> Value? {
    await withCheckedContinuation { continuation in
        let first = FirstAnswer(continuation)
        let timer = Task {
            // Cancelled when the value comes first.
            if (try? await Task.sleep(for: limit)) != nil {
                first.resume(with: nil)
            }
        }
        Task {
            first.resume(with: await task.value)
            timer.cancel()
        }
    }
}

/// A continuation that the first of several answers resumes.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

    init(_ continuation: CheckedContinuation<Value?, Never>) {
        self.continuation = Mutex(continuation)
    }

    func resume(with value: Value?) {
        continuation.withLock { continuation in
            continuation?.resume(returning: value)
            continuation = nil
        }
    }
}
