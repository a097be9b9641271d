import FoundationEssentials
import IPP
import PrintModel

/// Finds a job of the service in the printer's own list of jobs.
///
/// On the printer the scheduler gives a job a new `job-id` and no UUID. Name, owner, and order
/// identify it: the job is newer than all jobs that the printer had before the release, and no
/// other job of the service has its id.
struct DeviceWatch: Sendable {
    let device: any PrinterDevice
    let clock: any ServiceClock

    /// Watches a printer; `nil` if it cannot be reached over IPP.
    ///
    /// - Throws: `CupsError.notConnected` where that is not known, as the scheduler has not listed its queues.
    init?(of printer: PrinterID, in directory: PrinterDirectory) async throws(CupsError) {
        guard let place = try await directory.knownPlace(of: printer) else { return nil }
        device = directory.connect(place.address)
        clock = directory.clock
    }

    init(_ device: any PrinterDevice, clock: any ServiceClock) {
        self.device = device
        self.clock = clock
    }

    // MARK: Jobs that the printer got straight

    /// Returns the printer's report of a job that it got straight; `nil` if it lists no such job.
    ///
    /// An id alone proves nothing: after a restart, a printer may give it to another job.
    func marked(
        _ record: JobRecord,
        _ looks: DeviceLooks
    ) async throws(CupsError) -> DeviceJobFacts? {
        let user = record.job.user
        if let id = record.delivery.deviceJob, let job = try await device.job(id, user: user),
            record.isMarked(job)
        {
            return DeviceJobFacts(job)
        }
        // A job may move from the one list to the other between the two requests.
        for _ in 0..<2 {
            let list = try await list(user, looks)
            let ours = (list.jobs + list.dropped).filter { isMarked($0, record) }
            if let last = ours.max(by: { $0.id < $1.id }) { return DeviceJobFacts(last) }
        }
        return nil
    }

    private func isMarked(_ job: DeviceJob, _ record: JobRecord) -> Bool {
        record.isMarked(job) && !record.delivery.discarded.contains(job.id)
    }

    /// Returns the printer's report of a job that it got straight, to watch it.
    func observation(
        ofMarked record: inout JobRecord,
        _ looks: DeviceLooks
    ) async -> DeviceObservation {
        // Read before the job: a restart between the two makes it another one's.
        let start = record.delivery.deviceStart == nil ? await start(looks) : nil
        var facts: DeviceJobFacts?
        var isReachable = true
        do {
            facts = try await marked(record, looks)
        } catch {
            isReachable = false
        }
        // A look for another job may have seen its end.
        let number = record.delivery.deviceJob
        if facts == nil,
            let end = looks.end(where: { isMarked($0, record) && $0.id == number ?? $0.id }),
            let facts = DeviceJobFacts(end)
        {
            return .job(facts)
        }
        guard let facts else {
            return isReachable ? await withoutJob(record, looks) : .unreachable
        }
        record.delivery.deviceJob = facts.id
        record.delivery.note(start)
        return .job(facts)
    }

    /// What a printer that does not list a job any more shows of it: many remove a job soon after its end.
    private func withoutJob(
        _ record: JobRecord,
        _ looks: DeviceLooks
    ) async -> DeviceObservation {
        let before = moment
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time", "printer-state", "queued-job-count"],
            timeout: Device.answerTime
        )
        guard let upTime = group?["printer-up-time"]?.natural else { return .noJob }
        let start = looks.start(upTime: upTime, from: before, to: clock)
        if record.delivery.isBeforeRestart(start) { return .forgotten }
        // Its start was read while it listed the job, and it had all of it.
        let hasAll = record.delivery.phase == .released && record.delivery.deviceJob != nil
        guard hasAll, record.delivery.startOfDevice?.isSame(as: start) == true,
            group?["queued-job-count"]?.integer == 0, Self.isIdle(group)
        else { return .noJob }
        return .idle
    }

    private static func isIdle(_ group: IPPAttributeGroup?) -> Bool {
        group?["printer-state"]?.integer == IPPPrinterState.idle.rawValue
    }

    // MARK: Jobs that the scheduler sent

    /// How often, and after which pause, the printer is queried again when it lists no job that the
    /// scheduler reports as completed: a list may be out of date, and a job may move from the one list to
    /// the other between the two requests.
    private static let secondLooks = 2
    private static let pause = Duration.milliseconds(250)

    /// Returns the printer's report of the job.
    ///
    /// - Parameters:
    ///   - record: The job; it gets its `job-id` on the printer once that is known.
    ///   - scheduler: The facts from the scheduler, which processes one job of a printer at a time; `nil` if it has no such job,
    ///     or cannot be asked. They are renewed where the printer has the job already.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    ///   - looks: What the looks at the printer have shown so far.
    ///   - proof: What its lists have shown so far, if the job was in none.
    ///   - renewed: Asks the scheduler again.
    /// - Returns: The state on the printer, or the reason why there is none.
    func observation(
        of record: inout JobRecord,
        scheduler: inout SchedulerJobFacts?,
        claimed: TakenNumbers,
        _ looks: DeviceLooks,
        _ proof: inout AbsenceProof?,
        renewed: () async -> SchedulerJobFacts? = { nil }
    ) async -> DeviceObservation {
        var observation = await query(&record, &scheduler, claimed, looks, &proof, renewed)
        for _ in 0..<Self.secondLooks where scheduler?.state == .completed {
            let isUnseen =
                (observation == .noJob || observation == .neverHad)
                && record.delivery.deviceJob == nil
            guard isUnseen || observation == .unreachable else { break }
            // Canceled at the end of the service.
            try? await clock.sleep(for: Self.pause)
            observation = await query(&record, &scheduler, claimed, looks, &proof, renewed)
        }
        return observation
    }

    /// Whether the printer prints nothing, and takes jobs.
    func isIdle() async -> Bool {
        let group = try? await device.printerAttributes(
            requested: ["printer-state"],
            timeout: Device.answerTime
        )
        return Self.isIdle(group)
    }

    private func query(
        _ record: inout JobRecord,
        _ scheduler: inout SchedulerJobFacts?,
        _ claimed: TakenNumbers,
        _ looks: DeviceLooks,
        _ proof: inout AbsenceProof?,
        _ renewed: () async -> SchedulerJobFacts?
    ) async -> DeviceObservation {
        guard let list = try? await list(record.job.user, looks) else { return .unreachable }
        update(&proof, record, list, claimed)
        // A printer that was off when the scheduler got the job.
        if record.delivery.deviceStart == nil { record.delivery.note(list.start) }
        if let old = looks.beforeRestart, record.delivery.isBeforeRestart(list.start),
            old.mayHave(begunAt: record.delivery.beganAt ?? scheduler?.beganAt)
        {
            takeAll(old, for: &record, scheduler, claimed)
            noteRestart(of: &record, scheduler, old.start)
        }
        noteRestart(of: &record, scheduler, list.start)
        leaveNumbers(of: &record, list)
        if let before = scheduler, before.state == .pending,
            let seen = ours(among: list, record, claimed, mayRunAgain: true, isNamed: false),
            seen != record.delivery.deviceJob
        {
            // The list is newer than what the scheduler said, and may be the last one with the job.
            scheduler = await renewed() ?? before
        }
        let facts = take(list, for: &record, scheduler, claimed)
        guard record.delivery.deviceJob != nil else {
            if hasForgotten(record, scheduler, list.start, looks) { return .forgotten }
            return neverHad(record, list, claimed) ? .neverHad : .noJob
        }
        guard let facts else {
            return record.delivery.isBeforeRestart(list.start) ? .forgotten : .noJob
        }
        return .job(facts)
    }

    /// Records which job of a list is this one, and what the list says of it.
    @discardableResult
    func take(
        _ list: DeviceList,
        for record: inout JobRecord,
        _ scheduler: SchedulerJobFacts?,
        _ claimed: TakenNumbers,
        mayHaveLater: Bool = false
    ) -> DeviceJobFacts? {
        if scheduler?.mayBeAtPrinter != false {
            let before = record.delivery.deviceJob
            let mayRunAgain = mayHaveLater || scheduler?.state == .processing
            let ours = ours(
                among: list,
                record,
                claimed,
                mayRunAgain: mayRunAgain,
                isNamed: mayHaveLater || scheduler == nil
            )
            record.delivery.deviceJob = ours
            if let before { record.delivery.add(deviceJob: before) }
            if ours != nil, ours != before || record.delivery.deviceStart == nil {
                record.delivery.note(list.start)
            }
        }
        let jobs = list.jobs + list.dropped
        guard let id = record.delivery.deviceJob, let seen = jobs.first(where: { $0.id == id }),
            let facts = DeviceJobFacts(seen)
        else { return nil }
        record.delivery.record(facts)
        // A namesake that only may be a further run proves nothing.
        if facts.state == .completed { record.delivery.completedAtDevice = true }
        return facts
    }

    /// The printer's jobs of the same name and owner that may be runs of the job, without other jobs of the service.
    ///
    /// - Parameters:
    ///   - record: The job; numbers of before a restart are given up.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    ///   - looks: What the looks at the printer have shown so far.
    /// - Returns: The jobs that it lists, those that it has dropped from its list, the numbers of those whose names it tells,
    ///   and its present start.
    /// - Throws: ``CupsError`` if the printer cannot be reached.
    func namesakes(
        of record: inout JobRecord,
        claimed: TakenNumbers,
        _ looks: DeviceLooks
    ) async throws(CupsError) -> (
        jobs: [DeviceJobFacts], dropped: [DeviceJobFacts], named: Set<Int>, start: DeviceStart?
    ) {
        let list = try await list(record.job.user, looks)
        leaveNumbers(of: &record, list)
        let hasRestarted = record.delivery.isBeforeRestart(list.start)
        func mayBeRun(_ job: DeviceJob) -> Bool {
            let isNew = list.isNew(job)
            return isNamesake(job, of: record)
                && !claimed.contains(job.id, isNew: isNew, at: list.start)
                && (!hasRestarted || isNew || job.id > record.delivery.deviceJobBefore ?? 0)
        }
        return (
            list.jobs.filter(mayBeRun).compactMap { DeviceJobFacts($0) },
            list.dropped.filter(mayBeRun).compactMap { DeviceJobFacts($0) },
            Set((list.jobs + list.dropped).filter { isNamed($0, for: record) }.map(\.id)),
            list.start
        )
    }

    func isNamesake(_ job: DeviceJob, of record: JobRecord) -> Bool {
        (job.name == nil || job.name == record.listedName)
            && (job.user == nil || job.user == record.job.user)
    }

    /// Whether the printer tells the name of a job, and it is that of this one: without the word of the scheduler that it has the
    /// job with the printer, any other could be taken for it.
    private func isNamed(_ job: DeviceJob, for record: JobRecord) -> Bool {
        job.name != nil && isNamesake(job, of: record)
    }

    private func ours(
        among list: DeviceList,
        _ record: JobRecord,
        _ claimed: TakenNumbers,
        mayRunAgain: Bool,
        isNamed: Bool
    ) -> Int? {
        let known = record.delivery.deviceJob
        if let known {
            // If the first attempt failed, the scheduler retries with a new job.
            let endedBadly = (list.jobs + list.dropped).contains {
                $0.id == known && ($0.state == .aborted || $0.state == .canceled)
            }
            guard mayRunAgain, endedBadly else { return known }
        } else if record.delivery.earlierDeviceJobs != nil, !mayRunAgain {
            // The next job of this name may be another one, which the scheduler has begun since.
            return nil
        }
        // Before a restart, the printer gave other numbers.
        let hasRestarted = known == nil && record.delivery.isBeforeRestart(list.start)
        let before = known ?? record.delivery.deviceJobBefore ?? 0
        let candidates = (list.jobs + list.dropped).filter { job in
            let isNew = list.isNew(job)
            return (job.id > before || hasRestarted && isNew)
                && (isNamed ? self.isNamed(job, for: record) : isNamesake(job, of: record))
                && !claimed.contains(job.id, isNew: isNew, at: list.start)
        }
        return candidates.map(\.id).min() ?? known
    }

    // MARK: The printer's list, and its start

    /// The jobs that a printer lists, and its start then.
    struct DeviceList {
        var jobs: [DeviceJob]
        var start: DeviceStart?
        /// Jobs that have ended, and that the printer has dropped from its list.
        var dropped: [DeviceJob] = []
        /// The moment before the request; `nil` if that is not known.
        var asked: Date?
        /// For how many seconds the printer is seen to keep a job that has ended.
        var kept: TimeInterval = 0

        /// Whether the printer has created a job since its last start.
        ///
        /// Its times count from there (RFC 8011, 5.3.14); those of a job that the printer has kept over a restart are
        /// negative, 0, or greater than the time since the start.
        func isNew(_ job: DeviceJob) -> Bool {
            guard let upTime = start?.upTime, let created = job.timeAtCreation, created >= 0,
                created <= upTime.adding(clamping: 1)
            else { return false }
            // One of the first second after the start has 0.
            return [created, job.timeAtProcessing ?? 0, job.timeAtCompleted ?? 0].contains {
                $0 > 0
            }
        }
    }

    func list(
        _ user: String,
        _ looks: DeviceLooks
    ) async throws(CupsError) -> DeviceList {
        let before = moment
        func startTold(by jobs: [DeviceJob]) -> DeviceStart? {
            jobs.compactMap(\.printerUpTime).max().map {
                looks.start(upTime: $0, from: before, to: clock)
            }
        }
        let jobs = try await device.jobs(user: user) { completed in
            let list = DeviceList(jobs: completed, start: startTold(by: completed))
            _ = looks.note(list, from: before.uptime, at: clock.uptime)
        }
        var list = DeviceList(jobs: jobs, start: startTold(by: jobs))
        if list.start == nil { list.start = await start(looks) }
        list.asked = before.date
        return looks.note(list, from: before.uptime, at: clock.uptime)
    }

    private var moment: DeviceLooks.Moment {
        DeviceLooks.Moment(date: clock.now, uptime: clock.uptime)
    }

    /// When the printer started, as its `printer-up-time` shows (RFC 8011, 5.4.29).
    ///
    /// - Parameter looks: What the looks at the printer have shown so far.
    /// - Returns: The start; `nil` for a printer without this attribute, which is assumed not to have restarted.
    private func start(_ looks: DeviceLooks) async -> DeviceStart? {
        let before = moment
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time"],
            timeout: Device.answerTime
        )
        guard let upTime = group?["printer-up-time"]?.natural else { return nil }
        return looks.start(upTime: upTime, from: before, to: clock)
    }
}

extension SchedulerJobFacts {
    /// Whether its printer may have it, or may have had it: a job that waits for a retry was there, too.
    fileprivate var mayBeAtPrinter: Bool { hasBegun || state != .pending && state != .pendingHeld }
}
