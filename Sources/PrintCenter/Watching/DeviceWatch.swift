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
    private let clock: any ServiceClock

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
    func observation(ofMarked record: inout JobRecord) async -> DeviceObservation {
        let facts: DeviceJobFacts?
        do {
            facts = try await marked(record)
        } catch {
            return .unreachable
        }
        guard let facts else { return await hasForgotten(record) ? .forgotten : .noJob }
        record.delivery.deviceJob = facts.id
        if record.delivery.deviceStart == nil { record.delivery.deviceStart = await started() }
        return .job(facts)
    }

    // MARK: Jobs that the scheduler sent

    /// The highest `job-id` that the printer has given so far; `nil` if it cannot be read.
    func highestJob(user: String) async -> Int? {
        // Where the printer is unreachable, the watch reports it.
        try? await device.jobs(user: user).map(\.id).max()
    }

    /// How often, and after which pause, the printer is queried again when it lists no job that the
    /// scheduler reports as completed: a list may be out of date, and a job may move from the one list to
    /// the other between the two requests.
    private static let secondLooks = 2
    private static let pause = Duration.milliseconds(250)

    /// Returns the printer's report of the job.
    ///
    /// - Parameters:
    ///   - record: The job; it gets its `job-id` on the printer once that is known.
    ///   - scheduler: The `job-state` in the scheduler, which processes one job of a printer at a time.
    ///   - hasBegun: Whether the scheduler has begun to process the job.
    ///   - claimed: The `job-id`s that other jobs of the service have on the printer.
    /// - Returns: The state on the printer, or the reason why there is none.
    func observation(
        of record: inout JobRecord,
        scheduler: IPPJobState?,
        hasBegun: Bool,
        claimed: Set<Int>
    ) async -> DeviceObservation {
        var observation = await query(&record, scheduler, hasBegun: hasBegun, claimed)
        for _ in 0..<Self.secondLooks where scheduler == .completed {
            let isUnseen =
                (observation == .noJob || observation == .neverHad)
                && record.delivery.deviceJob == nil
            guard isUnseen || observation == .unreachable else { break }
            // Canceled at the end of the service.
            try? await clock.sleep(for: Self.pause)
            observation = await query(&record, scheduler, hasBegun: hasBegun, claimed)
        }
        return observation
    }

    private func query(
        _ record: inout JobRecord,
        _ scheduler: IPPJobState?,
        hasBegun: Bool,
        _ claimed: Set<Int>
    ) async -> DeviceObservation {
        let jobs: [DeviceJob]
        do {
            jobs = try await device.jobs(user: record.job.user)
        } catch {
            return .unreachable
        }
        // A job that waits for a retry was at the printer, too.
        if hasBegun || scheduler != .pending && scheduler != .pendingHeld {
            let before = record.delivery.deviceJob
            record.delivery.deviceJob = ours(
                among: jobs,
                record,
                claimed,
                isProcessing: scheduler == .processing
            )
            if let before { record.delivery.add(deviceJob: before) }
        }
        guard let id = record.delivery.deviceJob else {
            return neverHad(record, jobs, claimed) ? .neverHad : .noJob
        }
        guard
            let seen = jobs.first(where: { $0.id == id }), let facts = DeviceJobFacts(seen)
        else { return await hasForgotten(record) ? .forgotten : .noJob }
        if record.delivery.deviceStart == nil { record.delivery.deviceStart = await started() }
        record.delivery.record(facts)
        return .job(facts)
    }

    /// Whether the list proves that the printer never had the job: it has an older job, and no newer
    /// one that may be ours.
    private func neverHad(_ record: JobRecord, _ jobs: [DeviceJob], _ claimed: Set<Int>) -> Bool {
        let ended = jobs.filter { $0.state?.isFinal == true }
        guard let before = record.delivery.deviceJobBefore, ended.count < Device.listedAtMost,
            ended.contains(where: { $0.id == before })
        else { return false }
        // A printer that restarted may count from the beginning.
        return !jobs.contains {
            !claimed.contains($0.id) && ($0.id > before || isNamesake($0, of: record))
        }
    }

    /// Whether the printer has restarted since it first listed the job.
    ///
    /// Many printers remove completed jobs from their list, so that a missing job
    /// alone proves nothing.
    private func hasForgotten(_ record: JobRecord) async -> Bool {
        let time = Int(clamping: clock.now.timeIntervalSince1970)
        guard let before = record.delivery.deviceStart, let upTime = await upTime() else {
            return false
        }
        // Both are whole seconds. The clock is read before the request here, and after it in
        // started(), so that a slow reply never looks like a restart.
        return time - upTime > before.adding(clamping: 1)
    }

    /// When the printer started, in seconds since 1970.
    private func started() async -> Int? {
        guard let upTime = await upTime() else { return nil }
        return Int(clamping: clock.now.timeIntervalSince1970) - upTime
    }

    /// The time that the printer has been on, in seconds: `printer-up-time` (RFC 8011, 5.4.29).
    private func upTime() async -> Int? {
        // A printer without this attribute is assumed not to have restarted.
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time"],
            timeout: Device.answerTime
        )
        return group?["printer-up-time"]?.integer
    }

    /// The printer's jobs of the same name and owner, without other jobs of the service.
    func namesakes(
        of record: JobRecord,
        claimed: Set<Int>
    ) async throws(CupsError) -> [DeviceJobFacts] {
        try await device.jobs(user: record.job.user)
            .filter { isNamesake($0, of: record) && !claimed.contains($0.id) }
            .compactMap { DeviceJobFacts($0) }
    }

    private func isNamesake(_ job: DeviceJob, of record: JobRecord) -> Bool {
        (job.name == nil || job.name == record.listedName)
            && (job.user == nil || job.user == record.job.user)
    }

    private func ours(
        among jobs: [DeviceJob],
        _ record: JobRecord,
        _ claimed: Set<Int>,
        isProcessing: Bool
    ) -> Int? {
        let known = record.delivery.deviceJob
        if let known {
            // If the first attempt failed, the scheduler retries with a new job.
            let endedBadly = jobs.contains {
                $0.id == known && ($0.state == .aborted || $0.state == .canceled)
            }
            guard isProcessing, endedBadly else { return known }
        }
        let candidates = jobs.filter { job in
            job.id > (known ?? record.delivery.deviceJobBefore ?? 0)
                && !claimed.contains(job.id) && isNamesake(job, of: record)
        }
        return candidates.map(\.id).min() ?? known
    }
}
