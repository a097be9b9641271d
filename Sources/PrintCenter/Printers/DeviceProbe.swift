internal import IPP
internal import PrintModel
import Synchronization

/// Polls the state of one device, and caches the attributes that seldom change.
actor DeviceProbe {
    /// The parts of a Validate-Job request that decide its reply.
    struct Ticket: Hashable {
        /// The owner of the job.
        let user: String
        /// The format of the document; `nil` leaves it out.
        let format: String?
        /// The attributes of the job.
        let attributes: [IPPAttribute]
    }

    /// The time for which the capabilities of a device are cached: one minute.
    static let maximumAge = Duration.seconds(60)
    /// The pause before a device that timed out is queried again: five seconds.
    private static let silenceMemory = Duration.seconds(5)
    /// The minimum duration of a failure that is cached.
    private static let quickness = Duration.milliseconds(200)

    /// The kind of fault of a printer that has another key than before.
    static let identityChanged = "identity-changed"
    /// The kind of fault of a printer that reports nothing without a user name and a password.
    static let authenticationRequired = "authentication-required"
    /// The same after it has refused them.
    static let credentialsRefused = "credentials-refused"

    /// The attributes that may change at any time.
    private static let stateAttributes = [
        "media-ready", "printer-config-change-date-time", "printer-config-change-time",
        "printer-is-accepting-jobs", "printer-state", "printer-state-message",
        "printer-state-reasons",
    ]
    /// The attributes whose change makes all others out of date.
    private static let changeAttributes = [
        "printer-config-change-date-time", "printer-config-change-time",
    ]

    /// The maximum number of Validate-Job replies in the cache.
    private static let ticketsAtMost = 100

    nonisolated let device: any PrinterDevice
    /// The time after which a device that has not replied yet is slow.
    private let usualTime: Duration
    /// The time for each request, after which a device does not respond.
    private let longestTime: Duration
    /// Whether a request is pending that has timed out.
    nonisolated var isStuck: Bool { stuck.withLock { $0 } }

    private nonisolated let stuck = Mutex(false)
    private let clock: any ServiceClock
    private var known: (group: IPPAttributeGroup, time: Duration)?
    private var silentUntil: Duration?
    /// The question that is pending, and when it began.
    private var question: (task: Task<DeviceAnswer, Never>, asked: Duration)?
    /// The attributes that the device has refused since it reported its capabilities.
    private var refusals: [Ticket: [String]] = [:]
    /// The last reply, and when its question began.
    private var latest: (answer: DeviceAnswer, asked: Duration, isDirect: Bool)?
    /// Whether the last reply took longer than usual.
    private var wasSlow = false
    /// Whether the device has used up the longest time, and said nothing since: then it is off until it answers.
    private var isMute = false

    init(
        _ device: any PrinterDevice,
        clock: any ServiceClock,
        usualTime: Duration,
        longestTime: Duration
    ) {
        self.device = device
        self.clock = clock
        self.usualTime = usualTime
        self.longestTime = longestTime
    }

    /// Returns the device's reply; ``DeviceAnswer/slow(lastKnown:)`` when the usual time runs out.
    ///
    /// The request continues in the background then, and there is no second one before it ends.
    ///
    /// - Parameters:
    ///   - isPatient: Whether to wait for a slow device, too, as long as it may take.
    ///   - isDirect: Whether jobs go straight to the device. The attributes of one that does not read PDF are
    ///     those for the raster files that it gets: it may make 999 copies of other files, and one of these.
    ///   - start: A reply to a question that began then, or later, is new enough; `nil` takes the reply to a question
    ///     that is pending, or asks.
    /// - Returns: The reply.
    func answer(
        isPatient: Bool = false,
        isDirect: Bool,
        since start: Duration? = nil
    ) async -> DeviceAnswer {
        while true {
            if let start, let latest, latest.asked >= start, latest.isDirect == isDirect {
                return latest.answer
            }
            if let silentUntil, clock.uptime < silentUntil {
                return .silent(lastKnown: known?.group)
            }
            let pending = question ?? ask(isDirect: isDirect)
            let limit = isPatient ? latest(longestTime) : wait(since: pending.asked)
            guard let answer = await value(of: pending.task, within: limit) else {
                // Who no longer waits has learned nothing of the device.
                guard !Task.isCancelled else { return .slow(lastKnown: known?.group) }
                stuck.withLock { $0 = question != nil }
                return unanswered(isPatient: isPatient)
            }
            // The printer may have given this reply before the time from which on it counts; of a slow one, it is the
            // newest that there can be.
            if let start, pending.asked < start, case .answered = answer, !wasSlow { continue }
            return answer
        }
    }

    /// What there is to say of a device that has not replied yet; one that was awaited is not slow, but silent.
    private func unanswered(isPatient: Bool) -> DeviceAnswer {
        if isMute, !isPatient { return .silent(lastKnown: known?.group) }
        guard isPatient || device.isLookingUp else { return .slow(lastKnown: known?.group) }
        silentUntil = clock.uptime + Self.silenceMemory
        return .silent(lastKnown: known?.group)
    }

    /// The duration from which a request counts as timed out; the connection measures the limit itself with another clock.
    private var almostLongest: Duration { longestTime * device.patience / 10 * 9 }

    /// The time that a list gives to a question, which it does not await again and again.
    private func wait(since asked: Duration) -> Duration {
        // One that was slow may be as quick as others by now, which shows at once.
        let usual = wasSlow ? Self.quickness * device.patience : latest(usualTime)
        return max(.milliseconds(1), usual - (clock.uptime - asked))
    }

    /// A time with that for the way to this process.
    private func latest(_ time: Duration) -> Duration {
        time * device.patience + .milliseconds(100)
    }

    /// Queries a device that has replied before; the reply counts for ``answer(isPatient:isDirect:since:)``.
    func askAhead() async {
        guard let latest, case .answered = latest.answer else { return }
        _ = await answer(isDirect: latest.isDirect)
    }

    private func ask(isDirect: Bool) -> (task: Task<DeviceAnswer, Never>, asked: Duration) {
        let start = clock.uptime
        let task = Task {
            let answer: DeviceAnswer
            do throws(CupsError) {
                answer = .answered(try await self.attributes(isDirect: isDirect))
            } catch {
                answer = self.answer(to: error, after: self.clock.uptime - start)
            }
            self.end(answer, after: self.clock.uptime - start)
            self.latest = (answer, start, isDirect)
            return answer
        }
        let pending = (task, start)
        question = pending
        return pending
    }

    private func end(_ answer: DeviceAnswer, after time: Duration) {
        question = nil
        stuck.withLock { $0 = false }
        wasSlow = time > usualTime * device.patience
        if case .silent = answer { isMute = time >= almostLongest } else { isMute = false }
        if case .silent = answer, time > Self.quickness {
            silentUntil = clock.uptime + Self.silenceMemory
        } else {
            silentUntil = nil
        }
    }

    private func attributes(isDirect: Bool) async throws(CupsError) -> IPPAttributeGroup {
        if let known, clock.uptime - known.time < Self.maximumAge {
            let state = try await state()
            // A printer that tells only some of several attributes is asked for all.
            let isUnchanged =
                state["printer-state"]?.integer != nil
                && Self.changeAttributes.allSatisfy { state[$0] == known.group[$0] }
            if isUnchanged {
                var merged = known.group
                merged.attributes.removeAll { Self.stateAttributes.contains($0.name) }
                merged.attributes += state.attributes
                self.known?.group = merged
                return merged
            }
        }
        let start = clock.uptime
        var group = try await device.printerAttributes(timeout: longestTime)
        // There is no time for a second question to a device that takes most of it for the first one.
        let rest = longestTime * device.patience - (clock.uptime - start)
        if isDirect, rest > clock.uptime - start, let format = CapabilityReading(group).raster?.type
        {
            // A device that does not answer this has said the same before.
            let other = try? await device.printerAttributes(format: format, timeout: longestTime)
            let changed = other?.attributes.filter { !Self.stateAttributes.contains($0.name) } ?? []
            let names = Set(changed.map(\.name))
            group.attributes.removeAll { names.contains($0.name) }
            group.attributes += changed
        }
        known = (group, clock.uptime)
        refusals = [:]
        return group
    }

    /// Returns the attributes that may change at any time; none where the device does not tell them together.
    private func state() async throws(CupsError) -> IPPAttributeGroup {
        do throws(CupsError) {
            return try await device.printerAttributes(
                requested: Self.stateAttributes,
                timeout: longestTime
            )
        } catch {
            guard error.isOfRequestedAttributes else { throw error }
            return IPPAttributeGroup(.printer, [])
        }
    }

    /// Returns the names of the attributes that the device would refuse: Validate-Job.
    ///
    /// The reply is cached as long as the capabilities.
    ///
    /// - Parameters:
    ///   - ticket: The job.
    ///   - name: The `job-name`.
    /// - Returns: The names; empty where the device would accept the job.
    /// - Throws: The error of the device.
    func refusedAttributes(
        of ticket: Ticket,
        name: String
    ) async throws(CupsError) -> [String] {
        let time = known?.time
        let isFresh = time.map { clock.uptime - $0 < Self.maximumAge } ?? false
        if isFresh, let refused = refusals[ticket] { return refused }
        let refused = try await device.refusedAttributes(
            user: ticket.user,
            name: name,
            format: ticket.format,
            attributes: ticket.attributes,
            timeout: longestTime
        )
        // The device may have reported other capabilities meanwhile.
        if isFresh, time == known?.time, refusals.count < Self.ticketsAtMost {
            refusals[ticket] = refused
        }
        return refused
    }

    private func answer(to error: CupsError, after time: Duration) -> DeviceAnswer {
        switch error {
        case .notConnected, .notLocal:
            .silent(lastKnown: known?.group)
        case .replyLost:
            // The device accepted two connections and closed them without a reply: it is reachable.
            time < almostLongest
                ? .unusable("no-reply") : .silent(lastKnown: known?.group)
        case .ipp(.busy, _), .ipp(.serviceUnavailable, _), .ipp(.temporaryError, _):
            .silent(lastKnown: known?.group)
        case .ipp(let status, _): .unusable("ipp-status-\(status.rawValue)")
        case .refused(let status): .unusable("http-status-\(status)")
        case .identityChanged: .unusable(Self.identityChanged)
        case .authenticationRequired: .unusable(Self.authenticationRequired)
        case .credentialsRefused: .unusable(Self.credentialsRefused)
        case .incomplete(let attribute): .unusable("without-\(attribute)")
        case .notEncrypted: .unusable("not-encrypted")
        case .unreadable, .misdirected, .unencodable, .unsupportedURI, .documentUnreadable:
            .unusable("unreadable-reply")
        }
    }
}
