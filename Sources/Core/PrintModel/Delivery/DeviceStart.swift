/// A start of a printer, as it was read at one moment: many printers number their jobs from 1 again after each.
///
/// It is derived from `printer-up-time` (RFC 8011, 5.4.29) and the clock of the host. That clock may be
/// set, and the clocks of printers drift by seconds a day. So a difference alone proves nothing.
public struct DeviceStart: Sendable, Equatable {
    /// When the printer started, in seconds since 1970; never too late because of a slow reply.
    public var time: Int
    /// The `printer-up-time` when it was read, in seconds; `nil` in records of earlier versions.
    public var upTime: Int?
    /// By how much ``time`` may be too early, in seconds: the time that the reply took.
    public var margin: Int

    /// The difference of two readings of one start, in seconds: each is rounded.
    private static let tolerance = 2

    /// Creates a start.
    public init(time: Int, upTime: Int?, margin: Int = 0) {
        self.time = time
        self.upTime = upTime
        self.margin = margin
    }

    /// The latest time of the start that the reply allows.
    public var latest: Int { time.adding(clamping: max(0, margin)) }

    /// Whether the printer has restarted since this was read, as a later reading shows.
    ///
    /// A restart since then lies after the moment of this reading, and the same start where it was. What lies
    /// between the two, because a clock was set or drifts, is the nearer of them.
    ///
    /// - Parameter now: The later reading.
    /// - Returns: Whether another start is certain, or far more likely.
    public func isEarlier(than now: DeviceStart) -> Bool {
        hasLongerUpTime(than: now) || isBefore(now)
    }

    /// Whether the printer has restarted between the two, as their times show: either may be the later reading.
    public func isBefore(_ other: DeviceStart) -> Bool {
        other.time.subtracting(clamping: time) > allowance
    }

    /// Whether the printer has not restarted since this was read, for certain.
    ///
    /// Where this was read in the first seconds after a start, another one might look the same.
    ///
    /// - Parameter now: The later reading.
    /// - Returns: Whether both are readings of one start.
    public func isSame(as now: DeviceStart) -> Bool {
        guard let upTime, now.upTime != nil, !hasLongerUpTime(than: now) else { return false }
        // A restart at once, with both readings rounded, and the later one too early.
        let least = upTime.subtracting(clamping: max(0, now.margin).adding(clamping: 1))
        guard least > allowance else { return false }
        let difference = now.time.subtracting(clamping: time)
        return -allowance...allowance ~= difference
    }

    private var allowance: Int {
        max(Self.tolerance, (upTime ?? 0) / 2).adding(clamping: max(0, margin))
    }

    /// Whether the time since the start has become shorter, which no clock of ours can cause.
    private func hasLongerUpTime(than now: DeviceStart) -> Bool {
        guard let upTime, let later = now.upTime else { return false }
        return later.adding(clamping: 1) < upTime
    }
}
