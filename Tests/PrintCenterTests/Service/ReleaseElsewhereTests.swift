import Foundation
import PrintModel
import Testing

@testable import PrintCenter

/// The release of a job that the scheduler of one of several hosts holds.
@Suite struct `A job that is held in a scheduler` {
    @Test(
        arguments: [
            ("press1", Delivery.Phase.releasing), ("press2", .released), (nil, .released),
        ] as [(String?, Delivery.Phase)]
    )
    func `is released by the host of that scheduler`(
        asked: String?,
        phase: Delivery.Phase
    ) {
        var record = JobRecord(job: `The store`.job("a"))
        record.delivery.phase = .released
        record.delivery.schedulerJob = 7
        record.delivery.schedulerHost = "press2"
        #expect(record.released(on: asked) == record, "it is not held")
        record.job.state = .waiting
        record.job.reasons = [Reason(.heldInScheduler, ["printer": "office"])]
        #expect(record.released(on: asked).delivery.phase == phase)
        record.delivery.hold = Delivery.Hold()
        let after = record.released(on: asked)
        #expect(after.delivery.hold == nil && after.job.state == .queued)
        #expect(after.delivery.phase == phase)
        #expect(after.delivery.nextStep == (phase == .releasing ? .release : .watch))
    }
}
