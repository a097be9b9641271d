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
        deviceStart = start.time.adding(clamping: start.margin)
        deviceUpTime = start.upTime
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
        deviceStart = found.deviceStart
        deviceUpTime = found.deviceUpTime
        earlierDeviceJobs = found.earlierDeviceJobs
        earlierOnPaper = found.earlierOnPaper
    }

    /// How many of its jobs on the printer are known to have reached paper.
    public var timesOnPaper: Int { (earlierOnPaper ?? 0).adding(clamping: onPaper?.count ?? 0) }
}
