public import FoundationEssentials

/// How far a job has been brought to its printer: what must be remembered over a crash.
///
/// Each phase is written down before the request that it speaks of is sent, so
/// that a restart knows what may have happened.
public struct Delivery: Codable, Sendable, Equatable {
    /// How far the delivery is.
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// In our queue; nothing has been done.
        case accepted
        /// The pages asked for are a document of their own.
        case prepared
        /// The scheduler may have been asked for a job that it holds.
        case creating
        /// The scheduler holds a job without a document.
        case created
        /// The document may have been sent.
        case sending
        /// The document was sent.
        case sent
        /// The scheduler holds what must not be printed, and is told to drop it.
        case discarding
        /// The scheduler may have been told to print.
        case releasing
        /// The scheduler was told to print.
        case released
        /// Over.
        case ended
    }

    /// What to do next.
    public enum Step: Sendable, Equatable {
        /// Make the pages asked for a document of their own.
        case prepare
        /// Ask the scheduler for a job that it holds.
        case create
        /// Look whether the scheduler has the job, by its UUID.
        case find
        /// Send the document.
        case send
        /// Look what the scheduler has received.
        case verify
        /// Tell the scheduler to drop what it holds.
        case discard
        /// Tell the scheduler to print.
        case release
        /// Look what has become of it.
        case watch
        /// Tell the scheduler to cancel.
        case cancel
        /// End as canceled; nobody else knows of the job.
        case forget
        /// Nothing: it is held, and stays ours.
        case hold
        /// Nothing: it is over.
        case none
    }

    /// What keeps a job from its printer because somebody wants it so.
    public struct Hold: Codable, Sendable, Equatable {
        /// When it ends by itself; `nil` for one that ends when the user says so.
        public var until: Date?

        /// Makes a hold.
        public init(until: Date? = nil) {
            self.until = until
        }
    }

    /// How far the delivery is.
    public var phase: Phase
    /// What the user, or a time, keeps the job back by; `nil` where it may go.
    public var hold: Hold?
    /// How often the job was given another printer, and with it another plan; `nil` for never.
    public var moves: Int?
    /// The scheduler's id of the job.
    ///
    /// It may be given to another job after a crash of the scheduler, so it is
    /// never trusted without the UUID beside it.
    public var schedulerJob: Int?
    /// Scheduler jobs of this submission that were dropped.
    public var discarded: [Int]
    /// The printer's own id of the job.
    public var deviceJob: Int?
    /// The highest id that the printer had given before this job was released.
    public var deviceJobBefore: Int?
    /// When the printer had been started, as it said when the job was first seen there, in
    /// seconds since 1970.
    public var deviceStart: Int?
    /// When the scheduler began to print the job, by its own clock, in seconds since 1970.
    public var beganAt: Int?
    /// When it did so last, as far as is known.
    public var beganLast: Int?
    /// Whether the scheduler may have begun more than once; `nil` where there is no sign of it.
    public var mayRunAgain: Bool?
    /// The printer's own ids of further jobs that the scheduler has made of this one.
    public var moreDeviceJobs: [Int]?
    /// Those of its jobs on the printer of which something was seen to be on paper.
    public var onPaper: [Int]?
    /// How many sides the scheduler had counted when the job ended; `nil` where it did not say.
    public var counted: Int?
    /// Whether the user wants the job canceled.
    public var cancelRequested: Bool
    /// Whether the scheduler knows that.
    public var cancelSent: Bool
    /// Whether the scheduler was seen to have let the job go; `nil` for not yet.
    public var wasLetGo: Bool?
    /// How often the job was released again because the scheduler held it all the same.
    public var releasesAgain: Int?

    /// After how many jobs that the scheduler lost or spoiled a delivery is given up.
    public static let triesAtMost = 5
    /// How often a job is released again that the scheduler holds all the same.
    public static let releasesAgainAtMost = 5

    /// A delivery that has not begun.
    public init() {
        phase = .accepted
        discarded = []
        cancelRequested = false
        cancelSent = false
    }

    /// What to do next.
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
        // The scheduler holds it, as it was told to from the beginning.
        case .releasing where hold != nil: .watch
        case .accepted: .prepare
        case .prepared: .create
        case .creating: .find
        case .created: .send
        case .sending, .sent: .verify
        case .discarding: .discard
        case .releasing: .release
        case .released: .watch
        case .ended: .none
        }
    }

    /// Whether a request to the scheduler is under way after which the job is somewhere else.
    public var isPassing: Bool { phase == .creating || phase == .releasing && hold == nil }

    /// The delivery of the same job to another printer.
    ///
    /// What the scheduler holds for the printer before is dropped first: it was never begun.
    public var moved: Delivery {
        var next = Delivery()
        next.hold = hold
        next.moves = (moves ?? 0) + 1
        next.discarded = discarded
        if isHandedOver, let schedulerJob {
            next.schedulerJob = schedulerJob
            next.phase = .discarding
        }
        return next
    }

    /// Whether the scheduler may already have begun to print.
    public var mayHavePrinted: Bool {
        phase == .releasing || phase == .released || phase == .ended
    }

    /// Whether the scheduler has, or may have, the job.
    public var isHandedOver: Bool { phase != .accepted && phase != .prepared && phase != .ended }

    /// Takes in what the scheduler has of this submission; `nil` where it has nothing.
    ///
    /// Before the job is released nothing can have been printed, so whatever was
    /// lost is simply done again. Afterwards nothing is ever done again.
    public mutating func found(_ job: SchedulerJobFacts?) -> Finding {
        guard let job else {
            if mayHavePrinted { return .uncertain }
            return startAgainIfWorthIt()
        }
        schedulerJob = job.id
        if mayHavePrinted { return .goesOn }
        if job.state == .canceled, !cancelRequested { return .canceledElsewhere }
        let mayHaveDocument = job.documents > 0 || phase == .sending || phase == .sent
        if mayHaveDocument, job.state.isReleased {
            // Somebody else let it go: to send it again could print it twice.
            phase = .releasing
            return .goesOn
        }
        if job.state.isTerminal {
            // An empty job times out; one with a document was given up.
            guard job.documents == 0 else { return .lost }
            return startAgainIfWorthIt()
        }
        switch job.documents {
        // A job is never sent to twice: the first document may only not be counted yet.
        case 0 where phase == .sending || phase == .sent: phase = .discarding
        case 0: phase = .created
        case 1: phase = phase == .sending || phase == .creating ? .sent : .releasing
        default: phase = .discarding
        }
        return .goesOn
    }

    /// What is to be done about a job that the scheduler holds, or has not ended, although it was
    /// told to print or to cancel it, and said that it did.
    public enum Reminder: Sendable, Equatable {
        /// Nothing: it did, or somebody else wants it so.
        case none
        /// Tell it again to print; what was never begun cannot be printed twice by that.
        case releaseAgain
        /// Tell it again to cancel.
        case cancelAgain
    }

    /// Takes in what the scheduler says of a job that is watched, and says whether it must be told
    /// again.
    public mutating func reminder(after job: SchedulerJobFacts) -> Reminder {
        if cancelRequested {
            guard cancelSent, job.state == .held || job.state == .pending else { return .none }
            cancelSent = false
            return .cancelAgain
        }
        guard phase == .released, hold == nil else { return .none }
        guard job.state == .held else {
            // Whoever holds it from now on does it on purpose.
            wasLetGo = true
            return .none
        }
        let times = releasesAgain ?? 0
        guard wasLetGo != true, !job.hasBegun, times < Self.releasesAgainAtMost else {
            return .none
        }
        releasesAgain = times + 1
        phase = .releasing
        return .releaseAgain
    }

    /// What follows from what the scheduler has.
    public enum Finding: Sendable, Equatable {
        /// The next step is clear.
        case goesOn
        /// Somebody else canceled the job.
        case canceledElsewhere
        /// The scheduler gave the job up before it was released.
        case lost
        /// Nobody can tell whether it was printed.
        case uncertain
    }

    /// Begins again, unless the scheduler has lost or spoiled so many that it would for ever.
    private mutating func startAgainIfWorthIt() -> Finding {
        guard discarded.count < Self.triesAtMost else { return .lost }
        startAgain()
        return .goesOn
    }

    /// Begins again with the prepared document; never once it may have printed.
    public mutating func startAgain() {
        if let schedulerJob { discarded.append(schedulerJob) }
        schedulerJob = nil
        // What the scheduler was told of the lost job, it knows nothing of for the next.
        cancelSent = false
        phase = .prepared
    }
}

extension IPPJobState {
    /// Whether a job that was given to be held is held no more, and may have reached paper.
    fileprivate var isReleased: Bool {
        switch self {
        case .pending, .processing, .stopped, .completed: true
        case .held, .canceled, .aborted: false
        }
    }
}
