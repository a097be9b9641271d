public import FoundationEssentials
import IPP

/// The state of a job's delivery to its printer, which survives a crash.
///
/// Each phase is on disk before the service sends the request that the phase describes, so that a
/// restarted service knows what may have happened.
public struct Delivery: Codable, Sendable, Equatable {
    /// The phase of a delivery.
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// The job is in the service's queue; nothing has been done.
        case accepted
        /// The service has prepared a document of the selected pages.
        case prepared
        /// The request to create a held job may have reached the scheduler.
        case creating
        /// The scheduler has a held job without a document.
        case created
        /// The document may have reached the scheduler.
        case sending
        /// The scheduler has the document.
        case sent
        /// The scheduler has a held job that must not print; the service has to cancel it.
        case discarding
        /// The release of the job may have reached the scheduler.
        case releasing
        /// The scheduler acknowledged the release of the job.
        case released
        /// The delivery has ended.
        case ended
    }

    /// The next step of a delivery.
    public enum Step: Sendable, Equatable {
        /// Prepare a document of the selected pages.
        case prepare
        /// Create a held job in the scheduler.
        case create
        /// Look for the job in the scheduler by its UUID.
        case find
        /// Send the document.
        case send
        /// Query what the scheduler has received.
        case verify
        /// Cancel the held job in the scheduler.
        case discard
        /// Release the job in the scheduler.
        case release
        /// Query the state of the job.
        case watch
        /// Cancel the job in the scheduler.
        case cancel
        /// End as canceled; neither the scheduler nor the printer has the job.
        case forget
        /// Nothing: the job is on hold in the service's queue.
        case hold
        /// Nothing: the delivery has ended.
        case none
    }

    /// A hold that the user requested.
    public struct Hold: Codable, Sendable, Equatable {
        /// The time when the hold ends; `nil` if it lasts until the user releases the job.
        public var until: Date?

        /// Creates a hold.
        public init(until: Date? = nil) {
            self.until = until
        }
    }

    /// The phase of the delivery.
    public var phase: Phase
    /// The way to the printer; `nil` for a job that was queued before there was another than the
    /// scheduler's.
    public var route: Route?
    /// The hold on the job; `nil` if there is none.
    public var hold: Hold?
    /// How often the job was moved to another printer, and so got another plan; `nil` for never.
    public var moves: Int?
    /// The UUID of the printer that gets the job straight; `nil` if it has none.
    public var deviceUUID: String?
    /// The scheduler's id of the job.
    ///
    /// After a crash the scheduler may reuse the id, so the service never trusts it without the
    /// UUID.
    public var schedulerJob: Int?
    /// The host whose scheduler has the job, where several hosts share the queue; `nil` otherwise.
    public var schedulerHost: String?
    /// The scheduler's id of the subscription to the end of the job: `notify-subscription-id`; `nil` for none.
    public var schedulerSubscription: Int?
    /// Jobs of this submission that were discarded, in the scheduler or at the printer.
    public var discarded: [Int]
    /// The jobs of this submission that schedulers of removed hosts held, by host; `nil` for none.
    public var left: [String: Int]?
    /// How often the service ended while it brought the job straight to its printer; `nil` for never.
    public var interruptions: Int?
    /// The printer's id of the job.
    public var deviceJob: Int?
    /// Whether the printer gets the job and its document in one request, because it has no
    /// Send-Document; `nil` if that is not known.
    public var isOneRequest: Bool?
    /// The highest id that the printer had assigned before this job was released.
    public var deviceJobBefore: Int?
    /// When the printer had started, as it reported with its numbers here, in seconds since 1970:
    /// with ``deviceJobBefore``, and again with ``deviceJob``.
    public var deviceStart: Int?
    /// The `printer-up-time` at that moment, in seconds; `nil` in records of earlier versions.
    public var deviceUpTime: Int?
    /// When the printer restarted first after that start while the scheduler may have had the job with it; seconds since 1970.
    public var restartedAt: Int?
    /// How many jobs the printer had created for this one before it restarted, whose numbers mean nothing
    /// since; `nil` for none.
    public var earlierDeviceJobs: Int?
    /// How many of those are known to have reached paper.
    public var earlierOnPaper: Int?
    /// When the scheduler began to print the job, by its own clock, in seconds since 1970.
    public var beganAt: Int?
    /// When the scheduler last began to print the job, as far as is known.
    public var beganLast: Int?
    /// Whether the scheduler may have begun more than once; `nil` if there is no sign of it.
    public var mayRunAgain: Bool?
    /// Whether there was a gap in the observations, in which the scheduler may have restarted; `nil` for none.
    public var hadGap: Bool?
    /// Whether the scheduler began the job again after such a gap; `nil` if there is no sign of it.
    public var beganAgain: Bool?
    /// The printer's ids of further jobs that the scheduler created for this one.
    public var moreDeviceJobs: [Int]?
    /// Those of its jobs on the printer that are known to have reached paper.
    public var onPaper: [Int]?
    /// Whether the printer has reported the job as completed, also where it has forgotten it since; `nil` for not.
    public var completedAtDevice: Bool?
    /// The sides that the scheduler had counted when the job ended; `nil` if it did not report
    /// them.
    public var counted: Int?
    /// What the lists of the printer have shown while the job was in none, should the scheduler lose it; `nil` for nothing.
    public var absence: AbsenceProof?
    /// Whether the user wants the job canceled.
    public var cancelRequested: Bool
    /// When the user first wanted that; `nil` if not, or if an earlier version wrote it down.
    public var cancelRequestedAt: Date?
    /// Whether the scheduler has received the cancel request.
    public var cancelSent: Bool
    /// Whether the scheduler is known to have released the job; `nil` for not yet.
    public var wasReleased: Bool?
    /// How often the service repeated the release because the scheduler still held the job.
    public var releasesAgain: Int?

    /// The number of jobs that the scheduler or the printer may lose or spoil before the delivery fails.
    public static let triesAtMost = 5
    /// How often the service repeats a release while the scheduler still holds the job.
    public static let releasesAgainAtMost = 5

    private enum CodingKeys: String, CodingKey {
        case phase, route, deviceUUID, hold, moves, schedulerJob, schedulerHost, discarded,
            deviceJob
        case isOneRequest, deviceJobBefore, deviceStart, interruptions
        case deviceUpTime, restartedAt, earlierDeviceJobs, earlierOnPaper, hadGap, beganAgain
        case schedulerSubscription, left, absence
        case beganAt, beganLast, mayRunAgain, moreDeviceJobs, onPaper, counted
        case completedAtDevice
        case cancelRequested, cancelRequestedAt, cancelSent, releasesAgain
        // Records on disk have this key.
        case wasReleased = "wasLetGo"
    }

    /// A delivery that has not begun.
    public init() {
        phase = .accepted
        discarded = []
        cancelRequested = false
        cancelSent = false
    }

    /// The next step.
    public var nextStep: Step {
        if cancelRequested {
            switch phase {
            case .accepted, .prepared: return .forget
            case .creating: return .find
            case .ended: return .none
            case .created, .sending, .sent, .discarding, .releasing, .released:
                return cancelSent ? .watch : .cancel
            }
        }
        return switch phase {
        case .accepted where hold != nil, .prepared where hold != nil: .hold
        // The scheduler holds it, as requested when it was created.
        case .releasing where hold != nil: .watch
        case .accepted: .prepare
        case .prepared: .create
        case .creating: .find
        case .created: .send
        case .sending, .sent: .verify
        case .discarding: .discard
        // No printer can be asked to release a job: only what it did with the last byte counts.
        case .releasing where route == .direct: .verify
        case .releasing: .release
        case .released: .watch
        case .ended: .none
        }
    }

    /// Whether a request to the scheduler is in flight that will change where the job is.
    public var isPassing: Bool { phase == .creating || phase == .releasing && hold == nil }

    /// The delivery of the same job to another printer.
    ///
    /// It first discards what the scheduler holds for the previous printer, which never began to
    /// print.
    public var moved: Delivery {
        var next = Delivery()
        next.hold = hold
        next.moves = (moves ?? 0).adding(clamping: 1)
        next.discarded = discarded
        next.left = left
        if isHandedOver, let schedulerJob {
            next.schedulerJob = schedulerJob
            next.schedulerHost = schedulerHost
            next.phase = .discarding
        }
        return next
    }

    /// Whether the scheduler may already have begun to print.
    public var mayHavePrinted: Bool {
        phase == .releasing || phase == .released || phase == .ended
    }

    /// Whether pages may come out although nothing more is done: a scheduler holds the job until it is released, and a printer
    /// may print what it has of a document.
    public var mayComeOut: Bool {
        switch phase {
        case .releasing, .released: true
        case .sending, .sent, .discarding: route == .direct && schedulerJob == nil
        case .accepted, .prepared, .creating, .created, .ended: false
        }
    }

    /// The host that alone can go on with the job, as its scheduler may have it; `nil` for any.
    public var boundHost: String? {
        isHandedOver && (route != .direct || schedulerJob != nil) ? schedulerHost : nil
    }

    /// Whether the scheduler has, or may have, the job.
    public var isHandedOver: Bool { phase != .accepted && phase != .prepared && phase != .ended }

    /// Updates the delivery from the scheduler's facts of this submission; `nil` if it has no job.
    ///
    /// Nothing can have been printed before the release, so lost steps are simply repeated. After
    /// the release no step is ever repeated.
    public mutating func found(_ job: SchedulerJobFacts?) -> Finding {
        guard let job else {
            guard mayHavePrinted else { return startAgainUnlessExhausted() }
            // Only the printer can tell what became of it.
            if phase != .ended { phase = .released }
            return .continues
        }
        schedulerJob = job.id
        if mayHavePrinted { return .continues }
        if job.state == .canceled, !cancelRequested { return .canceledElsewhere }
        // A scheduler that was killed gives a number again, and takes what is left in its spool under that number for the
        // document of the new job: before the first send, a document is that of another job.
        let mayHaveDocument =
            phase != .created && (job.documents > 0 || phase == .sending || phase == .sent)
        if mayHaveDocument, job.state.isReleased {
            // Another program released it: sending it again could print it twice.
            phase = .releasing
            return .continues
        }
        if job.state.isFinal {
            // An empty job times out; one with a document was given up.
            guard job.documents == 0 || phase == .created else { return .lost }
            return startAgainUnlessExhausted()
        }
        switch job.documents {
        // A job never gets a second document: its count may only lag behind the first.
        case 0 where phase == .sending || phase == .sent: phase = .discarding
        case 0: phase = .created
        case _ where phase == .created: phase = .discarding
        case 1: phase = phase == .sending || phase == .creating ? .sent : .releasing
        default: phase = .discarding
        }
        return .continues
    }

    /// What to do about a job that the scheduler still holds, or has not ended, although it
    /// acknowledged the release or the cancel request.
    public enum Reminder: Sendable, Equatable {
        /// Nothing: the scheduler complied, or another program changed the job.
        case none
        /// Repeat the release, which cannot print a job twice that never began.
        case releaseAgain
        /// Repeat the cancel request.
        case cancelAgain
    }

    /// Updates a watched job from the scheduler's report, and returns whether a request must be
    /// repeated.
    public mutating func reminder(after job: SchedulerJobFacts) -> Reminder {
        if cancelRequested {
            guard cancelSent, job.state == .pendingHeld || job.state == .pending else {
                return .none
            }
            cancelSent = false
            return .cancelAgain
        }
        guard phase == .released, hold == nil else { return .none }
        guard job.state == .pendingHeld else {
            // The service treats any later hold as intentional.
            wasReleased = true
            return .none
        }
        let times = releasesAgain ?? 0
        guard wasReleased != true, !job.hasBegun, times < Self.releasesAgainAtMost else {
            return .none
        }
        releasesAgain = times + 1
        phase = .releasing
        return .releaseAgain
    }

    /// The conclusion from the scheduler's facts.
    public enum Finding: Sendable, Equatable {
        /// The next step is clear.
        case continues
        /// Another program canceled the job.
        case canceledElsewhere
        /// The scheduler aborted the job before it was released.
        case lost
        /// Whether it was printed cannot be determined.
        case uncertain
    }

    /// Restarts the delivery, unless the scheduler has lost or spoiled too many of its jobs.
    private mutating func startAgainUnlessExhausted() -> Finding {
        guard discarded.count < Self.triesAtMost else { return .lost }
        startAgain()
        return .continues
    }

    /// Restarts the delivery with the prepared document; never once the job may have printed.
    public mutating func startAgain() {
        if let schedulerJob { discarded.append(schedulerJob) }
        schedulerJob = nil
        // Requests for the lost job do not count for its successor.
        cancelSent = false
        phase = .prepared
    }
}

extension IPPJobState {
    /// Whether a job that was created on hold is no longer held, and may have reached paper.
    fileprivate var isReleased: Bool {
        switch self {
        case .pending, .processing, .processingStopped, .completed: true
        case .pendingHeld, .canceled, .aborted: false
        }
    }
}
