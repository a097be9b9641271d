import PrintModel

/// Decides what the desktop is told about jobs: a value, which is given the jobs as they change.
///
/// There is one notice for each event, and none for a job that a person watches at that moment. A notice is withdrawn when
/// its cause has gone.
struct Announcer {
    /// What is to be done with notices.
    enum Change: Equatable {
        case show(Notice)
        case withdraw(Notice.Slot)
    }

    let words: DesktopWords
    /// Which notices are wanted.
    var level = NotificationLevel.all

    /// The time that a printer may be off, or a queue stopped, before that is told: a restart takes as long.
    static let patience = Duration.seconds(20)
    /// The number of names in one notice.
    private static let names = 5

    private enum Cause: Equatable {
        case reason(Reason.Code)
        case end
    }

    /// What was last told of each job, or would have been.
    private var told: [JobID: Cause] = [:]
    private var pending: [JobID: (job: PrintJob, reason: Reason, since: ContinuousClock.Instant)] =
        [:]
    /// The jobs in the notice of what has been printed.
    private var printed: [PrintJob] = []
    private var shown: Set<Notice.Slot> = []

    init(words: DesktopWords) {
        self.words = words
    }

    /// Takes a job as it is now.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - isWatched: Whether a person sees it at this moment.
    ///   - now: The time.
    /// - Returns: What is to be done.
    mutating func take(
        _ job: PrintJob,
        isWatched: Bool,
        now: ContinuousClock.Instant
    ) -> [Change] {
        guard let id = job.id, told[id] != .end else { return [] }
        if job.state.isFinal {
            pending[id] = nil
            told[id] = .end
            return ended(job, id, isWatched: isWatched)
        }
        guard let reason = job.reasons.first(where: { Self.needsPerson($0.code) }) else {
            pending[id] = nil
            told[id] = nil
            return withdrawal(of: .job(id))
        }
        guard told[id] != .reason(reason.code) else { return [] }
        guard Self.isUrgent(reason.code) else {
            if pending[id]?.reason.code != reason.code { pending[id] = (job, reason, now) }
            return []
        }
        pending[id] = nil
        return tell(job, id, reason, isWatched: isWatched)
    }

    /// What has lasted long enough to be told.
    mutating func due(
        at now: ContinuousClock.Instant,
        isWatched: (JobID) -> Bool
    ) -> [Change] {
        var changes: [Change] = []
        for (id, entry) in pending where now - entry.since >= Self.patience {
            pending[id] = nil
            changes += tell(entry.job, id, entry.reason, isWatched: isWatched(id))
        }
        return changes
    }

    /// Whether something may become due.
    var isPending: Bool { !pending.isEmpty }

    /// Records that the user, or the desktop, has closed a notice.
    mutating func closed(_ slot: Notice.Slot) {
        shown.remove(slot)
        if slot == .printed { printed = [] }
    }

    // MARK: Notices

    private mutating func tell(
        _ job: PrintJob,
        _ id: JobID,
        _ reason: Reason,
        isWatched: Bool
    ) -> [Change] {
        told[id] = .reason(reason.code)
        guard level != .off, !isWatched else { return [] }
        return show(
            Notice(
                slot: .job(id),
                title: words.waits(job),
                body: words.sentences(of: reason),
                job: id,
                actions: [.show, .cancel],
                category: "device.error",
                stays: true
            )
        )
    }

    private mutating func ended(_ job: PrintJob, _ id: JobID, isWatched: Bool) -> [Change] {
        let end = outcome(of: job)
        guard level != .off, !isWatched, let end, end.isTrouble || level == .all else {
            return withdrawal(of: .job(id))
        }
        if end.isTrouble {
            return show(
                Notice(
                    slot: .job(id),
                    title: end.title,
                    body: words.sentences(of: job.reasons.first),
                    job: id,
                    actions: [.show, .again],
                    category: "transfer.error",
                    stays: true
                )
            )
        }
        printed.append(job)
        let others = printed.suffix(Self.names)
        let notice = Notice(
            slot: .printed,
            title: printed.count == 1 ? end.title : words.printed(count: printed.count),
            body: printed.count == 1
                ? words.place(of: job)
                : others.map(\.name).joined(separator: "\n")
                    + (others.count < printed.count ? "\n…" : ""),
            job: id,
            actions: printed.count == 1 ? [.show, .again] : [.show],
            category: "transfer.complete",
            stays: false
        )
        return withdrawal(of: .job(id)) + show(notice)
    }

    /// How a job ended; `nil` where the user did that.
    private func outcome(of job: PrintJob) -> (title: String, isTrouble: Bool)? {
        let codes = Set(job.reasons.map(\.code))
        let doubts: Set<Reason.Code> = [
            .printedPartly, .deliveryUncertain, .printedAgain, .mayHavePrintedAgain,
        ]
        return switch job.state {
        case .canceled:
            codes.isDisjoint(with: [.canceledAtPrinter, .canceledInScheduler])
                ? nil : (words.canceled(job), true)
        case _ where !codes.isDisjoint(with: doubts): (words.doubtful(job), true)
        case .failed: (words.failed(job), true)
        default: (words.printed(job), false)
        }
    }

    private mutating func show(_ notice: Notice) -> [Change] {
        shown.insert(notice.slot)
        return [.show(notice)]
    }

    private mutating func withdrawal(of slot: Notice.Slot) -> [Change] {
        shown.remove(slot) == nil ? [] : [.withdraw(slot)]
    }

    // MARK: Reasons

    /// Whether a person has to act at once, at the printer or here.
    private static func isUrgent(_ code: Reason.Code) -> Bool {
        code.waitsForHands
            || [.pinNeeded, .authenticationNeeded, .printerIdentityChanged].contains(code)
    }

    /// Whether a person has to act if the cause stays.
    private static func needsPerson(_ code: Reason.Code) -> Bool {
        isUrgent(code) || code.stopsQueue
            || [
                .printerUnreachable, .printerRemoved, .printerNotAccepting, .schedulerUnreachable,
                .pinNotPossible, .storageFailed, .heldInScheduler,
            ].contains(code)
    }
}
