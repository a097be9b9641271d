/// What is left of a delivery when its printer is switched off and on: many printers forget their jobs, and number the next ones
/// from 1 again.
extension Delivery {
    /// The start of the printer at which its numbers here were read; `nil` if it did not tell.
    public var startOfDevice: DeviceStart? {
        deviceStart.map { DeviceStart(time: $0, upTime: deviceUpTime) }
    }

    /// Whether the printer has restarted since its numbers here were read.
    ///
    /// - Parameter now: The present start; `nil` if the printer does not tell.
    /// - Returns: `false` where nothing is known.
    public func isBeforeRestart(_ now: DeviceStart?) -> Bool {
        guard let known = startOfDevice, let now else { return false }
        return known.isEarlier(than: now)
    }

    /// Records under which start of the printer its numbers here were read.
    public mutating func note(_ start: DeviceStart?) {
        guard let start else { return }
        // The latest start that the reply allows, and the shortest time since then.
        let margin = max(0, start.margin)
        deviceStart = start.latest
        deviceUpTime = start.upTime.map { max(0, $0.subtracting(clamping: margin)) }
        if earlierDeviceJobs == nil { restartedAt = nil }
    }

    /// Records the first restart of the printer since the scheduler began the job, as far as it was seen.
    ///
    /// - Parameters:
    ///   - start: A start of the printer after that of its numbers here.
    ///   - began: When the scheduler began, in seconds since 1970.
    public mutating func noteRestart(_ start: DeviceStart, sinceStartOf began: Int) {
        guard start.latest.adding(clamping: 1) >= began else { return }
        // A slow reply makes it look earlier than it can be.
        let time = max(start.time, began.subtracting(clamping: 1))
        restartedAt = min(firstRestart(sinceStartOf: began) ?? time, time)
    }

    /// When the printer restarted first since the scheduler began a run of the job, in seconds since 1970.
    ///
    /// - Parameter began: When that was.
    /// - Returns: `nil` where none was seen.
    public func firstRestart(sinceStartOf began: Int) -> Int? {
        restartedAt.flatMap { $0.adding(clamping: 1) >= began ? $0 : nil }
    }

    /// Gives up the printer's numbers of this job, which mean nothing since the printer has restarted.
    public mutating func leaveNumbers() {
        earlierDeviceJobs = (earlierDeviceJobs ?? 0).adding(clamping: allDeviceJobs.count)
        earlierOnPaper = (earlierOnPaper ?? 0).adding(clamping: onPaper?.count ?? 0)
        deviceJob = nil
        moreDeviceJobs = nil
        onPaper = nil
    }

    /// Takes over what was found of its jobs on the printer.
    public mutating func take(numbersOf found: Delivery) {
        deviceJob = found.deviceJob
        moreDeviceJobs = found.moreDeviceJobs
        onPaper = found.onPaper
        completedAtDevice = found.completedAtDevice
        deviceStart = found.deviceStart
        deviceUpTime = found.deviceUpTime
        restartedAt = found.restartedAt
        earlierDeviceJobs = found.earlierDeviceJobs
        earlierOnPaper = found.earlierOnPaper
    }

    /// Takes over what later looks at the printer and at the scheduler have shown of the same attempt.
    public mutating func take(observationsOf later: Delivery) {
        if phase == .releasing { phase = later.phase }
        take(numbersOf: later)
        beganAt = later.beganAt
        beganLast = later.beganLast
        mayRunAgain = later.mayRunAgain
        hadGap = later.hadGap
        beganAgain = later.beganAgain
        absence = later.absence
    }

    /// How many of its jobs on the printer are known to have reached paper.
    public var timesOnPaper: Int { (earlierOnPaper ?? 0).adding(clamping: onPaper?.count ?? 0) }
}
