import IPP
import PrintModel
import Testing

@Suite struct `A second run` {
    private func delivery(_ phase: Delivery.Phase = .released) -> Delivery {
        var delivery = Delivery()
        delivery.phase = phase
        delivery.deviceJobBefore = 4
        delivery.deviceJob = 5
        return delivery
    }

    private static let queued = Sample.job(
        PrintPlan(pages: [1], copies: 1, sides: .oneSided, media: nil)
    )

    private func job(_ state: IPPJobState, beganAt: Int?) -> SchedulerJobFacts {
        var job = SchedulerJobFacts(id: 12, state: state, documents: 1)
        job.beganAt = beganAt
        return job
    }

    private func paper(_ id: Int, _ state: IPPJobState, _ impressions: Int? = nil) -> DeviceJobFacts
    {
        DeviceJobFacts(id: id, state: state, impressions: impressions)
    }

    @Test func `is noticed when the scheduler begins anew`() {
        var delivery = delivery()
        delivery.record(job(.pending, beganAt: nil))
        delivery.record(job(.processing, beganAt: 100))
        delivery.record(job(.completed, beganAt: 100))
        #expect(delivery.mayRunAgain == nil)
        delivery.record(job(.processing, beganAt: 107))
        #expect(delivery.mayRunAgain == true)
        #expect(delivery.beganAt == 100)
        #expect(delivery.beganLast == 107)
    }

    @Test func `is noticed when a job that was begun waits again`() {
        var delivery = delivery()
        delivery.record(job(.processing, beganAt: 100))
        delivery.record(job(.pending, beganAt: 100))
        #expect(delivery.mayRunAgain == true)
    }

    @Test(arguments: Delivery.Phase.allCases)
    func `may hide in a gap, once the job was let go`(_ phase: Delivery.Phase) {
        var delivery = delivery(phase)
        delivery.recordGap()
        #expect((delivery.mayRunAgain == true) == (phase == .releasing || phase == .released))
    }

    @Test(arguments: [true, false], [true, false])
    func `is the job where no other is known, and it is certainly its own`(
        isNamed: Bool,
        hadAnother: Bool
    ) {
        var delivery = Delivery()
        delivery.deviceJobBefore = 90
        delivery.earlierDeviceJobs = hadAnother ? 1 : nil
        let again = delivery.isPrintedAgain(
            by: [paper(1, .completed, 2)],
            others: 0,
            hasRestarted: true
        )
        #expect(!again)
        delivery.takeFirstRun(among: isNamed ? [1, 7] : [7])
        let isTaken = isNamed && !hadAnother
        #expect(delivery.deviceJob == (isTaken ? 1 : nil))
        #expect(delivery.moreDeviceJobs == (isTaken ? nil : [1]))
        #expect(delivery.timesOnPaper == 1)
    }

    @Test func `of a canceled job is told when anything more got to paper`() {
        var delivery = Delivery()
        delivery.deviceJobBefore = 4
        let nothing = delivery.isPrintedAgain(by: [paper(5, .canceled, 0)], others: 0, expected: 0)
        #expect(!nothing)
        let again = delivery.isPrintedAgain(by: [paper(6, .completed)], others: 0, expected: 0)
        #expect(again)
    }

    @Test func `is told when both got to paper, even if the first has left the list`() {
        var delivery = delivery()
        let first = [paper(5, .completed), paper(6, .processing, 0)]
        let told1 = delivery.isPrintedAgain(by: first, others: 0)
        #expect(!told1)
        #expect(delivery.moreDeviceJobs == [6])
        let told2 = delivery.isPrintedAgain(by: [paper(6, .processing, 1)], others: 0)
        #expect(told2)
        let told3 = delivery.isPrintedAgain(by: [], others: 0)
        #expect(told3)
    }

    @Test func `after a first one that was given up without paper is none`() {
        var delivery = delivery()
        delivery.deviceJob = 6
        delivery.add(deviceJob: 5)
        let jobs = [paper(5, .aborted, 0), paper(6, .completed, 3)]
        let told4 = delivery.isPrintedAgain(by: jobs, others: 0)
        #expect(!told4)
        // Half of it had come out.
        let half = [paper(5, .aborted, 2), paper(6, .completed, 3)]
        let told5 = delivery.isPrintedAgain(by: half, others: 0)
        #expect(told5)
    }

    @Test func `is not seen in what others print under the same name`() {
        var delivery = delivery()
        let jobs = [paper(3, .completed), paper(5, .completed), paper(7, .completed)]
        let told6 = delivery.isPrintedAgain(by: jobs, others: 1)
        #expect(!told6)
        #expect(delivery.moreDeviceJobs == nil)
        let told7 = delivery.isPrintedAgain(by: jobs, others: 0)
        #expect(told7)
        #expect(delivery.allDeviceJobs == [5, 7])
    }

    @Test func `that got to paper is the one that counts`() {
        var delivery = delivery()
        let canceled = DeviceObservation.job(paper(5, .canceled, 0))
        let before = delivery.turnToLaterRun(after: canceled, isOver: true)
        #expect(!before)
        delivery.add(deviceJob: 6)
        let early = delivery.turnToLaterRun(after: canceled, isOver: true)
        #expect(!early)
        delivery.record(paper(6, .completed, 3))
        let processing = DeviceObservation.job(paper(5, .processing, 0))
        let printing = delivery.turnToLaterRun(after: processing, isOver: true)
        #expect(!printing)
        let isOther = delivery.turnToLaterRun(after: canceled, isOver: true)
        #expect(isOther && delivery.deviceJob == 6 && delivery.moreDeviceJobs == [5])
        // The user has canceled the second one, too.
        delivery = self.delivery()
        delivery.cancelRequested = true
        delivery.add(deviceJob: 6)
        delivery.record(paper(6, .completed, 3))
        let wanted = delivery.turnToLaterRun(after: canceled, isOver: true)
        #expect(!wanted)
    }

    /// A scheduler that is stopped in the middle of a document breaks the job off at the printer, which calls it aborted.
    @Test(arguments: [IPPJobState.pending, .processing])
    func `under way is the one that counts, and the first end is none`(_ state: IPPJobState) {
        var delivery = delivery()
        var scheduler = job(state, beganAt: 100)
        scheduler.hasBegun = true
        func outlook(_ state: IPPJobState) -> JobState {
            let seen = JobOutlook.Observations(
                scheduler: scheduler,
                device: .job(paper(delivery.deviceJob ?? 0, state, 0))
            )
            return JobOutlook.of(Self.queued, delivery, seen: seen).state
        }
        #expect(outlook(.aborted) == .failed)
        delivery.recordGap()
        #expect(!outlook(.aborted).isFinal)
        scheduler.state = .pendingHeld
        #expect(outlook(.aborted) == .failed)
        scheduler.state = state
        delivery.add(deviceJob: 6)
        let aborted = DeviceObservation.job(paper(5, .aborted, 0))
        let isOther = delivery.turnToLaterRun(after: aborted, isOver: false)
        #expect(isOther && delivery.deviceJob == 6)
        #expect(!outlook(.processing).isFinal)
        // A printer that refuses it again refuses it.
        #expect(outlook(.aborted) == .failed)
    }

    @Test func `after one that was broken off may be the second on paper`() {
        var delivery = delivery()
        var first = paper(5, .canceled, 0)
        // It was the only one: its user has canceled it.
        #expect(!delivery.isBrokenOff(first))
        delivery.add(deviceJob: 6)
        #expect(delivery.isBrokenOff(first))
        #expect(delivery.isBrokenOff(paper(5, .aborted)))
        #expect(!delivery.isBrokenOff(paper(5, .completed)))
        #expect(!delivery.isBrokenOff(paper(7, .canceled)))
        first.isEmpty = true
        #expect(!delivery.isBrokenOff(first))
    }

    @Test func `of a printer that tells nothing shows in what the backend counts`() {
        var delivery = delivery()
        var counted = job(.completed, beganAt: 100)
        counted.impressions = 2
        delivery.record(counted, planned: 1)
        #expect(delivery.beganAgain == nil)
        delivery.recordGap()
        delivery.record(counted, planned: 1)
        #expect(delivery.beganAgain == true)
    }

    @Test func `is one of a scheduler that restarted only after a gap`() {
        var delivery = delivery()
        delivery.record(job(.processing, beganAt: 100))
        delivery.record(job(.processing, beganAt: 110))
        #expect(delivery.beganAgain == nil)
        delivery.recordGap()
        delivery.record(job(.processing, beganAt: 110))
        #expect(delivery.beganAgain == nil)
        delivery.record(job(.processing, beganAt: 120))
        #expect(delivery.beganAgain == true)
    }
}
