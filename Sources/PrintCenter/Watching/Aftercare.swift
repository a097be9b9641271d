import FoundationEssentials
import IPP
import PrintModel

/// Keeps an eye on jobs that have ended: a scheduler that crashes has not yet written down that they
/// did, and prints them again when it comes back.
///
/// A job that has ended stays as it is; what is found out afterwards is added to it as a remark.
struct Aftercare: Sendable {
    /// The scheduler writes after 30 s what has become of a job (`DirtyCleanInterval`); until it has
    /// crashed, come back and begun again takes a little longer.
    private static let window = Duration.seconds(60)
    /// At the start of the service both may have been away for hours, with the whole machine.
    private static let windowAtStart = Duration.seconds(24 * 3600)
    private static let mostJobs = 50
    private static let pause = Duration.seconds(2)

    let watch: SecondRunWatch
    let directory: PrinterDirectory

    private var queue: JobQueue { watch.queue }

    /// Looks until the task is canceled.
    func run() async {
        var window = Self.windowAtStart
        var again: [JobID: JobRecord] = [:]
        while !Task.isCancelled {
            let rings = queue.changed.rings
            let start = Date() - TimeInterval(window.components.seconds)
            // A store that cannot be read now is read the next time.
            let ended = try? await queue.store.completed(since: start, limit: Self.mostJobs)
            var isComplete = ended != nil
            for record in ended ?? [] {
                guard let id = record.job.id, again[id] == nil else { continue }
                do throws(CupsError) {
                    if try await hasBegunAgain(record) { again[id] = record }
                } catch {
                    isComplete = false
                }
            }
            for (id, record) in again where await isOver(record) { again[id] = nil }
            if isComplete { window = Self.window }
            if ended?.isEmpty == true, again.isEmpty {
                await queue.changed.wait(after: rings, atMost: .seconds(60))
            } else {
                // Canceled at the end of the service.
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Whether the scheduler has begun a job since it ended, or is about to.
    private func hasBegunAgain(_ record: JobRecord) async throws(CupsError) -> Bool {
        guard let job = try await job(of: record) else { return false }
        if job.state?.isFinal == false { return true }
        return job.timeAtProcessing.map { $0 != record.delivery.beganLast } ?? false
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
                let printer = ["printer": found.job.printer.rawValue]
                try await queue.remark(id, Reason(.printedAgain, printer))
            }
            return true
        } catch {
            return false
        }
    }
}
