import IPP
import PrintModel
import Testing

@Suite struct `The start of a printer` {
    /// Read after 1000 s.
    private let known = DeviceStart(time: 50_000, upTime: 1000)

    @Test(arguments: [
        (51_010, 5, "off and on, ten seconds after it was read"),
        (51_000, 0, "off and on at once"),
        (60_000, 20_000, "off and on, and on for longer than before"),
        (40_000, 3, "off and on, while the clock was set back by hours"),
    ])
    func `is another one after a restart`(_ time: Int, _ upTime: Int, _ what: String) {
        let now = DeviceStart(time: time, upTime: upTime)
        #expect(known.isEarlier(than: now) && !known.isSame(as: now), "\(what)")
    }

    @Test(arguments: [
        (50_000, 1000, "read again at once"),
        (50_001, 1999, "rounded"),
        (50_130, 2_600_000, "the printer's clock is slow: 4 s a day, for a month"),
        (49_870, 2_600_000, "the printer's clock is fast"),
        (50_400, 1300, "the clock was set forward"),
        (49_600, 1300, "the clock was set back"),
    ])
    func `is the same one as long as it is on`(_ time: Int, _ upTime: Int, _ what: String) {
        let now = DeviceStart(time: time, upTime: upTime)
        #expect(!known.isEarlier(than: now) && known.isSame(as: now), "\(what)")
    }

    @Test func `is told by two seconds in a record of an earlier version`() {
        let old = DeviceStart(time: 50_000, upTime: nil)
        #expect(!old.isEarlier(than: DeviceStart(time: 50_002, upTime: 10)))
        #expect(old.isEarlier(than: DeviceStart(time: 50_003, upTime: 10)))
        // It proves nothing.
        #expect(!old.isSame(as: DeviceStart(time: 50_000, upTime: 10)))
    }

    @Test func `is not earlier because of a slow reply`() {
        let slow = DeviceStart(time: 50_000, upTime: 2, margin: 30)
        #expect(!slow.isEarlier(than: DeviceStart(time: 50_030, upTime: 9)))
    }

    @Test(arguments: [
        (3, 0, 50_000, "off and on within the rounding"),
        (2, 0, 50_002, "on for two seconds, off and on at once"),
        (8, 3, 50_004, "the reply to the later reading took three seconds"),
    ])
    func `is not certain to be the same one soon after it`(
        _ upTime: Int,
        _ margin: Int,
        _ time: Int,
        _ what: String
    ) {
        let fresh = DeviceStart(time: 50_000, upTime: upTime)
        let now = DeviceStart(time: time, upTime: upTime + 3, margin: margin)
        #expect(!fresh.isSame(as: now), "\(what)")
        let later = DeviceStart(time: 50_000, upTime: upTime + 100)
        #expect(DeviceStart(time: 50_000, upTime: upTime + 9).isSame(as: later))
    }

    @Test func `bounds the numbers that were given before it`() {
        var taken = TakenNumbers()
        taken.add(3, at: known)
        let same = DeviceStart(time: 50_000, upTime: 1100)
        let later = DeviceStart(time: 52_000, upTime: 10)
        #expect(taken.contains(3, isNew: true, at: same))
        #expect(!taken.contains(3, isNew: true, at: later))
        #expect(!taken.contains(4, isNew: true, at: same))
        // The printer has kept its jobs, or does not tell.
        #expect(taken.contains(3, isNew: false, at: later))
        #expect(taken.contains(3, isNew: true, at: nil))
        // Another job has the number since the restart.
        taken.add(3, at: later)
        #expect(taken.contains(3, isNew: true, at: later))
        taken.add(3, at: known)
        #expect(taken.contains(3, isNew: true, at: later))
        // One of which no start is known has it for ever.
        taken.add(4, at: nil)
        taken.add(4, at: known)
        #expect(taken.contains(4, isNew: true, at: later))
    }

    @Test func `keeps a number that another job got since`() {
        var mine = Delivery()
        mine.deviceJob = 3
        mine.note(known)
        var taken = TakenNumbers()
        taken.add(mine)
        let later = DeviceStart(time: 52_000, upTime: 10)
        #expect(!taken.without(mine).contains(3, isNew: true, at: known))
        // The job's own number, which it has had for a while.
        var now = known
        now.upTime = known.upTime.map { $0 + 500 }
        mine.note(now)
        #expect(!taken.without(mine).contains(3, isNew: true, at: now))
        taken.add(3, at: later)
        #expect(taken.without(mine).contains(3, isNew: true, at: later))
    }

    @Test func `ends the meaning of a job's numbers, not the count of its paper`() {
        var delivery = Delivery()
        delivery.deviceJob = 1
        delivery.note(known)
        delivery.record(DeviceJobFacts(id: 1, state: .completed, impressions: 1))
        delivery.leaveNumbers()
        #expect(delivery.allDeviceJobs == [] && delivery.timesOnPaper == 1)
        #expect(delivery.earlierDeviceJobs == 1)
        // The scheduler has printed it again, and the printer has given it the same number.
        let again = delivery.isPrintedAgain(
            by: [DeviceJobFacts(id: 1, state: .completed, impressions: 1)],
            others: 0,
            hasRestarted: true
        )
        #expect(again && delivery.allDeviceJobs == [1])
    }

    @Test func `after the start of the scheduler is remembered, however slowly it was read`() {
        var delivery = Delivery()
        delivery.noteRestart(DeviceStart(time: 90, upTime: 9, margin: 2), sinceStartOf: 100)
        #expect(delivery.firstRestart(sinceStartOf: 100) == nil, "it was before")
        delivery.noteRestart(DeviceStart(time: 97, upTime: 7, margin: 6), sinceStartOf: 100)
        #expect(delivery.firstRestart(sinceStartOf: 100) == 99)
        delivery.noteRestart(DeviceStart(time: 133, upTime: 2), sinceStartOf: 100)
        #expect(delivery.firstRestart(sinceStartOf: 100) == 99)
        #expect(delivery.firstRestart(sinceStartOf: 120) == nil, "of a later run")
        delivery.noteRestart(DeviceStart(time: 133, upTime: 2), sinceStartOf: 120)
        #expect(delivery.firstRestart(sinceStartOf: 120) == 133)
    }
}
