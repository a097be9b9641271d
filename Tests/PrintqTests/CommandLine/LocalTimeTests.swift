import Foundation
import Glibc
import Testing

@testable import printq

@Suite(.serialized) struct `A time that somebody types` {
    /// Thursday, 2030-05-16, 14:30 in Berlin, where it is summer.
    private let now = Date(timeIntervalSince1970: 1_905_165_000)

    init() {
        // The C library reads the zone from here; each test of this suite wants the same.
        unsafe setenv("TZ", "Europe/Berlin", 1)
        tzset()
    }

    private func moment(_ text: String) -> String? {
        LocalTime.moment(text, now: now).map { $0.formatted(.iso8601) }
    }

    @Test(arguments: [
        ("15:00", "2030-05-16T13:00:00Z"),
        ("15:00:30", "2030-05-16T13:00:30Z"),
        ("14:30", "2030-05-17T12:30:00Z"),
        ("9:05", "2030-05-17T07:05:00Z"),
        ("00:00", "2030-05-16T22:00:00Z"),
        ("2030-12-24 18:00", "2030-12-24T17:00:00Z"),
        ("2030-12-24T18:00", "2030-12-24T17:00:00Z"),
        ("2030-05-17T08:00:00Z", "2030-05-17T08:00:00Z"),
        ("day-time", "2030-05-16T12:30:00Z"),
        ("evening", "2030-05-16T16:00:00Z"),
        ("night", "2030-05-16T16:00:00Z"),
        ("second-shift", "2030-05-16T14:00:00Z"),
        ("third-shift", "2030-05-16T22:00:00Z"),
        ("weekend", "2030-05-17T22:00:00Z"),
        ("5pm", "2030-05-16T15:00:00Z"), ("5 PM", "2030-05-16T15:00:00Z"),
        ("5:30 p.m.", "2030-05-16T15:30:00Z"), ("2:30pm", "2030-05-17T12:30:00Z"),
        ("12am", "2030-05-16T22:00:00Z"), ("12pm", "2030-05-17T10:00:00Z"),
        ("noon", "2030-05-17T10:00:00Z"), ("midnight", "2030-05-16T22:00:00Z"),
        ("at 15:00", "2030-05-16T13:00:00Z"),
        ("tomorrow", "2030-05-16T22:00:00Z"), ("Tomorrow 9:00", "2030-05-17T07:00:00Z"),
        ("tomorrow at 5pm", "2030-05-17T15:00:00Z"), ("today 16:00", "2030-05-16T14:00:00Z"),
        ("2030-05-17", "2030-05-16T22:00:00Z"), ("2030-12-24 6pm", "2030-12-24T17:00:00Z"),
        ("friday", "2030-05-16T22:00:00Z"), ("Fri 8:00", "2030-05-17T06:00:00Z"),
        ("thursday", "2030-05-22T22:00:00Z"), ("thu 15:00", "2030-05-16T13:00:00Z"),
        ("thursday 14:00", "2030-05-23T12:00:00Z"), ("next monday", "2030-05-19T22:00:00Z"),
        ("+2h", "2030-05-16T14:30:00Z"), ("+1h30m", "2030-05-16T14:00:00Z"),
        ("+90min", "2030-05-16T14:00:00Z"), ("+1d", "2030-05-17T12:30:00Z"),
        ("in 2 hours", "2030-05-16T14:30:00Z"), ("in an hour", "2030-05-16T13:30:00Z"),
        ("in 20 minutes", "2030-05-16T12:50:00Z"), ("in 1 day", "2030-05-17T12:30:00Z"),
        ("now", "2030-05-16T12:30:00Z"),
    ])
    func `is the next such moment here`(_ text: String, _ expected: String) {
        #expect(moment(text) == expected)
    }

    @Test(arguments: [
        "", "24:00", "12:60", "12", "2030-02-30 10:00", "2030-13-01 10:00", "12:00:61",
        "-1:00", "indefinite", "13pm", "0am", "soon", "in", "+", "+2", "+2x", "in a while", "in 2",
        "tomorrow soon", "tomorrow 25:00", "2030-02-30", "+9999999h", "noon 5", "frid",
    ])
    func `that is none is refused`(_ text: String) {
        #expect(moment(text) == nil)
    }
}
