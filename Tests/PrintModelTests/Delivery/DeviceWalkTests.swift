import IPP
import PrintModel
import ProofKit
import Testing

/// A printer that gets jobs straight, as the two implementations that were tried behave: it prints what
/// it has when a connection closes, drops it when the connection is reset, and forgets its jobs when
/// it is turned off.
private struct ModelPrinter {
    struct Job {
        let id: Int
        var facts: DeviceJobFacts
        /// The bytes that it has: none, all but the last, or all.
        var received = 0.0
    }

    var jobs: [Job] = []
    var nextID = 1
    /// How often it printed the whole document.
    var whole = 0
    /// How often it printed a part of it.
    var cut = 0

    /// The job that our mark finds: the last one that was not discarded.
    func marked(_ discarded: [Int]) -> DeviceJobFacts? {
        jobs.last { !discarded.contains($0.id) }?.facts
    }

    mutating func create() -> Int {
        let facts = DeviceJobFacts(id: nextID, state: .pending, impressions: 0)
        jobs.append(Job(id: nextID, facts: facts))
        nextID += 1
        return nextID - 1
    }

    mutating func change(_ id: Int?, _ body: (inout Job) -> Void) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        body(&jobs[index])
    }

    /// The connection is reset: by us, or by the kernel when the service is killed.
    mutating func reset(_ id: Int?) {
        change(id) { job in
            if job.received < 1, job.received > 0 { job.facts.state = .aborted }
            job.facts.isIncoming = false
        }
    }

    /// Prints what it has.
    mutating func print(_ id: Int?) {
        var (isWhole, isCut) = (false, false)
        change(id) { job in
            guard !job.facts.state.isFinal, job.received > 0 else { return }
            (isWhole, isCut) = (job.received == 1, job.received < 1)
            job.facts.state = .completed
            job.facts.isIncoming = false
            job.facts.impressions = isWhole ? 6 : 3
        }
        if isWhole { whole += 1 }
        if isCut { cut += 1 }
    }
}

private struct DeviceWalk {
    var delivery = Delivery()
    var printer = ModelPrinter()
    var chance: SeededGenerator
    var end: String?
    var story: [String] = []
    /// Whether the power of this computer may fail, too: then no connection is reset.
    let losesPower: Bool

    init(seed: UInt64, losesPower: Bool) {
        chance = SeededGenerator(seed: seed)
        self.losesPower = losesPower
        delivery.route = .direct
    }

    mutating func step() {
        let step = delivery.nextStep
        story.append("\(delivery.phase):\(step)")
        if one(in: 40) { delivery.cancelRequested = true }
        take(step)
        if one(in: 30) {
            // The printer is turned off, after it printed what it could.
            if one(in: 2) { printer.print(delivery.deviceJob) }
            printer.jobs = []
        }
        if one(in: 4) {
            let whole = printer.jobs.first { $0.received == 1 }?.id
            printer.print(whole)
        }
    }

    private mutating func take(_ step: Delivery.Step) {
        switch step {
        case .prepare: delivery.phase = .prepared
        case .create:
            delivery.phase = .creating
            if crashes { return }
            let id = printer.create()
            if crashes { return }
            delivery.deviceJob = id
            delivery.phase = .created
        case .send: send()
        case .find, .verify: takeIn(printer.marked(delivery.discarded))
        case .discard:
            if let facts = printer.marked(delivery.discarded), !facts.state.isFinal {
                printer.change(facts.id) { $0.facts.state = .canceled }
            }
            takeIn(printer.marked(delivery.discarded))
        case .cancel:
            printer.change(delivery.deviceJob) { job in
                if !job.facts.state.isFinal { job.facts.state = .canceled }
            }
            delivery.cancelSent = true
        case .watch: watch()
        case .release: Issue.record("No printer can release: \(story)")
        case .forget, .hold, .none: end = "forgotten"
        }
    }

    private mutating func send() {
        let id = delivery.deviceJob
        guard printer.jobs.contains(where: { $0.id == id && $0.facts.state == .pending }) else {
            return takeIn(printer.marked(delivery.discarded))
        }
        #expect(printer.whole + printer.cut == 0, "\(story)")
        delivery.phase = .sending
        if crashes { return }
        printer.change(id) { job in
            job.received = 0.9
            job.facts.isIncoming = true
        }
        if crashes { return breakOff(id) }
        delivery.phase = .releasing
        if crashes { return breakOff(id) }
        printer.change(id) { job in
            guard !job.facts.state.isFinal else { return }
            job.received = 1
            job.facts.isIncoming = false
            job.facts.state = .processing
        }
        if crashes { return }
        delivery.phase = .released
    }

    /// The service dies, or the whole computer does.
    private mutating func breakOff(_ id: Int?) {
        guard losesPower, one(in: 2) else { return printer.reset(id) }
        // No reset arrives; the printer may give up by itself, and print what it has.
        if one(in: 2) { printer.print(id) }
    }

    private mutating func watch() {
        guard let facts = printer.marked(delivery.discarded) else {
            end = "uncertain"
            return
        }
        if facts.state == .completed { end = (facts.impressions ?? 0) < 6 ? "partly" : "done" }
        if facts.state == .canceled || facts.state == .aborted { end = "ended" }
    }

    private mutating func takeIn(_ facts: DeviceJobFacts?) {
        switch delivery.found(atDevice: facts) {
        case .continues: break
        case .canceledElsewhere: end = "canceled"
        case .lost: end = "lost"
        case .uncertain: end = "uncertain"
        }
    }

    private var crashes: Bool { mutating get { one(in: 6) } }

    private mutating func one(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &chance) == 0
    }
}

@Suite struct `A delivery straight to a printer through all troubles` {
    /// How many jobs the printer may abort until the delivery gives up; 100 if it never does.
    private func tries(_ breakOff: (inout Delivery) -> Void) -> Int {
        var delivery = Delivery()
        delivery.route = .direct
        for id in 1..<100 {
            delivery.phase = .sending
            delivery.deviceJob = id
            breakOff(&delivery)
            let facts = DeviceJobFacts(id: id, state: .aborted, impressions: 0)
            if delivery.found(atDevice: facts) == .lost { return id - 1 }
        }
        return 100
    }

    @Test
    func `gives up after what the printer spoils, not after what the end of the service does`() {
        #expect(tries { _ in } == Delivery.triesAtMost)
        #expect(tries { $0.recordInterruption() } == 100)
    }

    @Test(arguments: [false, true])
    func `prints once at most, calls no part done, and sends nothing again after paper`(
        losesPower: Bool
    ) {
        var ends: [String: Int] = [:]
        for seed in 0..<20_000 {
            var walk = DeviceWalk(seed: UInt64(seed), losesPower: losesPower)
            for _ in 0..<80 where walk.end == nil { walk.step() }
            let printer = walk.printer
            let story = "seed \(seed): \(walk.story.joined(separator: " "))"
            #expect(printer.whole + printer.cut <= 1, "\(story)")
            if walk.end == "done" { #expect(printer.whole == 1, "\(story)") }
            // Without a power cut there is no cut copy at all.
            if !losesPower { #expect(printer.cut == 0, "\(story)") }
            if printer.cut > 0 {
                #expect(["uncertain", "partly", "ended"].contains(walk.end), "\(story)")
            }
            ends[walk.end ?? "unfinished", default: 0] += 1
        }
        for end in ["done", "uncertain", "forgotten", "ended"] {
            #expect(ends[end, default: 0] > 100, "\(end): \(ends)")
        }
        #expect(ends["unfinished", default: 0] == 0, "\(ends)")
    }
}

@Suite struct `The report of a printer that aborted a job` {
    private func delivery(_ phase: Delivery.Phase) -> Delivery {
        var delivery = Delivery()
        delivery.route = .direct
        delivery.phase = phase
        return delivery
    }

    @Test(arguments: [Delivery.Phase.sending, .releasing])
    func `is followed by another try only if no side came out`(_ phase: Delivery.Phase) {
        var untouched = delivery(phase)
        let nothing = DeviceJobFacts(id: 1, state: .aborted, impressions: 0)
        #expect(untouched.found(atDevice: nothing) == .continues && untouched.phase == .prepared)
        // It prints while the document arrives.
        var begun = delivery(phase)
        let sides = DeviceJobFacts(id: 1, state: .aborted, impressions: 2)
        #expect(begun.found(atDevice: sides) == .uncertain)
        var uncounted = delivery(phase)
        #expect(uncounted.found(atDevice: DeviceJobFacts(id: 1, state: .aborted)) == .uncertain)
    }
}
