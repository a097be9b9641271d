import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: on the clock of the test.

@Suite struct `Looks at a printer` {
    /// The printer may have restarted at any time of a slow reply.
    @Test func `do not forget how slow the first reply after a restart was`() {
        let clock = TestClock()
        let looks = DeviceLooks()
        func read(_ upTime: Int, in seconds: Int) -> DeviceStart {
            let moment = DeviceLooks.Moment(date: clock.now, uptime: clock.uptime)
            clock.advance(by: .seconds(seconds))
            return looks.start(upTime: upTime, from: moment, to: clock)
        }
        let slow = read(11, in: 8)
        #expect(slow.margin == 8)
        let quick = read(12, in: 0)
        #expect(quick.time == slow.time)
        // Asked 8 seconds after the first request, it had been on for 12.
        #expect(quick.latest == slow.time + 7)
    }

    @Test
    func `tell how long the printer keeps ended jobs, from the first list to the last request`() {
        let looks = DeviceLooks()
        func note(_ asked: Int, _ answered: Int) -> Double {
            let list = DeviceWatch.DeviceList(
                jobs: [
                    .init(
                        IPPAttributeGroup(
                            .job,
                            [
                                IPPAttribute("job-id", .integer(7)),
                                IPPAttribute("job-state", .enumeration(9)),
                            ]
                        )
                    )
                ].compactMap(\.self),
                start: nil
            )
            return looks.note(list, from: .seconds(asked), at: .seconds(answered)).kept
        }
        #expect(note(99, 100) == 0)
        #expect(note(101, 125) == 1)
        #expect(note(130, 131) == 30)
    }
}
