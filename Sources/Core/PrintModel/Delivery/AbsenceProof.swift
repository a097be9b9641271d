public import FoundationEssentials

/// Whether a printer never had a job, as its list has shown at each look since the list was whole.
///
/// Printers drop jobs from their lists soon after their end, some at once. So one list proves nothing that does not reach
/// back to the jobs of before; but looks that follow each other sooner than that do together, once the printer is seen to
/// keep an ended job for longer than the longest gap between two looks.
public struct AbsenceProof: Codable, Sendable, Equatable {
    /// The longest gap between two looks, in seconds.
    public static let longestGap: TimeInterval = 10

    /// Since when.
    public let since: Date
    /// The last look.
    public private(set) var last: Date
    /// The numbers of jobs that may be the one, and that no other job of the service is known to have.
    private var candidates: Set<Int> = []
    /// Whether the printer is seen to keep ended jobs for longer than the longest gap.
    private var keepsEnded = false
    /// The newest job that the last list showed as ended.
    private var newestEnded: Int?

    /// Begins with a list that is whole.
    public init(at date: Date) {
        (since, last) = (date, date)
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
    /// Printers drop the oldest jobs first: one that still lists what had ended before lists what has ended since.
    ///
    /// - Parameter ended: The numbers of the jobs that the list shows as ended.
    /// - Returns: `false` where a job may have left the list unseen.
    public func continues(with ended: some Sequence<Int>) -> Bool {
        newestEnded.map { newest in ended.contains { $0 == newest } } ?? false
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
    ///   - keepsEnded: Whether the printer is seen to keep ended jobs for longer than the longest gap.
    ///   - date: The moment of the look.
    ///   - isTaken: Whether another job of the service has a number.
    public mutating func take(
        _ found: some Sequence<Int>,
        ended: some Sequence<Int>,
        keepsEnded: Bool,
        at date: Date,
        isTaken: (Int) -> Bool
    ) {
        let gap = date.timeIntervalSince(last)
        self.keepsEnded = self.keepsEnded || gap > Self.longestGap && continues(with: ended)
        last = date
        newestEnded = ended.max()
        candidates.formUnion(found)
        // The other jobs of the service get to know their numbers only after a look of their own.
        candidates = candidates.filter { !isTaken($0) }
        self.keepsEnded = self.keepsEnded || keepsEnded
    }

    /// For how many seconds no list has had the job; `nil` where one may have had it, or the printer drops jobs so soon that no
    /// look may have seen it.
    public func duration(at date: Date) -> TimeInterval? {
        guard candidates.isEmpty, keepsEnded, continues(at: date) else { return nil }
        return date.timeIntervalSince(since)
    }
}
