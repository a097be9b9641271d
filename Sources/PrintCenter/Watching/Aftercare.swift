import FoundationEssentials
import IPP
import PrintModel

/// Keeps an eye on jobs that have ended: a scheduler that crashes has not yet written down that they
/// did, and has them again when it comes back.
///
/// What it only keeps is dropped there; what it prints again is watched. A job that has ended stays
/// as it is; what is found out afterwards is added to it as a remark.
struct Aftercare: Sendable {
    /// The scheduler writes after 30 s what has become of a job (`DirtyCleanInterval`); until it has
    /// crashed, come back and begun again takes a little longer.
    private static let window = Duration.seconds(60)
    /// At the start of the service both may have been away for hours, with the whole machine.
    private static let windowAtStart = Duration.seconds(24 * 3600)
    private static let mostJobs = 2000
    private static let pause = Duration.seconds(2)

    let watch: SecondRunWatch
    let directory: PrinterDirectory

    private var queue: JobQueue { watch.queue }

    /// What a job does in the scheduler after its end.
    private enum Sequel {
        /// It rests.
        case none
        /// It waits there, and would be printed once more, or be in the way for ever.
        case isBack
        /// It was canceled, and is printed all the same.
        case isBackAndBegun
        /// It is printed once more.
        case secondRun
    }

    /// A job that was dropped, which the next crash can bring back as well.
    private struct Dropped {
        var record: JobRecord
        var until: Date
    }

    /// Looks until the task is canceled.
    func run() async {
        var window = Self.windowAtStart
        var again: [JobID: JobRecord] = [:]
        var dropped: [JobID: Dropped] = [:]
        while !Task.isCancelled {
            let rings = queue.changed.rings
            let start = Date() - TimeInterval(window.components.seconds)
            // A store that cannot be read now is read the next time.
            let ended = try? await queue.store.ended(since: start, limit: Self.mostJobs)
            var isComplete = ended != nil
            dropped = dropped.filter { $0.value.until > Date() }
            var looked = dropped.mapValues(\.record)
            for record in ended ?? [] {
                if let id = record.job.id { looked[id] = record }
            }
            do throws(CupsError) {
                let known = try await schedulerJobs(of: looked.values.first?.job.user)
                for (id, record) in looked where again[id] == nil {
                    let sequel = sequel(of: record, among: known)
                    if sequel == .secondRun || sequel == .isBackAndBegun { again[id] = record }
                    guard sequel == .isBack || sequel == .isBackAndBegun else { continue }
                    try await drop(record)
                    let until = Date() + TimeInterval(Self.window.components.seconds)
                    dropped[id] = Dropped(record: record, until: until)
                }
            } catch {
                isComplete = false
            }
            for (id, record) in again where await isOver(record) { again[id] = nil }
            if isComplete { window = Self.window }
            if ended?.isEmpty == true, again.isEmpty, dropped.isEmpty {
                await queue.changed.wait(after: rings, atMost: .seconds(60))
            } else {
                // Canceled at the end of the service.
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// All jobs of the user that the scheduler remembers, by number: hundreds of ends a minute are
    /// looked at with one request.
    private func schedulerJobs(of user: String?) async throws(CupsError) -> [Int: SchedulerJob] {
        guard let user else { return [:] }
        let jobs = try await watch.scheduler.jobs(
            .all,
            ofUser: user,
            attributes: ["job-uuid", "time-at-processing"]
        )
        return Dictionary(jobs.map { ($0.id, $0) }) { $1 }
    }

    private func sequel(of record: JobRecord, among known: [Int: SchedulerJob]) -> Sequel {
        guard let job = record.delivery.schedulerJob.flatMap({ known[$0] }),
            job.uuid == record.job.submission?.urn, let state = job.state
        else { return .none }
        let began = job.timeAtProcessing
        let hasBegunAgain = began != nil && began != record.delivery.beganLast
        // What somebody wanted to be gone must not be printed even once.
        if record.job.state == .canceled {
            if !state.isFinal { return hasBegunAgain ? .isBackAndBegun : .isBack }
            return state == .completed && hasBegunAgain ? .secondRun : .none
        }
        // One that has begun before is printed at once; or somebody has it printed again, on purpose.
        if !state.isFinal, began == nil { return .isBack }
        guard record.job.state == .completed else { return .none }
        return !state.isFinal || hasBegunAgain ? .secondRun : .none
    }

    private func drop(_ record: JobRecord) async throws(CupsError) {
        guard let id = record.delivery.schedulerJob else { return }
        do throws(CupsError) {
            try await watch.scheduler.cancel(job: id, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // It is gone.
        }
    }

    /// The scheduler's job; `nil` where there is none any more, or the number is another's.
    private func job(of record: JobRecord) async throws(CupsError) -> SchedulerJob? {
        guard let id = record.delivery.schedulerJob else { return nil }
        let job = try await watch.scheduler.job(id)
        return job?.uuid == record.job.submission?.urn ? job : nil
    }

    /// Waits for the end of the second run, and says then what the printer shows of it.
    ///
    /// - Parameter ended: The job as it was when it ended.
    /// - Returns: Whether nothing more will come of it.
    private func isOver(_ ended: JobRecord) async -> Bool {
        var record = ended
        let job: SchedulerJob?
        do {
            job = try await self.job(of: record)
        } catch {
            return false
        }
        if let job, job.state?.isFinal == false { return false }
        record.delivery.beganLast = job?.timeAtProcessing ?? record.delivery.beganLast
        do {
            guard let device = await DeviceWatch(of: record.job.printer, in: directory) else {
                return await note(record, isPrintedAgain: false)
            }
            let claimed = try await queue.store.deviceJobs(on: record.job.printer)
                .subtracting(record.delivery.allDeviceJobs)
            let isAgain = try await watch.isPrintedAgain(&record, on: device, claimed)
            return await note(record, isPrintedAgain: isAgain)
        } catch {
            // The store or the scheduler cannot be asked now.
            return false
        }
    }

    /// Writes down what was found; whether that worked.
    private func note(_ found: JobRecord, isPrintedAgain: Bool) async -> Bool {
        guard let id = found.job.id else { return true }
        do {
            _ = try await queue.change(id) { before in
                var after = before
                after.delivery.beganLast = found.delivery.beganLast
                after.delivery.moreDeviceJobs = found.delivery.moreDeviceJobs
                after.delivery.onPaper = found.delivery.onPaper
                return after
            }
            if isPrintedAgain {
                var parameters = ["printer": found.job.printer.rawValue]
                if found.job.state == .canceled { parameters["canceled"] = "true" }
                try await queue.remark(id, Reason(.printedAgain, parameters))
            }
            return true
        } catch {
            return false
        }
    }
}
