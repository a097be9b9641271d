import ProofKit

/// The counts of races.
struct RaceTally: Sendable {
    var races = 0
    /// Steps that were stored before the other host had the lane.
    var stored = 0
    /// Steps that were refused because the other host had it.
    var refused = 0
    /// The steps of all hosts that the server has noted.
    var counted = 0
    /// Of those, the steps of hosts that had not the lane any more.
    var stale = 0

    static func += (sum: inout RaceTally, part: RaceTally) {
        sum.races += part.races
        sum.stored += part.stored
        sum.refused += part.refused
    }

    private func rows(_ wanted: Int) -> [(String, Int, String, Bool)] {
        [
            ("races", races, ">= \(wanted)", races >= wanted),
            ("  steps stored in time", stored, "> 0", stored > 0),
            ("  steps refused", refused, "> 0", refused > 0),
            ("steps noted by the server", counted, ">= \(stored)", counted >= stored),
            ("  stored too late", stale, "0", stale == 0),
        ]
    }

    func table(wanted: Int, seconds: Int) -> String {
        Table.text("races for leases: \(seconds) s", rows(wanted))
    }

    func isGood(wanted: Int) -> Bool { rows(wanted).allSatisfy(\.3) }
}
