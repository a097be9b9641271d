import FoundationEssentials
import PrintModel

/// Reads when a printer started, and knows from one look to the next that it has not restarted, even where the clock of the
/// host is set in between.
struct DeviceStartReader: Sendable {
    /// The moment of a request to the printer.
    struct Moment: Sendable {
        /// The date before the request.
        let date: Date
        /// The uptime of the host before the request.
        let uptime: Duration
    }

    /// The last reading, and the uptime of the host before it.
    private var last: (start: DeviceStart, uptime: Duration)?

    /// Returns the start of a printer.
    ///
    /// - Parameters:
    ///   - upTime: The `printer-up-time` that the printer reports.
    ///   - before: The moment before the request, so that a slow reply never looks like a restart.
    ///   - clock: The clock of the host, which shows the moment after the reply.
    /// - Returns: The start; with the time of the last one, if the host's uptime shows that it is the same.
    mutating func start(
        upTime: Int,
        from before: Moment,
        to clock: any ServiceClock
    ) -> DeviceStart {
        let margin = Int(clamping: (clock.uptime - before.uptime).components.seconds)
        var start = DeviceStart(
            time: Int(clamping: before.date.timeIntervalSince1970).subtracting(clamping: upTime),
            upTime: upTime,
            margin: margin
        )
        if let last, let known = last.start.upTime, upTime >= known {
            let passed = Int(clamping: (before.uptime - last.uptime).components.seconds)
            // Rounded twice, and clocks of printers drift.
            let tolerance = 2.adding(clamping: passed / 1000).adding(clamping: margin)
                .adding(clamping: last.start.margin)
            let difference = upTime.subtracting(clamping: known).subtracting(clamping: passed)
            if -tolerance...tolerance ~= difference { start.time = last.start.time }
        }
        last = (start, before.uptime)
        return start
    }
}
