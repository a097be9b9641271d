import FoundationEssentials
import IPP
import PrintModel

/// Delivers the jobs of one printer in order, and watches them until they end.
///
/// Up to ``handedOverAtMost`` jobs are in the scheduler ahead of time, so that the printer never
/// idles. The others stay in the service's queue, where a cancel takes effect at once.
struct PrinterLane: Sendable {
    /// The maximum number of jobs that are in the scheduler ahead of time: 2.
    ///
    /// A printer itself gets one at a time: some block while another job is open.
    static let handedOverAtMost = 2

    /// How long the store is left alone while nothing happens: two minutes.
    ///
    /// A signal is a hint. One of another host can be lost.
    private static let longestQuiet = Duration.seconds(120)

    /// The time for cancels where the service ends.
    private static let lastCancelsTime = Duration.seconds(1)

    let printer: PrinterID
    let deliverer: Deliverer
    let directory: PrinterDirectory
    let looks: SharedLooks

    var queue: JobQueue { deliverer.work.queue }
    var lease: LaneLease? { deliverer.work.lease }

    /// The state that the lane keeps from one look to the next.
    struct Memory {
        /// The `job-id`s that jobs of the service have on the printer, once they are needed.
        var claimed: TakenNumbers?
        /// What the looks at the printer have shown.
        let looks: DeviceLooks
        /// What the printer's lists show of jobs that were in none of them.
        var absences: [JobID: AbsenceProof] = [:]
        /// The jobs that the scheduler has lost.
        var lost = LostJobs()
        /// Since when the printer is away of jobs that the scheduler calls completed.
        var away: [JobID: Date] = [:]
        /// The jobs that the lane watches.
        var watched = WatchMemory()
        /// The pages that other hosts may make.
        var wanted: Set<String> = []
        /// The connections that the scheduler had ended at the start of the look before.
        var ends = 0
        /// The jobs that wait, and what had happened when the look began.
        var waits = JobWaits()
        var wakes = JobWaits.Wakes()
        /// What the store had, and what had happened when it was read.
        var known: LaneJobs?
        var wakesBefore = JobWaits.Wakes()
        var readLast = Duration.zero
        /// Whether all jobs wait, as they did before the look.
        var isQuiet = false

        /// Forgets the jobs that the lane has no more.
        mutating func keep(_ jobs: LaneJobs) {
            watched.keep(jobs.underWay)
            let ids = Set((jobs.underWay + jobs.next).compactMap(\.job.id))
            absences = absences.filter { ids.contains($0.key) }
            away = away.filter { ids.contains($0.key) }
            lost.keep(ids)
        }
    }

    /// Runs until the printer has no more jobs, the task is canceled, or the lane is another host's.
    func run() async {
        var memory = Memory(looks: looks.at(printer))
        var wasWatched = false
        let signal = queue.lanes.begin(printer)
        defer { queue.lanes.end(printer) }
        var ends = await endsOfConnections()
        while !Task.isCancelled, lease?.isLost != true {
            memory.wakes = JobWaits.Wakes(secrets: queue.secrets.count, lane: signal.count)
            guard lease?.lasts() != false else {
                // The database may be away, and this host may still have the lane when it is back.
                await watchWithoutStore(&memory)
                await signal.wait(after: memory.wakes.lane, atMost: .seconds(1))
                continue
            }
            memory.ends = ends
            ends = await endsOfConnections()
            let now = queue.clock.now
            // If the store is unreadable now, the lane retries later: no job fails because of it.
            guard var jobs = await jobs(at: now, &memory) else {
                await watchWithoutStore(&memory)
                await signal.wait(after: memory.wakes.lane, atMost: .seconds(5))
                continue
            }
            memory.keep(jobs)
            if jobs.isEmpty { return }
            await giveUpOverdue(&jobs, at: now)
            let isElsewhere = await setAside(&jobs, &memory)
            if lease?.isLeaving == true, jobs.underWay.allSatisfy({ $0.delivery.boundHost == nil })
            {
                return
            }
            if lease?.isLeaving == true { jobs.next = [] }
            memory.waits.keep(jobs.underWay + jobs.next)
            var pause = max(.seconds(5), queue.lanes.longestPause)
            if let end = jobs.nextHoldEnds {
                pause = min(pause, .seconds(end.timeIntervalSince(now)))
            }
            if isElsewhere { pause = min(pause, .seconds(1)) }
            await deliverer.work.shared?.want(jobs.next, beside: &memory.wanted)
            var handedOver = jobs.underWay.count { $0.delivery.countsAsHandedOver }
            for var record in jobs.underWay where !Task.isCancelled {
                memory.watched.complete(&record)
                if !wasWatched {
                    record.delivery.recordGap()
                    record.delivery.recordInterruption()
                }
                let isNext = record.job.id == jobs.underWay.first?.job.id
                pause = min(pause, await attempt(&record, &memory, isNext: isNext))
            }
            var isQuiet = !isElsewhere && jobs.underWay.isEmpty && jobs.nextHoldEnds == nil
            for var record in jobs.next where !Task.isCancelled {
                let limit = record.delivery.route == .direct ? 1 : Self.handedOverAtMost
                guard handedOver < limit else { break }
                handedOver += 1
                endHold(&record)
                let isNext = handedOver == 1
                let before = record
                pause = min(pause, await attempt(&record, &memory, isNext: isNext))
                isQuiet =
                    isQuiet && record == before && memory.waits.isUnchanged(record, memory.wakes)
            }
            memory.isQuiet = isQuiet
            wasWatched = true
            queue.lanes.note(printer, isWaiting: memory.waits.areForPrinter)
            await signal.wait(after: memory.wakes.lane, atMost: pause)
        }
        if Task.isCancelled { await sendLastCancels() }
    }

    /// Sends what the user has canceled at the last moment: the service ends, and the jobs would print.
    private func sendLastCancels() async {
        let sending = Task {
            let limit = Self.handedOverAtMost
            let jobs = try? await queue.store.lane(of: printer, at: queue.clock.now, limit: limit)
            for var record in jobs?.underWay ?? [] where !Task.isCancelled && isHere(record) {
                guard record.delivery.cancelRequested, !record.delivery.cancelSent else { continue }
                // What fails now is done when the service starts again.
                try? await deliverer.deliver(&record)
            }
        }
        // The task of this lane is canceled, and would not wait. A scheduler that hangs must not keep the service.
        await Task { _ = await value(of: sending, within: Self.lastCancelsTime) }.value
        sending.cancel()
    }

    /// Returns the jobs of the lane; `nil` if the store cannot be read.
    ///
    /// Where all of them wait, and nothing has happened, the store has nothing new.
    private func jobs(at date: Date, _ memory: inout Memory) async -> LaneJobs? {
        let uptime = queue.clock.uptime
        if memory.isQuiet, memory.wakes == memory.wakesBefore, let known = memory.known,
            uptime - memory.readLast < Self.longestQuiet
        {
            return known
        }
        (memory.wakesBefore, memory.readLast) = (memory.wakes, uptime)
        memory.known = try? await queue.store.lane(
            of: printer,
            at: date,
            limit: Self.handedOverAtMost
        )
        return memory.known
    }

    /// Ends jobs that are being canceled, and have waited for their end for too long.
    private func giveUpOverdue(_ jobs: inout LaneJobs, at now: Date) async {
        // The setting is read from its file.
        guard jobs.underWay.contains(where: { $0.isOverdue(at: now, after: .zero) }),
            let age = deliverer.work.longestCancel()
        else { return }
        var others: [JobRecord] = []
        for record in jobs.underWay {
            guard record.isOverdue(at: now, after: age), let id = record.job.id else {
                others.append(record)
                continue
            }
            // Where the store fails, the next look tries again.
            _ = try? await deliverer.work.giveUp(id)
        }
        jobs.underWay = others
    }

    /// Leaves jobs alone that the scheduler of another host has; returns whether there are any.
    private func setAside(_ jobs: inout LaneJobs, _ memory: inout Memory) async -> Bool {
        guard let lease else { return false }
        let others = jobs.underWay.filter { !isHere($0) }
        lease.hostsWithJobs = Set(others.compactMap(\.delivery.boundHost))
        guard !others.isEmpty else { return false }
        for var record in others {
            guard let host = record.delivery.boundHost else { continue }
            let printer = record.job.printer.rawValue
            await set(&record, .waiting, [Reason(.hostAway, ["printer": printer, "host": host])])
            // The printer may forget the job before its host has the lane again.
            memory.watched.complete(&record)
            await lookAway(&record, nil, &memory)
            memory.watched.note(record)
            // Where the store fails, the next look tries again.
            try? await deliverer.work.write(&record)
        }
        jobs.underWay.removeAll { !isHere($0) }
        return true
    }

    /// Whether no scheduler of another host has a job.
    private func isHere(_ record: JobRecord) -> Bool {
        guard let here = lease?.host.host, let host = record.delivery.boundHost else { return true }
        return host == here
    }

    /// Ends the hold of a job whose time has come.
    private func endHold(_ record: inout JobRecord) {
        guard record.delivery.hold != nil else { return }
        record.delivery.hold = nil
        record.job.state = .queued
        record.job.reasons = []
    }

    /// How an attempt to advance a job has ended.
    private struct Attempt {
        /// The time until the next look.
        let pause: Duration
        /// Whether the job waits for its printer, which has nothing of it.
        var waitsForPrinter = false
    }

    /// Advances a job, unless it waits, and nothing has happened; returns the time until the next look.
    private func attempt(
        _ record: inout JobRecord,
        _ memory: inout Memory,
        isNext: Bool
    ) async -> Duration {
        let wakes = memory.wakes
        if let rest = memory.waits.rest(of: record, wakes, at: queue.clock.uptime) { return rest }
        let attempt = await advance(&record, &memory, isNext: isNext)
        memory.watched.note(record)
        if record.job.state.isFinal { await deliverer.scheduler.unsubscribe(record) }
        return memory.waits.note(
            record,
            waitsForPrinter: attempt.waitsForPrinter,
            atMost: queue.lanes.longestPause,
            wakes,
            at: queue.clock.uptime
        ) ?? attempt.pause
    }

    /// Advances a job as far as possible.
    private func advance(
        _ record: inout JobRecord,
        _ memory: inout Memory,
        isNext: Bool
    ) async -> Attempt {
        do throws(DeliveryFailure) {
            let isUnchanged = memory.waits.isUnchanged(record, memory.wakes)
            if record.delivery.nextStep == .prepare,
                await isWaitingForPrinter(&record, isUnchanged: isUnchanged)
            {
                return Attempt(pause: .seconds(1), waitsForPrinter: true)
            }
            let isDirect = record.delivery.route == .direct
            if !isDirect, !record.delivery.mayHavePrinted, record.delivery.deviceJobBefore == nil {
                let proof = try await device()?.noteHighestJob(of: &record, memory.looks)
                note(proof ?? nil, of: &record, &memory)
            }
            try await deliverer.deliver(&record, isNext: isNext)
            // A job that the user has moved belongs to another lane.
            guard record.job.printer == printer else { return Attempt(pause: .milliseconds(10)) }
            guard record.delivery.nextStep == .watch else {
                return Attempt(pause: .milliseconds(10))
            }
            if isDirect { return Attempt(pause: try await watchDevice(&record, &memory)) }
            return Attempt(pause: try await watch(&record, &memory))
        } catch {
            switch error {
            case .later(var reason), .unknown(var reason):
                if reason.code == .schedulerUnreachable { record.delivery.recordGap() }
                if reason.code == .printerRemoved, let lease {
                    lease.lackPrinter()
                    // Another host may have it.
                    let parameters = reason.parameters.merging(["host": lease.host.host]) { $1 }
                    reason = Reason(reason.code, parameters)
                }
                await set(&record, .waiting, [reason])
                let isHere = !record.delivery.isHandedOver && !record.job.state.isFinal
                return Attempt(pause: .seconds(1), waitsForPrinter: isHere)
            case .never(let reason):
                return Attempt(pause: await giveUp(&record, reason))
            }
        }
    }

    /// Whether the printer cannot accept the job now; sets the reason of the job then.
    ///
    /// - Parameters:
    ///   - record: The job.
    ///   - isUnchanged: Whether it has waited already, and nothing has happened since.
    /// - Returns: Whether to look again later.
    private func isWaitingForPrinter(_ record: inout JobRecord, isUnchanged: Bool) async -> Bool {
        let holder = await directory.holder(of: printer, uuid: record.delivery.deviceUUID)
        if isUnchanged {
            if await directory.isClosed(holder) { return true }
            let look = Task { [directory] in try? await directory.roughState(of: holder) }
            if let known = await value(of: look) ?? nil, await waits(&record, for: known) {
                return true
            }
        }
        guard !Task.isCancelled else { return true }
        // As fresh as at admission: a job that was queued to wait must wait.
        let look = Task { [directory] in
            try? await directory.patientState(of: holder, maximumAge: .milliseconds(100))
        }
        guard let known = await value(of: look) ?? nil else { return Task.isCancelled }
        return await waits(&record, for: known)
    }

    /// Whether a printer cannot accept a job as it is; sets the reason of the job then.
    private func waits(_ record: inout JobRecord, for known: Printer) async -> Bool {
        let obstacles = Admission(printer: known).printerObstacles()
        guard let obstacle = obstacles.first, !record.delivery.cancelRequested else { return false }
        let reasons = known.reasons.filter { reason in
            let isFault = known.state == .unusable && reason.code.isFault
            return reason.code == .paused || reason.code.waitsForHands || isFault
        }
        await set(&record, .waiting, reasons.isEmpty ? [Reason(waitingFor: obstacle)] : reasons)
        return true
    }

    func endsOfConnections() async -> Int {
        await deliverer.scheduler.scheduler.endsOfConnections
    }

    /// The printer, to ask it; `nil` if it cannot be reached over IPP.
    func device() async throws(DeliveryFailure) -> DeviceWatch? {
        do {
            return try await DeviceWatch(of: printer, in: directory)
        } catch {
            throw DeliveryFailure(error, printer: printer)
        }
    }

    // MARK: Ends and waits

    func set(_ record: inout JobRecord, _ state: JobState, _ reasons: [Reason]) async {
        let reasons = record.job.wording(reasons.withoutRepetition)
        guard record.job.state != state || record.job.reasons != reasons else { return }
        record.job.state = state
        record.job.reasons = reasons
        // The job shows only a stored reason; the next look sets it again.
        try? await deliverer.work.write(&record)
    }

    /// Ends a job that cannot be printed; returns the time until the next look.
    private func giveUp(_ record: inout JobRecord, _ reason: Reason) async -> Duration {
        do throws(DeliveryFailure) {
            // A job that the scheduler still holds would never print.
            if !record.delivery.mayHavePrinted {
                try await deliverer.carrier(of: record).drop(record)
            }
            try await deliverer.work.end(&record, .failed, [reason])
            return .milliseconds(10)
        } catch {
            // The job has not ended here while it has not ended there: retry.
            await set(&record, .waiting, [error.reason])
            return .seconds(1)
        }
    }
}

extension Delivery {
    /// Whether the job counts as handed over ahead of time; a held one does not.
    fileprivate var countsAsHandedOver: Bool { isHandedOver && hold == nil }
}
