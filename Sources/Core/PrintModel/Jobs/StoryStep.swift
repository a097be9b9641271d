public import FoundationEssentials

/// A step in the history of a job, as it is shown to people.
public struct StoryStep: Sendable, Equatable {
    /// The kind of a step.
    public enum Event: Sendable, Equatable {
        /// The job entered the queue.
        case submitted
        /// The job is on hold until the user releases it or until a time.
        case held
        /// The job was released.
        case released(by: Releaser)
        /// The job moved to another printer.
        case moved(to: PrinterID)
        /// The job is next in line again.
        case queued
        /// The job waits until something changes.
        case waiting
        /// The job is on its way to the printer.
        case sent
        /// The printer makes progress.
        case printing
        /// The job ended.
        case ended(JobState)
    }

    /// The agent that released a job on hold.
    public enum Releaser: Sendable, Equatable {
        /// The user, with `printq release`.
        case user
        /// The end of the hold, at its time.
        case time
        /// A user or an administrator, in the scheduler.
        case scheduler
    }

    /// The time when the step began.
    public var at: Date
    /// The kind of the step.
    public var event: Event
    /// The reasons for the step.
    public var reasons: [Reason]
    /// The progress of the job at the end of the step.
    public var progress: JobProgress

    /// Creates a step.
    public init(
        at date: Date,
        _ event: Event,
        reasons: [Reason] = [],
        progress: JobProgress = JobProgress()
    ) {
        self.at = date
        self.event = event
        self.reasons = reasons
        self.progress = progress
    }
}

extension JobDetails {
    /// The history of a job as people read it, oldest step first.
    ///
    /// Duplicate entries are merged: of consecutive entries that differ only in progress, the last
    /// one remains.
    public var steps: [StoryStep] {
        var steps: [StoryStep] = []
        var before: StoryEntry?
        for entry in story {
            for step in self.steps(from: before, to: entry) {
                if let last = steps.last, last.says(theSameAs: step) {
                    steps[steps.count - 1].progress = step.progress
                } else {
                    steps.append(step)
                }
            }
            before = entry
        }
        return steps
    }

    /// The step between two entries.
    private func steps(from before: StoryEntry?, to entry: StoryEntry) -> [StoryStep] {
        func step(_ event: StoryStep.Event, _ reasons: [Reason] = []) -> StoryStep {
            StoryStep(at: entry.at, event, reasons: reasons, progress: entry.progress)
        }
        var steps: [StoryStep] = []
        if before == nil { steps.append(step(.submitted)) }
        if let before, before.printer != entry.printer {
            steps.append(step(.moved(to: entry.printer)))
        }
        if let before, before.says(theSameAs: entry) { return steps }
        if let before, before.isHeld, !entry.isHeld, !entry.state.isFinal {
            steps.append(step(.released(by: releaser(before, entry))))
        }
        switch entry.state {
        case .held: steps.append(step(.held, entry.reasons))
        case .queued:
            // The step before implies that it is in the queue.
            if steps.isEmpty || !entry.reasons.isEmpty {
                steps.append(step(.queued, entry.reasons))
            }
        case .waiting: steps.append(step(.waiting, entry.reasons))
        case .sending: steps.append(step(.sent, entry.reasons))
        case .printing: steps.append(step(.printing, entry.reasons))
        case .completed, .canceled, .failed:
            steps.append(step(.ended(entry.state), entry.reasons))
        }
        return steps
    }

    private func releaser(_ before: StoryEntry, _ entry: StoryEntry) -> StoryStep.Releaser {
        if before.reasons.contains(where: { $0.code == .heldInScheduler }) { return .scheduler }
        let wasTimed = before.reasons.contains { $0.code == .heldUntil }
        // The entry and the hold use the same clock, with a resolution of a second.
        guard wasTimed, let time = job.ticket.holdUntil, entry.at.timeIntervalSince(time) > -1
        else { return .user }
        return .time
    }
}

extension StoryEntry {
    /// Whether the job was put on hold, here or in the scheduler.
    fileprivate var isHeld: Bool {
        state == .held || reasons.contains { $0.code == .heldInScheduler }
    }

    /// Whether the job's state stayed the same; another printer or priority does not change the
    /// state.
    fileprivate func says(theSameAs other: StoryEntry) -> Bool {
        guard state == .held || state == .queued else { return false }
        return state == other.state && reasons.map(\.message) == other.reasons.map(\.message)
    }
}

extension StoryStep {
    fileprivate func says(theSameAs other: StoryStep) -> Bool {
        guard event == other.event, reasons == other.reasons else { return false }
        switch event {
        case .held, .queued, .waiting, .sent, .printing: return true
        case .submitted, .released, .moved, .ended: return false
        }
    }
}
