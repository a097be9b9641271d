import FoundationEssentials
import IPP
import PrintModel
import Testing

@Suite struct `A delivery` {
    @Test func `of a job that is moved drops what the scheduler holds before it begins again`() {
        var delivery = Delivery()
        delivery.hold = Delivery.Hold()
        #expect(delivery.moved.nextStep == .hold)
        delivery.phase = .released
        delivery.schedulerJob = 12
        delivery.deviceJob = 5
        var moved = delivery.moved
        #expect(moved.nextStep == .discard)
        #expect(moved.schedulerJob == 12 && moved.deviceJob == nil && moved.moves == 1)
        #expect(!moved.mayHavePrinted)
        #expect(moved.found(nil) == .continues)
        #expect(moved.discarded == [12])
        #expect(moved.nextStep == .hold)
        moved.hold = nil
        #expect(moved.nextStep == .create)
    }

    @Test(arguments: [
        (Delivery.Phase.accepted, Delivery.Step.prepare), (.prepared, .create),
        (.creating, .find), (.created, .send), (.sending, .verify), (.sent, .verify),
        (.discarding, .discard), (.releasing, .release), (.released, .watch), (.ended, .none),
    ])
    func `goes on with the step of its phase`(_ phase: Delivery.Phase, _ step: Delivery.Step) {
        #expect(delivery(phase).nextStep == step)
    }

    @Test(arguments: [
        (Delivery.Phase.accepted, Delivery.Step.forget), (.prepared, .forget),
        (.creating, .find), (.created, .cancel), (.sending, .cancel), (.sent, .cancel),
        (.discarding, .cancel), (.releasing, .cancel), (.released, .cancel), (.ended, .none),
    ])
    func `that is to be canceled tells who knows of it`(
        _ phase: Delivery.Phase,
        _ step: Delivery.Step
    ) {
        var delivery = delivery(phase)
        delivery.cancelRequested = true
        #expect(delivery.nextStep == step)
        delivery.cancelSent = true
        #expect(delivery.nextStep == (step == .cancel ? .watch : step))
    }

    @Test(arguments: [Delivery.Phase.creating, .created, .sending, .sent, .discarding])
    func `that was lost before its release is done again`(_ phase: Delivery.Phase) {
        var delivery = delivery(phase, schedulerJob: 7)
        #expect(delivery.found(nil) == .continues)
        #expect(delivery.nextStep == .create)
        #expect(delivery.schedulerJob == nil)
        #expect(delivery.discarded == [7])
    }

    @Test(arguments: [Delivery.Phase.releasing, .released, .ended])
    func `that was lost after its release is watched at the printer, and not done again`(
        _ phase: Delivery.Phase
    ) {
        var delivery = delivery(phase, schedulerJob: 7)
        #expect(delivery.found(nil) == .continues)
        #expect(delivery.phase == (phase == .ended ? .ended : .released))
        #expect(delivery.schedulerJob == 7)
    }

    @Test func `whose empty job timed out is done again`() {
        var delivery = delivery(.created, schedulerJob: 7)
        #expect(delivery.found(facts(.aborted, documents: 0)) == .continues)
        #expect(delivery.nextStep == .create)
        #expect(delivery.discarded == [3])
    }

    @Test func `whose document the scheduler gave up is lost`() {
        var delivery = delivery(.sent)
        #expect(delivery.found(facts(.aborted, documents: 1)) == .lost)
    }

    @Test(arguments: [IPPJobState.pending, .processing, .completed, .aborted])
    func `that got the document of another job before its own begins again`(_ state: IPPJobState) {
        var delivery = delivery(.created)
        #expect(delivery.found(facts(state, documents: 1)) == .continues)
        #expect(!delivery.mayHavePrinted)
        #expect(delivery.nextStep == (state.isFinal ? .create : .discard))
    }

    @Test func `that somebody else canceled is not done again`() {
        var delivery = delivery(.created)
        #expect(delivery.found(facts(.canceled, documents: 0)) == .canceledElsewhere)
    }

    @Test func `that somebody else released and that was printed is watched, not lost`() {
        var delivery = delivery(.sent)
        #expect(delivery.found(facts(.completed, documents: 1)) == .continues)
        #expect(delivery.mayHavePrinted)
    }

    @Test(arguments: [
        (Delivery.Phase.creating, 0, Delivery.Phase.created), (.created, 0, .created),
        (.created, 1, .discarding),
        (.sending, 0, .discarding), (.sending, 1, .sent), (.creating, 1, .sent),
        (.sent, 1, .releasing), (.sent, 2, .discarding), (.sending, 2, .discarding),
    ])
    func `takes its phase from what the scheduler has received`(
        _ before: Delivery.Phase,
        _ documents: Int,
        _ after: Delivery.Phase
    ) {
        var delivery = delivery(before)
        #expect(delivery.found(facts(.pendingHeld, documents: documents)) == .continues)
        #expect(delivery.phase == after)
        #expect(delivery.schedulerJob == 3)
    }

    @Test(
        arguments: [Delivery.Phase.sending, .sent],
        [IPPJobState.pending, .processing, .completed]
    )
    func `that was released without a known document is watched, because one may have been sent`(
        _ phase: Delivery.Phase,
        _ state: IPPJobState
    ) {
        var delivery = delivery(phase)
        #expect(delivery.found(facts(state, documents: 0)) == .continues)
        #expect(delivery.mayHavePrinted)
    }

    @Test func `that the scheduler loses again and again is given up`() {
        var delivery = delivery(.sent, schedulerJob: 1)
        for number in 2...Delivery.triesAtMost + 1 {
            #expect(delivery.found(nil) == .continues)
            #expect(delivery.nextStep == .create)
            delivery.phase = .sent
            delivery.schedulerJob = number
        }
        #expect(delivery.found(nil) == .lost)
    }

    @Test func `that is held after its release is released again, but not for ever`() {
        var delivery = delivery(.released)
        for _ in 1...Delivery.releasesAgainAtMost {
            #expect(delivery.reminder(after: facts(.pendingHeld, documents: 1)) == .releaseAgain)
            #expect(delivery.nextStep == .release)
            delivery.phase = .released
        }
        #expect(delivery.reminder(after: facts(.pendingHeld, documents: 1)) == .none)
        #expect(delivery.nextStep == .watch)
    }

    @Test(arguments: [IPPJobState.pending, .processing, .processingStopped])
    func `that another user holds after its release stays held`(_ seen: IPPJobState) {
        var delivery = delivery(.released)
        #expect(delivery.reminder(after: facts(seen, documents: 1)) == .none)
        #expect(delivery.reminder(after: facts(.pendingHeld, documents: 1)) == .none)
        #expect(delivery.phase == .released)
    }

    @Test func `of an older record keeps whether the scheduler released the job`() throws {
        let old =
            #"{"phase":"released","discarded":[],"cancelRequested":false,"cancelSent":false,"wasLetGo":true}"#
        var delivery = try WireFormat.decode(Delivery.self, from: Data(old.utf8))
        #expect(delivery.wasReleased == true)
        #expect(delivery.reminder(after: facts(.pendingHeld, documents: 1)) == .none)
        let written = String(decoding: try WireFormat.encode(delivery), as: UTF8.self)
        #expect(written.contains(#""wasLetGo":true"#))
    }

    @Test func `that has begun and is held is never released again`() {
        var delivery = delivery(.released)
        var begun = facts(.pendingHeld, documents: 1)
        begun.hasBegun = true
        #expect(delivery.reminder(after: begun) == .none)
        #expect(delivery.phase == .released)
    }

    @Test func `that the user holds is not released again`() {
        var delivery = delivery(.released)
        delivery.hold = Delivery.Hold()
        #expect(delivery.reminder(after: facts(.pendingHeld, documents: 1)) == .none)
    }

    @Test(arguments: [
        (IPPJobState.pendingHeld, Delivery.Reminder.cancelAgain), (.pending, .cancelAgain),
        (.processing, .none), (.canceled, .none), (.completed, .none),
    ])
    func `that is canceled and stands still is canceled again`(
        _ state: IPPJobState,
        _ reminder: Delivery.Reminder
    ) {
        var delivery = delivery(.released)
        delivery.cancelRequested = true
        delivery.cancelSent = true
        #expect(delivery.reminder(after: facts(state, documents: 1)) == reminder)
        #expect(delivery.nextStep == (reminder == .cancelAgain ? .cancel : .watch))
    }

    @Test func `comes back from JSON as it was`() throws {
        for phase in Delivery.Phase.allCases {
            var delivery = delivery(phase, schedulerJob: 4)
            delivery.discarded = [1, 2]
            let json = try WireFormat.encode(delivery)
            #expect(try WireFormat.decode(Delivery.self, from: json) == delivery)
        }
    }

    private func delivery(_ phase: Delivery.Phase, schedulerJob: Int? = nil) -> Delivery {
        var delivery = Delivery()
        delivery.phase = phase
        delivery.schedulerJob = schedulerJob
        return delivery
    }

    private func facts(_ state: IPPJobState, documents: Int) -> SchedulerJobFacts {
        SchedulerJobFacts(id: 3, state: state, documents: documents)
    }
}
