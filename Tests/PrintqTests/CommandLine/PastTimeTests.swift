import Foundation
import Glibc
import Testing

@testable import printq

@Suite(.serialized) struct `A time in the past that somebody types` {
    /// Thursday, 2030-05-16, 14:30 in Berlin, where it is summer.
    private let now = Date(timeIntervalSince1970: 1_905_165_000)

    init() {
        // The C library reads the zone from here; each test of this suite wants the same.
        unsafe setenv("TZ", "Europe/Berlin", 1)
        tzset()
    }

    @Test(arguments: [
        ("today", "2030-05-15T22:00:00Z", "2030-05-16T22:00:00Z"),
        ("yesterday", "2030-05-14T22:00:00Z", "2030-05-15T22:00:00Z"),
        ("2030-03-31", "2030-03-30T23:00:00Z", "2030-03-31T22:00:00Z"),
        ("2030-05-01 08:30", "2030-05-01T06:30:00Z", "2030-05-01T06:30:00Z"),
        ("08:30", "2030-05-16T06:30:00Z", "2030-05-16T06:30:00Z"),
        ("2030-05-01T08:30:00Z", "2030-05-01T08:30:00Z", "2030-05-01T08:30:00Z"),
        ("30m", "2030-05-16T12:00:00Z", "2030-05-16T12:00:00Z"),
        ("2h", "2030-05-16T10:30:00Z", "2030-05-16T10:30:00Z"),
        ("3d", "2030-05-13T12:30:00Z", "2030-05-13T12:30:00Z"),
        ("1w", "2030-05-09T12:30:00Z", "2030-05-09T12:30:00Z"),
    ])
    func `is that moment, and a day has two ends`(_ text: String, _ start: String, _ end: String) {
        #expect(PastTime.moment(text, now: now)?.formatted(.iso8601) == start)
        #expect(PastTime.moment(text, isEnd: true, now: now)?.formatted(.iso8601) == end)
    }

    @Test(arguments: ["", "x", "2030-02-30", "25:00", "-1h", "1y", "99999999d", "2030-13-01", "1"])
    func `is none`(_ text: String) {
        #expect(PastTime.moment(text, now: now) == nil)
    }
}
