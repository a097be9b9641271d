import FoundationEssentials
import IPP
import PrintModel
import Synchronization

/// What the looks at a printer have shown, from one to the next: when it started, even where the clock of the host is set in
/// between, and how long it keeps jobs that have ended.
///
/// All who look at a printer share it: a list that is read for one job may be the last one with the end of another.
final class DeviceLooks: Sendable {
    /// The moment of a request to the printer.
    struct Moment: Sendable {
        /// The date before the request.
        let date: Date
        /// The uptime of the host before the request.
        let uptime: Duration
    }

    private struct State {
        /// The last reading, and the uptime of the host before it.
        var last: (start: DeviceStart, uptime: Duration)?
        /// The jobs that the printer has listed as ended since its start, and when each was listed first.
        var ended: [Int: (job: DeviceJob, since: Duration)] = [:]
        /// The last start of the printer.
        var start: DeviceStart?
        /// The uptime of the host before the request for the last list.
        var asked = Duration.zero
        var beforeRestart: DeviceWatch.DeviceList?
        /// How long it is seen to keep one of them in its list, in seconds.
        var kept: TimeInterval = 0
    }

    private let state = Mutex(State())

    /// What the printer had listed before its last restart: the jobs that had ended.
    var beforeRestart: DeviceWatch.DeviceList? { state.withLock(\.beforeRestart) }

    /// A job that the printer has listed as ended, since its last restart or soon before.
    func end(where isMeant: (DeviceJob) -> Bool) -> DeviceJob? {
        state.withLock { state in
            state.ended.values.map(\.job).filter(isMeant).max { $0.id < $1.id }
                ?? state.beforeRestart?.jobs.filter(isMeant).max { $0.id < $1.id }
        }
    }

    /// Whether the printer was on, without a restart, during all of a time before its last one, as looks then have shown.
    ///
    /// - Parameters:
    ///   - began: The first second, since 1970.
    ///   - ended: The last second.
    /// - Returns: `false` where no look tells.
    func wasOn(from began: Int, until ended: Int) -> Bool {
        guard let start = beforeRestart?.start, let upTime = start.upTime else { return false }
        let since = start.time.adding(clamping: max(0, start.margin))
        // Both sides count whole seconds.
        return since.adding(clamping: 1) < began
            && ended.adding(clamping: 1) < start.time.adding(clamping: upTime)
    }

    /// Returns the start of a printer.
    ///
    /// - Parameters:
    ///   - upTime: The `printer-up-time` that the printer reports.
    ///   - before: The moment before the request, so that a slow reply never looks like a restart.
    ///   - clock: The clock of the host, which shows the moment after the reply.
    /// - Returns: The start; with the time of the last one, if the host's uptime shows that it is the same.
    func start(
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
        return state.withLock { state in
            // The reply to an earlier request may come later.
            if let last = state.last, before.uptime < last.uptime { return start }
            if let last = state.last, let known = last.start.upTime, upTime >= known {
                let passed = Int(clamping: (before.uptime - last.uptime).components.seconds)
                // Rounded twice, and clocks of printers drift.
                let tolerance = 2.adding(clamping: passed / 1000).adding(clamping: margin)
                    .adding(clamping: last.start.margin)
                let difference = upTime.subtracting(clamping: known).subtracting(clamping: passed)
                if -tolerance...tolerance ~= difference {
                    let latest = min(last.start.latest, start.latest)
                    start.time = last.start.time
                    start.margin = max(0, latest.subtracting(clamping: start.time))
                }
            }
            state.last = (start, before.uptime)
            return start
        }
    }

    /// How many ended jobs are remembered, the newest ones.
    private static let remembered = 200

    /// Takes note of what the printer lists.
    ///
    /// - Parameters:
    ///   - list: The jobs, and the start of the printer; after another one, it numbers its jobs anew.
    ///   - asked: The uptime of the host before the request.
    ///   - uptime: The uptime of the host now.
    /// - Returns: The list, with the ended jobs that the printer has dropped from it.
    func note(
        _ list: DeviceWatch.DeviceList,
        from asked: Duration,
        at uptime: Duration
    ) -> DeviceWatch.DeviceList {
        state.withLock { state in
            if asked < state.asked {
                // A list that is older than the last one may be of an earlier start.
                guard let now = list.start, let start = state.start, !now.isBefore(start),
                    !start.isBefore(now)
                else { return list }
            } else if let now = list.start, let start = state.start, start.isEarlier(than: now) {
                state.beforeRestart = DeviceWatch.DeviceList(
                    jobs: state.ended.values.map(\.job),
                    start: start
                )
                state.ended = [:]
            }
            if asked >= state.asked {
                state.asked = asked
                state.start = list.start ?? state.start
            }
            for job in list.jobs where job.state?.isFinal == true {
                let since = state.ended[job.id]?.since ?? uptime
                state.ended[job.id] = (job, since)
                state.kept = max(state.kept, TimeInterval((asked - since).components.seconds))
            }
            for number in state.ended.keys.sorted().dropLast(Self.remembered) {
                state.ended[number] = nil
            }
            var list = list
            // Without a start, a number may since have been given again.
            if list.start != nil {
                let listed = Set(list.jobs.map(\.id))
                list.dropped = state.ended.values.map(\.job).filter { !listed.contains($0.id) }
            }
            list.kept = state.kept
            return list
        }
    }
}

/// What looks at printers have shown, by printer, for as long as somebody keeps it.
final class SharedLooks: Sendable {
    private struct Reference {
        weak var looks: DeviceLooks?
    }

    private let known = Mutex<[PrinterID: Reference]>([:])

    /// Returns what looks at a printer have shown.
    func at(_ printer: PrinterID) -> DeviceLooks {
        known.withLock { known in
            if let looks = known[printer]?.looks { return looks }
            known = known.filter { $0.value.looks != nil }
            let looks = DeviceLooks()
            known[printer] = Reference(looks: looks)
            return looks
        }
    }
}
