package import FoundationEssentials

/// The jobs of one printer that its lane has to handle now.
package struct LaneJobs: Sendable {
    /// Jobs that the scheduler may have, and jobs to be canceled; oldest first.
    package var underWay: [JobRecord]
    /// The next jobs that wait for their turn, by priority, then by age.
    package var next: [JobRecord]
    /// When the next timed hold ends.
    package var nextHoldEnds: Date?

    /// Joins the jobs of a lane.
    package init(underWay: [JobRecord], next: [JobRecord], nextHoldEnds: Date?) {
        self.underWay = underWay
        self.next = next
        self.nextHoldEnds = nextHoldEnds
    }

    /// Whether there is nothing to do until the next request.
    package var isEmpty: Bool { underWay.isEmpty && next.isEmpty && nextHoldEnds == nil }
}
