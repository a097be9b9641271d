public import FoundationEssentials

/// One step in the story of a job, as people tell it.
public struct StoryStep: Sendable, Equatable {
    /// What happened.
    public enum Event: Sendable, Equatable {
        /// It came into the queue.
        case submitted
        /// The user, or a time, holds it.
        case held
        /// It is held no more.
        case released(by: Releaser)
        /// It is to be printed by another printer.
        case moved(to: PrinterID)
        /// It is next in line again.
        case queued
        /// Nothing moves until something changes.
        case waiting
        /// It is on its way to the printer.
        case sent
        /// The printer makes progress.
        case printing
        /// It is over.
        case ended(JobState)
    }

    /// Who let a held job go.
    public enum Releaser: Sendable, Equatable {
        /// The user, with `printq release`.
        case user
        /// The time that it was held until.
        case time
        /// Somebody, in the scheduler.
        case scheduler
    }

    /// When it began.
    public var at: Date
    /// What happened.
    public var event: Event
    /// Why.
    public var reasons: [Reason]
    /// How far the job was at the end of the step.
    public var progress: JobProgress

    /// Makes a step.
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
    /// The story as people tell it: what happened, step by step, oldest first.
    ///
    /// Entries that say the same thing twice are joined: of many that tell how far
    /// the printer is, one is left that says how far it came before something else
    /// happened.
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

    /// What happened between two entries.
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
            // That it is in the queue is what the step before says already.
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
        // The clock of the entry and that of the hold are one; a second is how exactly it is told.
        guard wasTimed, let time = job.ticket.holdUntil, entry.at.timeIntervalSince(time) > -1
        else { return .user }
        return .time
    }
}

extension StoryEntry {
    /// Whether somebody held the job, here or in the scheduler.
    fileprivate var isHeld: Bool {
        state == .held || reasons.contains { $0.code == .heldInScheduler }
    }

    /// Whether nothing happened to the job's state: another printer or priority is no news of it.
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
