import IPP
import Testing

@testable import PrintCenter

@Suite struct `The restrictions of a queue` {
    private func restrictions(
        _ names: [String: [String]] = [:],
        _ numbers: [String: Int32] = [:]
    ) -> QueueRestrictions {
        QueueRestrictions(
            IPPAttributeGroup(
                .printer,
                names.map { IPPAttribute($0.key, $0.value.map { .name($0) }) }
                    + numbers.map { IPPAttribute($0.key, .integer($0.value)) }
            )
        )
    }

    @Test(
        arguments: [
            ([:], true), (["allowed": ["all"]], true), (["denied": ["none"]], true),
            (["allowed": ["bob"]], false), (["allowed": ["bob", "Ann"]], true),
            (["allowed": ["@staff"]], true), (["allowed": ["@guests"]], false),
            (["denied": ["ann"]], false), (["denied": ["@staff"]], false),
            (["denied": ["bob", "@guests"]], true),
            // Only the scheduler knows whose number it is.
            (["allowed": ["#D0A5"]], true), (["denied": ["#D0A5"]], true),
        ] as [([String: [String]], Bool)]
    )
    func `name users and groups`(_ lists: [String: [String]], _ isAdmitted: Bool) {
        let names = lists.map { ("requesting-user-name-\($0.key)", $0.value) }
        let restrictions = restrictions(Dictionary(uniqueKeysWithValues: names))
        #expect(restrictions.admits("ann") { $0 == "ann" && $1 == "staff" } == isAdmitted)
    }

    @Test(
        arguments: [
            (3600, 10, 0, true), (3600, 11, 0, false), (3600, 0, 30, true), (3600, 0, 31, false),
            (600, 6, 0, false), (600, 5, 0, true), (Int32.max, 10, 0, true),
        ] as [(Int32, Int32, Int32, Bool)]
    )
    func `count the jobs of their time`(
        _ period: Int32,
        _ sheets: Int32,
        _ kilobytes: Int32,
        _ isSpent: Bool
    ) throws {
        let restrictions = restrictions(
            [:],
            [
                "job-quota-period": period, "job-page-limit": sheets, "job-k-limit": kilobytes,
            ]
        )
        #expect(restrictions.hasQuota)
        // 5 sheets and 15 KiB each: now, half an hour ago, and one that prints nothing and is not counted.
        let jobs = try [10_000, 8200, nil].enumerated().map { index, time in
            var attributes = [IPPAttribute("job-id", .integer(Int32(index + 1)))]
            if let time {
                attributes += [
                    IPPAttribute("time-at-completed", .integer(Int32(time))),
                    IPPAttribute("job-media-sheets-completed", .integer(5)),
                    IPPAttribute("job-k-octets", .integer(15)),
                ]
            }
            return try #require(SchedulerJob(IPPAttributeGroup(.job, attributes)))
        }
        #expect(restrictions.isSpent(by: jobs, at: 10_000) == isSpent)
    }

    @Test func `have no limit without a period`() {
        #expect(!restrictions([:], ["job-page-limit": 3]).hasQuota)
        #expect(!restrictions([:], ["job-quota-period": -5, "job-k-limit": -1]).hasQuota)
    }
}
