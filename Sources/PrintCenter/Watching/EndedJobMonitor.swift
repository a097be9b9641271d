import FoundationEssentials
import IPP
import PrintModel

/// Compares jobs that have ended with the jobs of the scheduler: a scheduler that crashes before it
/// has stored their end has them again after its restart.
///
/// The monitor cancels jobs that wait there again, and watches those that print again. The state of an
/// ended job does not change; the monitor adds a reason to it.
struct EndedJobMonitor: Sendable {
    /// The time that a job is watched after its end.
    ///
    /// The scheduler stores the end of a job after 30 s (`DirtyCleanInterval`); its crash and restart
    /// take a little longer.
    private static let window = Duration.seconds(60)
    /// The same at the start of the service, after the whole machine may have been off.
    private static let windowAtStart = Duration.seconds(24 * 3600)
    private static let mostJobs = 2000
    private static let pause = Duration.seconds(2)

    let detector: RepeatedPrintDetector
    let directory: PrinterDirectory
    let looks: SharedLooks

    var queue: JobQueue { detector.queue }
    private var clock: any ServiceClock { queue.clock }

    /// The state of a job in the scheduler after its end.
    private enum StateAfterEnd {
        /// Nothing.
        case none
        /// It waits there again: it would print again, or block the queue.
        case isBack
        /// It was canceled, and prints nevertheless.
        case isBackAndBegun
        /// It has begun again.
        case secondRun
        /// It may have begun again.
        case mayHaveBegun
    }

    /// A job that may have printed again.
    fileprivate struct Suspect {
        /// The job as it was when the suspicion came up.
        let record: JobRecord
        /// How long a printer that cannot be reached is asked.
        let until: Date
        /// Whether the scheduler's list shows that it began the job once more after its end.
        let hasBegunAgain: Bool
    }

    /// The state that the monitor keeps from one look to the next.
    struct Memory {
        /// The maximum time since the end of a job that the monitor looks at.
        fileprivate var window = EndedJobMonitor.windowAtStart
        /// Jobs that may have printed again.
        fileprivate var again: [JobID: Suspect] = [:]
        /// Jobs that were canceled in the scheduler, which the next crash may bring back as well.
        fileprivate var dropped: [JobID: (record: JobRecord, until: Date)] = [:]
        /// Jobs in doubt since their host was removed, which is back.
        fileprivate var doubts: [JobID: JobRecord] = [:]
        /// The connections that the scheduler had ended before the last look; `nil` before the first.
        fileprivate var ends: Int?
        /// Whether no job needs another look soon.
        fileprivate(set) var isIdle = false
    }

    /// Looks until the task is canceled.
    func run() async {
        var memory = Memory()
        while !Task.isCancelled {
            let seen = queue.changed.count
            await compare(&memory)
            if memory.isIdle {
                await queue.changed.wait(after: seen, atMost: .seconds(60))
            } else {
                // Canceled at the end of the service.
                try? await clock.sleep(for: Self.pause)
            }
        }
    }

    /// Compares the jobs that have ended here with what the scheduler has.
    func compare(_ memory: inout Memory) async {
        let start = clock.now - TimeInterval(memory.window.components.seconds)
        // A store that cannot be read now is read the next time.
        let ended = try? await queue.store.ended(since: start, limit: Self.mostJobs)
        var isComplete = ended != nil
        let now = clock.now
        memory.dropped = memory.dropped.filter { $0.value.until > now }
        var looked = memory.dropped.mapValues(\.record)
        for record in ended ?? [] where isHere(record) || left(of: record) != nil {
            if let id = record.job.id { looked[id] = record }
        }
        do throws(CupsError) {
            let known = try await schedulerJobs(of: looked.values.first?.job.user)
            let ends = await detector.scheduler.endsOfConnections
            let mayHaveRestarted = memory.ends.map { $0 != ends } ?? false
            for (id, record) in looked {
                let until = clock.now + TimeInterval(Self.window.components.seconds)
                for number in revived(of: record, among: known) {
                    try await drop(number, of: record)
                    memory.dropped[id] = (record, until)
                }
                guard isHere(record) else { continue }
                let given = record.delivery.schedulerJob.flatMap { known[$0] }
                if isDoubtOfRemovedHost(record), given?.uuid == record.job.submission?.urn,
                    given?.timeAtProcessing != nil
                {
                    memory.doubts[id] = record
                    continue
                }
                let stateAfterEnd = stateAfterEnd(
                    of: record,
                    among: known,
                    mayHaveRestarted: mayHaveRestarted
                )
                let hasBegunAgain = stateAfterEnd == .secondRun || stateAfterEnd == .isBackAndBegun
                // A scheduler that has the job back may have printed it before it crashed once more.
                let mayHaveBegun =
                    stateAfterEnd == .mayHaveBegun
                    || stateAfterEnd == .isBack && record.job.state == .completed
                let suspect = memory.again[id]
                if suspect == nil && (hasBegunAgain || mayHaveBegun)
                    || suspect?.hasBegunAgain == false && hasBegunAgain
                {
                    memory.again[id] = Suspect(
                        record: hasBegunAgain ? await kept(record) : record,
                        until: until,
                        hasBegunAgain: hasBegunAgain
                    )
                }
                guard stateAfterEnd == .isBack || stateAfterEnd == .isBackAndBegun else { continue }
                if let number = record.delivery.schedulerJob { try await drop(number, of: record) }
                memory.dropped[id] = (record, until)
            }
            memory.ends = ends
        } catch {
            isComplete = false
        }
        for (id, suspect) in memory.again where await isOver(suspect) {
            memory.again[id] = nil
        }
        for (id, record) in memory.doubts where await isCorrected(record) {
            memory.doubts[id] = nil
        }
        if isComplete { memory.window = Self.window }
        memory.isIdle =
            ended?.isEmpty == true && memory.again.isEmpty && memory.dropped.isEmpty
            && memory.doubts.isEmpty
    }

    /// Whether the scheduler of this host has had a job.
    private func isHere(_ record: JobRecord) -> Bool {
        guard let host = record.delivery.schedulerHost else { return true }
        return host == (queue.store as? any SharedJobStore)?.lease.host
    }

    /// The job that the scheduler of this host held when the host was removed, and holds still if it is back.
    private func left(of record: JobRecord) -> Int? {
        (queue.store as? any SharedJobStore).flatMap { record.delivery.left?[$0.lease.host] }
    }

    /// All jobs of the user in the scheduler by `job-id`: one request serves hundreds of ended jobs.
    private func schedulerJobs(of user: String?) async throws(CupsError) -> [Int: SchedulerJob] {
        guard let user else { return [:] }
        let jobs = try await detector.scheduler.jobs(
            .all,
            ofUser: user,
            attributes: ["job-uuid", "time-at-processing"]
        )
        return Dictionary(jobs.map { ($0.id, $0) }) { $1 }
    }

    private func stateAfterEnd(
        of record: JobRecord,
        among known: [Int: SchedulerJob],
        mayHaveRestarted: Bool
    ) -> StateAfterEnd {
        guard let job = record.delivery.schedulerJob.flatMap({ known[$0] }),
            job.uuid == record.job.submission?.urn, let state = job.state
        else {
            // The printer still had another run of it when it ended. A failed job says that it is in doubt.
            let isOpen = record.delivery.mayRunAgain == true && record.job.state != .failed
            return isOpen ? .mayHaveBegun : .none
        }
        let began = job.timeAtProcessing
        let hasBegunAgain = began != nil && began != record.delivery.beganLast
        // A canceled job must not print even once.
        if record.job.state == .canceled {
            if !state.isFinal { return hasBegunAgain ? .isBackAndBegun : .isBack }
            if state == .completed, hasBegunAgain { return .secondRun }
            return record.delivery.mayRunAgain == true ? .mayHaveBegun : .none
        }
        // A job that had begun prints at once, or a user restarted it on purpose.
        if !state.isFinal, began == nil { return .isBack }
        guard record.job.state == .completed else { return .none }
        if !state.isFinal || hasBegunAgain { return .secondRun }
        if record.delivery.mayRunAgain == true { return .mayHaveBegun }
        // A restart within the second of the start does not change the time.
        let now = Int(clamping: clock.now.timeIntervalSince1970)
        let hasJustBegun = began.map { now.subtracting(clamping: $0) < 30 } ?? false
        return mayHaveRestarted && hasJustBegun ? .mayHaveBegun : .none
    }

    /// The numbers of jobs that were discarded on the way to this one, or left behind, and wait in the scheduler again: one
    /// that crashes before it has stored a cancel has forgotten it.
    private func revived(of record: JobRecord, among known: [Int: SchedulerJob]) -> [Int] {
        // The number of another host's scheduler may be the same.
        let own = isHere(record) ? record.delivery.schedulerJob : nil
        let numbers = record.delivery.discarded + [left(of: record)].compactMap { $0 }
        return numbers.filter { number in
            guard let job = known[number], job.uuid == record.job.submission?.urn else {
                return false
            }
            return number != own && job.state?.isFinal == false
        }
    }

    private func drop(_ number: Int, of record: JobRecord) async throws(CupsError) {
        do throws(CupsError) {
            try await detector.scheduler.cancel(job: number, user: record.job.user)
        } catch .ipp(.notPossible, _), .ipp(.notFound, _) {
            // The job is gone.
        }
    }

    /// The scheduler's job; `nil` if it has none, or another job has the number.
    func job(of record: JobRecord) async throws(CupsError) -> SchedulerJob? {
        guard let id = record.delivery.schedulerJob else { return nil }
        let job = try await detector.scheduler.job(id)
        return job?.uuid == record.job.submission?.urn ? job : nil
    }

    /// Whether the second run has ended; adds a reason to the job where it got to paper, or may have.
    private func isOver(_ suspect: Suspect) async -> Bool {
        var record = suspect.record
        let job: SchedulerJob?
        do {
            job = try await self.job(of: record)
        } catch {
            return false
        }
        if let job, job.state?.isFinal == false { return false }
        record.delivery.beganLast = job?.timeAtProcessing ?? record.delivery.beganLast
        do {
            guard let device = try await DeviceWatch(of: record.job.printer, in: directory) else {
                return await note(record, doubt(of: record, suspect))
            }
            let claimed = try await queue.store.deviceJobs(on: record.job.printer)
                .without(record.delivery)
            let looks = looks.at(record.job.printer)
            switch try await detector.find(&record, on: device, claimed, looks) {
            case .again: return await note(record, .printedAgain)
            case .once: return await note(record, nil)
            case .forgotten: return await note(record, doubt(of: record, suspect))
            case .unanswered:
                guard suspect.until <= clock.now else { return false }
                return await note(record, doubt(of: record, suspect))
            }
        } catch {
            // The store or the scheduler cannot be read now.
            return false
        }
    }

    /// Stores that the scheduler has begun a job again, so that a service which is killed meanwhile looks again; returns the job.
    private func kept(_ record: JobRecord) async -> JobRecord {
        @Sendable func suspected(_ before: JobRecord) -> JobRecord {
            var after = before
            after.delivery.mayRunAgain = true
            after.delivery.beganAgain = true
            return after
        }
        let known = suspected(record)
        guard known != record, let id = record.job.id else { return record }
        // A store that cannot be changed now gets what is found.
        _ = try? await queue.change(id) { suspected($0) }
        return known
    }

    /// The doubt where the printer cannot tell: the scheduler's word decides whether there is one.
    private func doubt(of record: JobRecord, _ suspect: Suspect) -> Reason.Code? {
        let hasBegunAgain = suspect.hasBegunAgain || record.delivery.beganAgain == true
        return hasBegunAgain ? .mayHavePrintedAgain : nil
    }

    /// Stores what was found, with the reason; returns whether that succeeded.
    ///
    /// A service that is killed does not look again at what it has stored.
    private func note(_ found: JobRecord, _ code: Reason.Code?) async -> Bool {
        guard let id = found.job.id, code != nil || found.delivery.mayRunAgain == true else {
            return true
        }
        var parameters = ["printer": found.job.printer.rawValue]
        if found.job.state == .canceled { parameters["canceled"] = "true" }
        let reason = code.map { Reason($0, parameters) }
        do {
            _ = try await queue.change(id) { before in
                var after = before
                after.delivery.beganLast = found.delivery.beganLast
                after.delivery.mayRunAgain = nil
                after.delivery.take(numbersOf: found.delivery)
                if let reason, after.job.state.isFinal, !after.job.reasons.contains(reason) {
                    after.job.reasons.append(reason)
                }
                return after
            }
            return true
        } catch {
            return false
        }
    }
}
