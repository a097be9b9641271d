import FoundationEssentials
import IPP
import PrintModel

/// Looks at a printer's own list of jobs, and tells which of them is ours.
///
/// The scheduler gives a job a new id, and no UUID, on the printer. Name, owner
/// and order tell it: our job is newer than what the printer had before the
/// release, and no other job of ours is known to be it.
struct DeviceWatch: Sendable {
    let device: Device

    /// Watches that printer; `nil` where it cannot be asked.
    init?(of printer: PrinterID, in directory: PrinterDirectory) async {
        // Without the scheduler nobody knows where it is.
        guard let uri = (try? await directory.printer(printer))?.uri, let address = DeviceURI(uri)
        else { return nil }
        device = Device(address)
    }

    /// The highest id that the printer has given so far; `nil` where it does not say.
    func highestJob(user: String) async -> Int? {
        // An unreachable printer has no say here; the watch finds out.
        try? await device.jobs(user: user, timeout: .seconds(2)).map(\.id).max()
    }

    /// How often a printer is asked again, and after which pause, that shows nothing of a job which
    /// the scheduler calls complete: a list may be old, and a job may pass from one to the other
    /// just between the two questions.
    private static let secondLooks = 2
    private static let pause = Duration.milliseconds(250)

    /// What the printer says of our job.
    ///
    /// - Parameters:
    ///   - record: The job; the printer's id of it is noted there once it is known.
    ///   - scheduler: The state in the scheduler, which works on one job of a printer at a time.
    ///   - hasBegun: Whether the scheduler was ever at work on it.
    ///   - claimed: The printer's ids of other jobs of ours.
    /// - Returns: What can be seen.
    func sight(
        of record: inout JobRecord,
        scheduler: PrintModel.IPPJobState?,
        hasBegun: Bool,
        claimed: Set<Int>
    ) async -> DeviceSight {
        var sight = await look(at: &record, scheduler, hasBegun: hasBegun, claimed)
        for _ in 0..<Self.secondLooks where scheduler == .completed {
            let isUnseen =
                (sight == .noJob || sight == .neverHad) && record.delivery.deviceJob == nil
            guard isUnseen || sight == .unreachable else { break }
            // Cancelled at the end of the service.
            try? await Task.sleep(for: Self.pause)
            sight = await look(at: &record, scheduler, hasBegun: hasBegun, claimed)
        }
        return sight
    }

    private func look(
        at record: inout JobRecord,
        _ scheduler: PrintModel.IPPJobState?,
        hasBegun: Bool,
        _ claimed: Set<Int>
    ) async -> DeviceSight {
        let jobs: [DeviceJob]
        do {
            jobs = try await device.jobs(user: record.job.user, timeout: .seconds(2))
        } catch {
            return .unreachable
        }
        // A job that waits for its next try was at the printer, too.
        if hasBegun || scheduler != .pending && scheduler != .held {
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
        record.delivery.see(facts)
        return .job(facts)
    }

    /// Whether the list shows that the printer never had the job: an older one is still there, and
    /// none is newer but for those that are known to be others'.
    private func neverHad(_ record: JobRecord, _ jobs: [DeviceJob], _ claimed: Set<Int>) -> Bool {
        let ended = jobs.filter { $0.state?.isFinal == true }
        guard let before = record.delivery.deviceJobBefore, ended.count < Device.listedAtMost,
            ended.contains(where: { $0.id == before })
        else { return false }
        // A printer that was started anew may count from the beginning.
        return !jobs.contains {
            !claimed.contains($0.id) && ($0.id > before || isNamesake($0, of: record))
        }
    }

    /// Whether the printer has been started anew since it was first seen with the job.
    ///
    /// Many printers drop a job from their list when it is done, so that a job
    /// which is not there any more says nothing by itself.
    private func hasForgotten(_ record: JobRecord) async -> Bool {
        let time = Int(Date().timeIntervalSince1970)
        guard let before = record.delivery.deviceStart, let upTime = await upTime() else {
            return false
        }
        // Each is cut to whole seconds. The clock is read before the question here, and after it
        // there, so that a slow answer never looks like a new start.
        return time - upTime > before + 1
    }

    /// When the printer was started, in seconds since 1970.
    private func started() async -> Int? {
        guard let upTime = await upTime() else { return nil }
        return Int(Date().timeIntervalSince1970) - upTime
    }

    /// For how many seconds the printer has been on: `printer-up-time` (RFC 8011, 5.4.29).
    private func upTime() async -> Int? {
        // A printer that does not tell is believed to have stayed on.
        let group = try? await device.printerAttributes(
            requested: ["printer-up-time"],
            timeout: .seconds(2)
        )
        return group?["printer-up-time"]?.integer
    }

    /// What the printer has under a job's name and owner, but for others that are ours.
    func namesakes(
        of record: JobRecord,
        claimed: Set<Int>
    ) async throws(CupsError) -> [DeviceJobFacts] {
        try await device.jobs(user: record.job.user, timeout: .seconds(2))
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
            // Where the first try ended badly, the scheduler tries again with a new job.
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

extension DeviceJobFacts {
    /// Takes over what a printer says of a job; `nil` for a state that is not one.
    init?(_ job: DeviceJob) {
        guard let state = PrintModel.IPPJobState(rawValue: job.state?.rawValue ?? 0) else {
            return nil
        }
        self.init(
            id: job.id,
            state: state,
            message: job.stateMessage,
            impressions: job.impressionsCompleted,
            sheets: job.mediaSheetsCompleted
        )
    }
}
