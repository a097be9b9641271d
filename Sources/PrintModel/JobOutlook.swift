/// The state of a job in a scheduler or a printer: `job-state` (RFC 8011, 5.3.7).
public enum IPPJobState: Int, Sendable {
    /// Waits for its turn.
    case pending = 3
    /// Is held.
    case held = 4
    /// Is being worked on.
    case processing = 5
    /// Was being worked on, and is stopped.
    case stopped = 6
    /// Was canceled.
    case canceled = 7
    /// Was given up.
    case aborted = 8
    /// Is done.
    case completed = 9

    /// Whether nothing will change any more.
    public var isTerminal: Bool { rawValue >= 7 }
}

/// What the scheduler says of a job.
public struct SchedulerJobFacts: Sendable, Equatable {
    /// The scheduler's id.
    public var id: Int
    /// When it was last begun to be printed, in seconds since 1970: `time-at-processing`.
    public var beganAt: Int?
    /// The state.
    public var state: IPPJobState
    /// The `job-state-reasons`.
    public var reasons: [String]
    /// The `job-printer-state-message`, if there is one.
    public var message: String?
    /// The `job-printer-state-reasons`.
    public var printerReasons: [String]
    /// How many documents it has received: `number-of-documents`.
    public var documents: Int
    /// Until when it is held: `job-hold-until`.
    public var holdUntil: String?
    /// Whether it was ever worked on: `time-at-processing`.
    public var hasBegun: Bool

    /// Makes facts from what was read.
    public init(
        id: Int,
        state: IPPJobState,
        reasons: [String] = [],
        message: String? = nil,
        printerReasons: [String] = [],
        documents: Int,
        holdUntil: String? = nil,
        hasBegun: Bool = false
    ) {
        self.id = id
        self.state = state
        self.reasons = reasons
        self.message = message
        self.printerReasons = printerReasons
        self.documents = documents
        self.holdUntil = holdUntil
        self.hasBegun = hasBegun
    }
}

/// What the printer itself says of a job.
public struct DeviceJobFacts: Sendable, Equatable {
    /// The printer's id.
    public var id: Int
    /// The state.
    public var state: IPPJobState
    /// What the printer says in words, if anything.
    public var message: String?
    /// How many sides it has printed, if it tells.
    public var impressions: Int?
    /// How many sheets have come out, if it tells.
    public var sheets: Int?

    /// Makes facts from what was read.
    public init(
        id: Int,
        state: IPPJobState,
        message: String? = nil,
        impressions: Int? = nil,
        sheets: Int? = nil
    ) {
        self.id = id
        self.state = state
        self.message = message
        self.impressions = impressions
        self.sheets = sheets
    }
}

/// What can be seen of a job at the printer.
public enum DeviceSight: Sendable, Equatable {
    /// The printer has the job.
    case job(DeviceJobFacts)
    /// The printer answers, and does not have the job.
    case noJob
    /// The printer had the job, was started anew, and knows nothing of it any more.
    case forgotten
    /// The printer does not answer.
    case unreachable
    /// The printer does not speak IPP, so only the scheduler can be asked.
    case notAsked
}

/// What has become of a released job, concluded from what scheduler and printer say.
///
/// The scheduler alone does not know: it says `completed` for a job that the
/// printer threw away, and `processing` for one that waits for paper. Where the
/// printer can be asked, its word counts.
public struct JobOutlook: Sendable, Equatable {
    /// The state for people.
    public var state: JobState
    /// Why it is not moving, or how it ended.
    public var reasons: [Reason]
    /// How far it is.
    public var progress: JobProgress
    /// Whether the scheduler keeps a job that will never move, and must be told to drop it.
    public var schedulerMustDrop = false

    /// Concludes from what is seen; `printerReasons` are those of the printer now, and `hadBegun` says
    /// that the scheduler was seen printing it.
    public static func of(
        _ job: PrintJob,
        cancelRequested: Bool,
        hadBegun: Bool = false,
        scheduler: SchedulerJobFacts?,
        device: DeviceSight,
        printerReasons: [Reason],
        printerStopped: Bool
    ) -> JobOutlook {
        Judge(
            job: job,
            cancelRequested: cancelRequested,
            hadBegun: hadBegun,
            device: device,
            printerReasons: printerReasons,
            printerStopped: printerStopped
        ).conclude(from: scheduler)
    }
}

private struct Judge {
    let job: PrintJob
    let cancelRequested: Bool
    let hadBegun: Bool
    let device: DeviceSight
    let printerReasons: [Reason]
    let printerStopped: Bool

    private var printer: [String: String] { ["printer": job.printer.rawValue] }

    func conclude(from scheduler: SchedulerJobFacts?) -> JobOutlook {
        guard let scheduler else { return withoutScheduler() }
        switch scheduler.state {
        case .completed: return completed()
        case .canceled: return canceled(scheduler)
        case .aborted: return failed(.processingFailed, scheduler.message)
        case .stopped:
            var outlook = failed(.processingFailed, scheduler.message)
            outlook.schedulerMustDrop = true
            return outlook
        case .held where hadBegun && !scheduler.hasBegun: return afterRelapse()
        case .held: return held(scheduler)
        case .pending: return pending()
        case .processing: return processing(scheduler)
        }
    }

    /// The scheduler has crashed, and holds again what may be on paper.
    ///
    /// Whoever let that go would print it a second time.
    private func afterRelapse() -> JobOutlook {
        var outlook = withoutScheduler()
        outlook.schedulerMustDrop = outlook.state.isFinal
        return outlook
    }

    /// The scheduler has forgotten the job; the printer may still know.
    private func withoutScheduler() -> JobOutlook {
        if case .job(let seen) = device {
            return seen.state.isTerminal ? ended(at: seen) : moving(.printing)
        }
        return failed(.deliveryUncertain, nil)
    }

    private func completed() -> JobOutlook {
        // The scheduler takes a job that the printer has forgotten for a printed one.
        if case .forgotten = device { return failed(.deliveryUncertain, nil) }
        guard case .job(let seen) = device else { return done(.completed, []) }
        return seen.state.isTerminal ? ended(at: seen) : printing(seen)
    }

    private func canceled(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        if cancelRequested { return done(.canceled, [Reason(.canceledByUser, printer)]) }
        if case .job(let seen) = device, seen.state == .aborted || seen.state == .canceled {
            return ended(at: seen)
        }
        if case .forgotten = device { return failed(.deliveryUncertain, nil) }
        // Without a word from the printer: a message there comes from the program that talked to
        // the printer, which found the job refused; a cancel request leaves none.
        if let message = scheduler.message, !message.isEmpty {
            return failed(.abortedByPrinter, message)
        }
        return done(.canceled, [Reason(.canceledInScheduler, printer)])
    }

    private func ended(at seen: DeviceJobFacts) -> JobOutlook {
        switch seen.state {
        case .completed: return done(.completed, [])
        case .canceled where cancelRequested:
            return done(.canceled, [Reason(.canceledByUser, printer)])
        case .canceled: return done(.canceled, [Reason(.canceledAtPrinter, printer)])
        default: return failed(.abortedByPrinter, seen.message)
        }
    }

    private func held(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        if scheduler.reasons.contains("cups-held-for-authentication")
            || scheduler.holdUntil == "auth-info-required"
        {
            return waiting([Reason(.authenticationNeeded, printer)])
        }
        return waiting([
            Reason(
                .heldInScheduler,
                printer.merging([
                    "job": "\(job.printer)-\(scheduler.id)", "label": job.label,
                ]) { $1 }
            )
        ])
    }

    private func pending() -> JobOutlook {
        if printerStopped { return waiting(blockingReasons(else: .printerStopped)) }
        if case .unreachable = device { return waiting([Reason(.printerUnreachable, printer)]) }
        return moving(.queued)
    }

    private func processing(_ scheduler: SchedulerJobFacts) -> JobOutlook {
        switch device {
        case .unreachable: return waiting([Reason(.printerUnreachable, printer)])
        case .job(let seen): return printing(seen)
        case .noJob, .forgotten:
            let blocking = printerReasons.filter(\.code.waitsForHands)
            return blocking.isEmpty ? moving(.sending) : waiting(blocking)
        case .notAsked:
            let blocking = scheduler.printerReasons.compactMap(handsNeeded)
            if !blocking.isEmpty { return waiting(blocking) }
            return moving(
                scheduler.printerReasons.contains("connecting-to-device") ? .sending : .printing
            )
        }
    }

    private func printing(_ seen: DeviceJobFacts) -> JobOutlook {
        if seen.state.isTerminal {
            // The scheduler follows in a moment, and how it ends is not doubtful.
            return seen.state == .completed ? moving(.printing) : ended(at: seen)
        }
        let stands = (seen.impressions ?? 0) <= job.progress.impressions
        let blocking = printerReasons.filter(\.code.waitsForHands)
        if stands, !blocking.isEmpty { return waiting(blocking) }
        if seen.state == .stopped || printerStopped {
            return waiting(blockingReasons(else: .printerStopped))
        }
        return moving(seen.state == .pending ? .sending : .printing)
    }

    private func blockingReasons(else code: Reason.Code) -> [Reason] {
        let known = printerReasons.filter { $0.code.waitsForHands || $0.code == .paused }
        return known.isEmpty ? [Reason(code, printer)] : known
    }

    private func handsNeeded(_ keyword: String) -> Reason? {
        var keyword = keyword
        for suffix in ["-error", "-warning", "-report"] where keyword.hasSuffix(suffix) {
            keyword.removeLast(suffix.count)
        }
        let code = Reason.Code(rawValue: keyword)
        return code.waitsForHands ? Reason(code, printer) : nil
    }

    /// The progress that the printer tells, never backwards and never beyond the plan.
    private var progress: JobProgress {
        guard case .job(let seen) = device else { return job.progress }
        let impressions = min(seen.impressions ?? 0, job.plan?.impressions ?? .max)
        let sheets = min(seen.sheets ?? 0, job.plan?.sheets ?? .max)
        return JobProgress(
            impressions: max(impressions, job.progress.impressions),
            sheets: max(sheets, job.progress.sheets)
        )
    }

    private func moving(_ state: JobState) -> JobOutlook {
        cancelRequested
            ? JobOutlook(state: state, reasons: [Reason(.canceling, printer)], progress: progress)
            : JobOutlook(state: state, reasons: [], progress: progress)
    }

    private func waiting(_ reasons: [Reason]) -> JobOutlook {
        // A printer out of paper says so in two keywords that mean the same to people.
        var said: Set<String> = []
        let distinct = reasons.filter { said.insert($0.message).inserted }
        return JobOutlook(state: .waiting, reasons: distinct, progress: progress)
    }

    private func done(_ state: JobState, _ reasons: [Reason]) -> JobOutlook {
        var progress = progress
        if state == .completed, let plan = job.plan {
            progress.impressions = plan.impressions ?? progress.impressions
            progress.sheets = plan.sheets ?? progress.sheets
        }
        return JobOutlook(state: state, reasons: reasons, progress: progress)
    }

    private func failed(_ code: Reason.Code, _ detail: String?) -> JobOutlook {
        var parameters = printer
        parameters["detail"] = detail
        return JobOutlook(
            state: .failed,
            reasons: [Reason(code, parameters)],
            progress: progress
        )
    }
}
