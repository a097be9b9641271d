import IPP
import PrintModel
import ProofKit
import Testing

/// The steps of a delivery through crashes, and through a scheduler that loses jobs and is
/// meddled with.
private struct Walk {
    var delivery = Delivery()
    var chance: SeededGenerator
    /// What the scheduler really has.
    var job: SchedulerJobFacts?
    /// How often the document may have reached paper.
    var released = 0
    var nextID = 1
    var hasEnded = false
    var story: [String] = []

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
    }

    mutating func step() {
        let step = delivery.nextStep
        story.append("\(delivery.phase):\(step)")
        if delivery.mayHavePrinted {
            #expect(step != .create && step != .send && step != .prepare, "\(story)")
        }
        if chance.maybe([true]) == nil, chance.maybe([true]) == nil {
            delivery.cancelRequested = true
        }
        meddle()
        take(step)
    }

    private mutating func take(_ step: Delivery.Step) {
        switch step {
        case .prepare: delivery.phase = .prepared
        case .create:
            delivery.phase = .creating
            if crashes { return }
            job = SchedulerJobFacts(id: nextID, state: .pendingHeld, documents: 0)
            nextID += 1
            if crashes { return }
            delivery.schedulerJob = job?.id
            delivery.phase = .created
        case .send:
            delivery.phase = .sending
            if crashes { return }
            job?.documents += 1
            if crashes { return }
            delivery.phase = .sent
        case .find, .verify: takeIn(job)
        case .discard:
            job = nil
            if crashes { return }
            delivery.startAgain()
        case .release:
            guard let held = job else { return takeIn(nil) }
            if held.state == .pendingHeld {
                job?.state = .processing
                released += 1
                if crashes { return }
            }
            delivery.phase = .released
        case .cancel:
            job = nil
            delivery.cancelSent = true
        case .watch, .forget, .hold, .none:
            hasEnded = true
        }
    }

    private mutating func takeIn(_ facts: SchedulerJobFacts?) {
        switch delivery.found(facts) {
        case .continues: break
        case .canceledElsewhere, .lost, .uncertain: hasEnded = true
        }
    }

    /// Whether the service dies here, after what was done and before it is written down.
    private var crashes: Bool {
        mutating get { Int.random(in: 0..<5, using: &chance) == 0 }
    }

    /// What others do to the scheduler's job.
    private mutating func meddle() {
        guard Int.random(in: 0..<8, using: &chance) == 0, let found = job else { return }
        // Between the look that found too much and the dropping of it, nobody could know.
        if delivery.phase == .discarding { return }
        switch Int.random(in: 0..<5, using: &chance) {
        // What others have let go and the scheduler forgot at once, nobody could know.
        case 0 where found.state == .pendingHeld || delivery.mayHavePrinted: job = nil
        case 1 where found.state == .pendingHeld: job?.state = .canceled
        case 2 where found.state == .pendingHeld: job?.state = .aborted
        case 3 where found.state == .pendingHeld && found.documents > 0:
            job?.state = .completed
            released += 1
        default: if found.state == .pendingHeld { job?.documents += 1 }
        }
    }
}

@Suite struct `A delivery through all troubles` {
    @Test func `never creates or sends once it may have printed, and prints once at most`() {
        var ends: [Int: Int] = [:]
        for seed in 0..<20_000 {
            var walk = Walk(seed: UInt64(seed))
            for _ in 0..<60 where !walk.hasEnded { walk.step() }
            #expect(walk.released <= 1, "\(walk.story.joined(separator: " "))")
            ends[walk.released, default: 0] += 1
        }
        // The walk must reach both ends often, or it proves nothing.
        #expect(ends[0, default: 0] > 1000)
        #expect(ends[1, default: 0] > 1000)
    }

    @Test func `takes any answer in any phase without going back behind the release`() {
        let states = [
            IPPJobState.pending, .pendingHeld, .processing, .processingStopped, .canceled, .aborted,
        ]
        for phase in Delivery.Phase.allCases {
            for state in states + [.completed] {
                for documents in 0...3 {
                    var delivery = Delivery()
                    delivery.phase = phase
                    let may = delivery.mayHavePrinted
                    _ = delivery.found(
                        SchedulerJobFacts(id: 1, state: state, documents: documents)
                    )
                    #expect(!may || delivery.mayHavePrinted, "\(phase) \(state) \(documents)")
                }
            }
        }
    }
}
