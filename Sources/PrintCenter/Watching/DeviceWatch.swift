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
    init?(of printer: PrinterID, in directory: PrinterDirectory) async {
        guard let place = await directory.place(of: printer) else { return nil }
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
    func marked(_ record: JobRecord) async throws(CupsError) -> DeviceJobFacts? {
        let user = record.job.user
        if let id = record.delivery.deviceJob, let job = try await device.job(id, user: user),
            record.isMarked(job)
        {
            return DeviceJobFacts(job)
        }
        // A job may move from the one list to the other between the two requests.
        for _ in 0..<2 {
            let ours = try await device.jobs(user: user).filter { job in
                record.isMarked(job) && !record.delivery.discarded.contains(job.id)
            }
            if let last = ours.max(by: { $0.id < $1.id }) { return DeviceJobFacts(last) }
        }
        return nil
    }

    /// Returns the printer's report of a job that it got straight, to watch it.
    func observation(
        ofMarked record: inout JobRecord,
        _ starts: inout DeviceStartReader
    ) async -> DeviceObservation {
        let facts: DeviceJobFacts?
        do {
            facts = try await marked(record)
        } catch {
            return .unreachable
        }
        guard let facts else { return await withoutJob(record, &starts) }
        record.delivery.deviceJob = facts.id
        if record.delivery.deviceStart == nil { record.delivery.note(await start(&starts)) }
        return .job(facts)
    }

    /// What a printer that does not list a job any more shows of it: many remove a job soon after its end.
    private func withoutJob(
        _ record: JobRecord,
        _ starts: inout DeviceStartReader
    ) async -> DeviceObservation {
        let before = moment
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time", "printer-state", "queued-job-count"],
            timeout: Device.answerTime
        )
        guard let upTime = group?["printer-up-time"]?.natural else { return .noJob }
        let start = starts.start(upTime: upTime, from: before, to: clock)
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
    ///   - scheduler: The facts from the scheduler, which processes one job of a printer at a time; `nil` if it has no such job.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    ///   - starts: The starts of the printer, from one look to the next.
    ///   - proof: What its lists have shown so far, if the job was in none.
    /// - Returns: The state on the printer, or the reason why there is none.
    func observation(
        of record: inout JobRecord,
        scheduler: SchedulerJobFacts?,
        claimed: TakenNumbers,
        _ starts: inout DeviceStartReader,
        _ proof: inout AbsenceProof?
    ) async -> DeviceObservation {
        var observation = await query(&record, scheduler, claimed, &starts, &proof)
        for _ in 0..<Self.secondLooks where scheduler?.state == .completed {
            let isUnseen =
                (observation == .noJob || observation == .neverHad)
                && record.delivery.deviceJob == nil
            guard isUnseen || observation == .unreachable else { break }
            // Canceled at the end of the service.
            try? await clock.sleep(for: Self.pause)
            observation = await query(&record, scheduler, claimed, &starts, &proof)
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
        _ scheduler: SchedulerJobFacts?,
        _ claimed: TakenNumbers,
        _ starts: inout DeviceStartReader,
        _ proof: inout AbsenceProof?
    ) async -> DeviceObservation {
        guard let list = try? await list(record.job.user, &starts) else { return .unreachable }
        update(&proof, record, list, claimed)
        leaveNumbers(of: &record, list)
        let state = scheduler?.state
        // A job that waits for a retry was at the printer, too.
        if scheduler?.hasBegun == true || state != .pending && state != .pendingHeld {
            let before = record.delivery.deviceJob
            let ours = ours(among: list, record, claimed, isProcessing: state == .processing)
            record.delivery.deviceJob = ours
            if let before { record.delivery.add(deviceJob: before) }
            if ours != nil, ours != before || record.delivery.deviceStart == nil {
                record.delivery.note(list.start)
            }
        }
        guard let id = record.delivery.deviceJob else {
            if hasForgotten(record, scheduler, list.start) { return .forgotten }
            return neverHad(record, list, claimed) ? .neverHad : .noJob
        }
        guard let seen = list.jobs.first(where: { $0.id == id }), let facts = DeviceJobFacts(seen)
        else { return record.delivery.isBeforeRestart(list.start) ? .forgotten : .noJob }
        record.delivery.record(facts)
        return .job(facts)
    }

    /// Gives up the numbers that the printer gave to the job before it restarted, unless it has kept its jobs.
    private func leaveNumbers(of record: inout JobRecord, _ list: DeviceList) {
        let numbers = record.delivery.allDeviceJobs
        guard !numbers.isEmpty, record.delivery.isBeforeRestart(list.start) else { return }
        let isKept = list.jobs.contains { job in
            numbers.contains(job.id) && isNamesake(job, of: record) && !list.isNew(job)
        }
        if isKept {
            record.delivery.note(list.start)
        } else {
            record.delivery.leaveNumbers()
        }
    }

    /// Whether the printer may have had the job, and forgotten it in a restart.
    ///
    /// A restart before the scheduler began, or after it had ended, leaves the scheduler's word as it is.
    private func hasForgotten(
        _ record: JobRecord,
        _ scheduler: SchedulerJobFacts?,
        _ start: DeviceStart?
    ) -> Bool {
        let hadJob = record.delivery.earlierDeviceJobs != nil
        guard let start, record.delivery.isBeforeRestart(start) else { return hadJob }
        guard let began = scheduler?.beganAt ?? record.delivery.beganLast else { return hadJob }
        // Both sides count whole seconds: what lies within one may have had any order.
        let wasOnSince = start.time.adding(clamping: start.margin).adding(clamping: 1) < began
        let wasOnUntilEnd =
            scheduler?.endedAt.map { $0.adding(clamping: 2) <= start.time } ?? false
        // The backend of CUPS says so of a job that the printer does not know any more.
        let wasMissed = scheduler?.printerReasons.contains { reason in
            reason.hasPrefix("cups-ipp-missing-job-history")
        }
        if wasOnUntilEnd, wasMissed != true { return false }
        return hadJob || !wasOnSince
    }

    /// The printer's jobs of the same name and owner that may be runs of the job, without other jobs of the service.
    ///
    /// - Parameters:
    ///   - record: The job; numbers of before a restart are given up.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    ///   - starts: The starts of the printer, from one look to the next.
    /// - Returns: The jobs, and the present start of the printer.
    /// - Throws: ``CupsError`` if the printer cannot be reached.
    func namesakes(
        of record: inout JobRecord,
        claimed: TakenNumbers,
        _ starts: inout DeviceStartReader
    ) async throws(CupsError) -> (jobs: [DeviceJobFacts], start: DeviceStart?) {
        let list = try await list(record.job.user, &starts)
        leaveNumbers(of: &record, list)
        let hasRestarted = record.delivery.isBeforeRestart(list.start)
        let jobs = list.jobs.filter { job in
            let isNew = list.isNew(job)
            return isNamesake(job, of: record)
                && !claimed.contains(job.id, isNew: isNew, at: list.start)
                && (!hasRestarted || isNew || job.id > record.delivery.deviceJobBefore ?? 0)
        }
        return (jobs.compactMap { DeviceJobFacts($0) }, list.start)
    }

    func isNamesake(_ job: DeviceJob, of record: JobRecord) -> Bool {
        (job.name == nil || job.name == record.listedName)
            && (job.user == nil || job.user == record.job.user)
    }

    private func ours(
        among list: DeviceList,
        _ record: JobRecord,
        _ claimed: TakenNumbers,
        isProcessing: Bool
    ) -> Int? {
        let known = record.delivery.deviceJob
        if let known {
            // If the first attempt failed, the scheduler retries with a new job.
            let endedBadly = list.jobs.contains {
                $0.id == known && ($0.state == .aborted || $0.state == .canceled)
            }
            guard isProcessing, endedBadly else { return known }
        } else if record.delivery.earlierDeviceJobs != nil, !isProcessing {
            // The next job of this name may be another one, which the scheduler has begun since.
            return nil
        }
        // Before a restart, the printer gave other numbers.
        let hasRestarted = known == nil && record.delivery.isBeforeRestart(list.start)
        let before = known ?? record.delivery.deviceJobBefore ?? 0
        let candidates = list.jobs.filter { job in
            let isNew = list.isNew(job)
            return (job.id > before || hasRestarted && isNew) && isNamesake(job, of: record)
                && !claimed.contains(job.id, isNew: isNew, at: list.start)
        }
        return candidates.map(\.id).min() ?? known
    }

    // MARK: The printer's list, and its start

    /// The jobs that a printer lists, and its start then.
    struct DeviceList {
        var jobs: [DeviceJob]
        var start: DeviceStart?

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
        _ starts: inout DeviceStartReader
    ) async throws(CupsError) -> DeviceList {
        let before = moment
        let jobs = try await device.jobs(user: user)
        guard let upTime = jobs.compactMap(\.printerUpTime).max() else {
            return DeviceList(jobs: jobs, start: await start(&starts))
        }
        return DeviceList(
            jobs: jobs,
            start: starts.start(upTime: upTime, from: before, to: clock)
        )
    }

    private var moment: DeviceStartReader.Moment {
        DeviceStartReader.Moment(date: clock.now, uptime: clock.uptime)
    }

    /// When the printer started, as its `printer-up-time` shows (RFC 8011, 5.4.29).
    ///
    /// - Parameter starts: The starts of the printer, from one look to the next.
    /// - Returns: The start; `nil` for a printer without this attribute, which is assumed not to have restarted.
    private func start(_ starts: inout DeviceStartReader) async -> DeviceStart? {
        let before = moment
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time"],
            timeout: Device.answerTime
        )
        guard let upTime = group?["printer-up-time"]?.natural else { return nil }
        return starts.start(upTime: upTime, from: before, to: clock)
    }
}
