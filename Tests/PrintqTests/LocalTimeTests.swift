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
    ])
    func `is the next such moment here`(_ text: String, _ expected: String) {
        #expect(moment(text) == expected)
    }

    @Test(arguments: [
        "", "24:00", "12:60", "12", "noon", "2030-02-30 10:00", "2030-13-01 10:00", "12:00:61",
        "-1:00", "2030-05-17", "indefinite",
    ])
    func `that is none is refused`(_ text: String) {
        #expect(moment(text) == nil)
    }
}
