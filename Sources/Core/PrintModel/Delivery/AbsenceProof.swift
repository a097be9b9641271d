public import FoundationEssentials

/// Whether a printer never had a job, as its list has shown at each look since the list was whole.
///
/// Printers drop jobs from their lists soon after their end, some at once. So one list proves nothing that does not reach
/// back to the jobs of before; but looks that follow each other sooner than that do together, once the printer is seen to
/// keep an ended job for longer than the gaps between them, by one service or by several that were killed one after the other.
public struct AbsenceProof: Codable, Sendable, Equatable {
    /// The longest gap between two looks of which nothing else shows that the printer dropped no job in it, in seconds.
    public static let longestGap: TimeInterval = 10

    /// Since when.
    public let since: Date
    /// The last look.
    public private(set) var last: Date
    /// The numbers of jobs that may be the one, and that no other job of the service is known to have.
    private var candidates: Set<Int> = []
    /// For how many seconds the printer is seen to keep an ended job.
    private var kept: TimeInterval?
    /// The newest job that the last list showed as ended.
    private var newestEnded: Int?
    /// For how many seconds looks without a gap have listed it, also those of a service that was killed since.
    private var listedFor: TimeInterval?

    /// Begins with a list that is whole.
    ///
    /// - Parameters:
    ///   - date: The moment of the list.
    ///   - kept: For how many seconds the printer is seen to keep an ended job.
    public init(at date: Date, kept: TimeInterval) {
        (since, last) = (date, date)
        self.kept = kept
    }

    /// Whether a look at this moment follows the last one without a gap.
    ///
    /// A clock that was set back breaks the proof.
    public func continues(at date: Date) -> Bool {
        let gap = date.timeIntervalSince(last)
        return gap >= 0 && gap < Self.longestGap
    }

    /// Whether a list shows all that has ended since the last look, however long ago that was.
    ///
    /// Printers drop the oldest jobs first: one that still lists what had ended before lists what has ended since. One that lists
    /// nothing as ended, and keeps jobs for longer than that, has ended none.
    ///
    /// - Parameters:
    ///   - ended: The numbers of the jobs that the list shows as ended.
    ///   - date: The moment of the list.
    /// - Returns: `false` where a job may have left the list unseen.
    public func continues(with ended: [Int], at date: Date) -> Bool {
        if let newestEnded, ended.contains(newestEnded) { return true }
        let gap = date.timeIntervalSince(last)
        return ended.isEmpty && gap >= 0 && gap < kept ?? 0
    }

    /// Whether the last look was so lately that a service which is killed now may be back before the gap is too long.
    public func isRecent(at date: Date) -> Bool {
        let gap = date.timeIntervalSince(last)
        return gap >= 0 && gap < Self.longestGap / 5
    }

    /// Takes in the jobs of a further look that may be the one.
    ///
    /// - Parameters:
    ///   - found: Their numbers.
    ///   - ended: The numbers of all jobs that the look showed as ended.
    ///   - kept: For how many seconds the printer is seen to keep an ended job.
    ///   - date: The moment of the look.
    ///   - isTaken: Whether another job of the service has a number.
    public mutating func take(
        _ found: some Sequence<Int>,
        ended: [Int],
        kept: TimeInterval,
        at date: Date,
        isTaken: (Int) -> Bool
    ) {
        if let newestEnded, ended.contains(newestEnded), continues(at: date) {
            listedFor = (listedFor ?? 0) + date.timeIntervalSince(last)
        } else {
            listedFor = nil
        }
        self.kept = max(self.kept ?? 0, kept, listedFor ?? 0)
        last = date
        if ended.max() != newestEnded { listedFor = nil }
        newestEnded = ended.max()
        candidates.formUnion(found)
        // The other jobs of the service get to know their numbers only after a look of their own.
        candidates = candidates.filter { !isTaken($0) }
    }

    /// For how many seconds no list has had the job; `nil` where one may have had it, or the printer drops jobs so soon that no
    /// look may have seen it.
    public func duration(at date: Date) -> TimeInterval? {
        guard candidates.isEmpty, kept ?? 0 > Self.longestGap, continues(at: date) else {
            return nil
        }
        return date.timeIntervalSince(since)
    }
}
