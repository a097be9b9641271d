import FoundationEssentials
import IPP
import PrintModel

/// Jobs that the printer or the scheduler has, until they end.
extension PrinterLane {
    func watch(
        _ record: inout JobRecord,
        _ memory: inout Memory
    ) async throws(DeliveryFailure) -> Duration {
        var facts: SchedulerJobFacts?
        do {
            facts = try await deliverer.scheduler.schedulerFacts(of: record)
        } catch {
            // The printer may forget the job before the scheduler is back.
            await lookAway(&record, nil, &memory)
            try await deliverer.work.write(&record)
            throw error
        }
        if let found = facts {
            facts = try await deliverer.scheduler.meaning(of: found, in: record)
        } else {
            facts = try await deliverer.scheduler.factsOfEnd(of: record)
        }
        if await endsOfConnections() != memory.ends { record.delivery.recordGap() }
        let device = try await device()
        let countable =
            device == nil ? await sidesCounted(of: record) : record.job.plan?.impressions
        if let facts { record.delivery.record(facts, planned: countable) }
        if try await deliverer.scheduler.mustRepeatRequest(&record, of: facts) {
            return .milliseconds(500)
        }
        var observation = DeviceObservation.notAsked
        // Without a list of the printer, nothing shows how often it printed.
        var printing = RepeatedPrintDetector.Finding.forgotten
        if let device {
            printing = .once
            let (seen, watched) = (facts, record)
            let claimed = await claimed(&memory)
            let others = claimed.without(record.delivery)
            var proof = record.job.id.flatMap { memory.absences[$0] } ?? record.delivery.absence
            observation = await device.observation(
                of: &record,
                scheduler: &facts,
                claimed: others,
                memory.looks,
                &proof,
                renewed: { (try? await deliverer.scheduler.schedulerFacts(of: watched)) ?? nil }
            )
            if let facts, facts != seen {
                record.delivery.record(facts, planned: countable)
            }
            note(proof, of: &record, &memory)
            if record.delivery.mayRunAgain == true {
                let known = record.delivery.deviceJob
                printing = try await findAgain(&record, on: device, others, &memory)
                let isOver = facts.map { $0.state == .completed } ?? true
                let isLater = record.delivery.turnToLaterRun(after: observation, isOver: isOver)
                if isLater || record.delivery.deviceJob != known {
                    observation = await device.observation(
                        of: &record,
                        scheduler: &facts,
                        claimed: others,
                        memory.looks,
                        &proof
                    )
                }
            }
        }
        memory.claimed?.add(record.delivery)
        if lease != nil, record.delivery.isOfRemovedHost {
            if observation == .unreachable {
                await set(
                    &record,
                    .waiting,
                    [Reason(.printerUnreachable, ["printer": printer.rawValue])]
                )
                return .seconds(1)
            }
            // The host may come back, and its scheduler print the job then: it is not sent again.
            if observation == .neverHad { observation = .noJob }
        }
        if let pause = try await waitForLost(&record, facts, observation, &memory) { return pause }

        let known = try? await directory.state(of: printer, maximumAge: .seconds(1))
        if record.delivery.hold != nil {
            if facts?.state == .pendingHeld {
                await set(&record, .held, [Reason(.heldByUser, ["printer": printer.rawValue])])
                return .seconds(1)
            }
            // Another program released the job.
            record.delivery.hold = nil
            if facts != nil { record.delivery.phase = .released }
        }
        var seen = JobOutlook.Observations(
            scheduler: facts,
            device: observation,
            printerReasons: known?.reasons ?? [],
            printerStopped: known?.state == .stopped
        )
        seen.printerMayReturn =
            observation == .unreachable && facts?.state == .completed && mayReturn(record, &memory)
        if facts?.state == .completed, facts?.impressions == 0 || observation == .forgotten {
            seen.queueCountsPages = await countsPages(known)
        }
        let outlook = JobOutlook.of(record.job, record.delivery, seen: seen)
        if outlook.schedulerMustDrop { try await deliverer.scheduler.drop(record) }
        var more: [Reason] = []
        if printing == .again {
            more = [Reason(.printedAgain, ["printer": printer.rawValue])]
        } else if printing == .forgotten, outlook.state == .completed,
            record.delivery.beganAgain == true
        {
            more = [Reason(.mayHavePrintedAgain, ["printer": printer.rawValue])]
        }
        record.delivery.counted = facts?.impressions
        // Without an answer, the monitor of ended jobs asks again.
        if outlook.state.isFinal, printing != .unanswered { record.delivery.mayRunAgain = nil }
        return try await takeIn(outlook, &record, more: more)
    }

    /// Asks the printer of a job that the scheduler has lost in a crash, until it is certain what became of it.
    ///
    /// - Returns: The time until the next look; `nil` where the job is not lost, or nothing can tell.
    private func waitForLost(
        _ record: inout JobRecord,
        _ facts: SchedulerJobFacts?,
        _ observation: DeviceObservation,
        _ memory: inout Memory
    ) async throws(DeliveryFailure) -> Duration? {
        guard let id = record.job.id else { return nil }
        let isOfRemovedHost = lease != nil && record.delivery.isOfRemovedHost
        guard record.delivery.isLost(by: facts), !isOfRemovedHost,
            !record.delivery.cancelRequested, record.delivery.hold == nil,
            record.delivery.completedAtDevice != true
        else {
            memory.lost.forget(id)
            return nil
        }
        switch observation {
        case .noJob, .neverHad, .forgotten: break
        case .job, .idle, .unreachable, .notAsked:
            memory.lost.forget(id)
            return nil
        }
        let printer = ["printer": printer.rawValue]
        let proof = memory.absences[id]
        switch memory.lost.finding(id, proof, at: queue.clock.now) {
        case .giveUp: return nil
        // A backend waits where a printer is busy.
        case .deliverAgain where try await device()?.isIdle() == true:
            record.delivery.deliverAgain()
            memory.absences[id] = nil
            memory.lost.forget(id)
            try await deliverer.work.write(&record)
            return .milliseconds(10)
        case .deliverAgain, .wait:
            record.job.state = .waiting
            record.job.reasons = record.job.wording([Reason(.lostInScheduler, printer)])
            try await deliverer.work.write(&record)
            return .milliseconds(500)
        }
    }

    /// How long a printer that was there for the job may be away at its end: longer than most take to restart.
    private static let restartTime: TimeInterval = 30

    /// Whether a printer that is away at the end of a job was there for it, and has not been away for long.
    private func mayReturn(_ record: JobRecord, _ memory: inout Memory) -> Bool {
        guard let id = record.job.id, record.delivery.deviceStart != nil else { return false }
        let now = queue.clock.now
        let since = memory.away[id] ?? now
        memory.away[id] = since
        return 0..<Self.restartTime ~= now.timeIntervalSince(since)
    }

    private func claimed(_ memory: inout Memory) async -> TakenNumbers {
        if let claimed = memory.claimed { return claimed }
        // A store that cannot be read now is read with the next look.
        let claimed = try? await queue.store.deviceJobs(on: printer)
        memory.claimed = claimed
        return claimed ?? TakenNumbers()
    }

    /// Watches a job that the printer got straight.
    func watchDevice(
        _ record: inout JobRecord,
        _ memory: inout Memory
    ) async throws(DeliveryFailure) -> Duration {
        let uuid = record.delivery.deviceUUID
        var observation = DeviceObservation.unreachable
        if let device = await directory.device(of: printer, uuid: uuid) {
            observation = await DeviceWatch(device, clock: queue.clock)
                .observation(ofMarked: &record, memory.looks)
        }
        memory.watched.note(record)
        if case .job(let facts) = observation {
            memory.watched.note(facts, of: record)
        } else if let end = memory.watched.end(of: record) {
            observation = .job(end)
        }
        let known = try? await directory.state(of: printer, maximumAge: .seconds(1))
        let seen = JobOutlook.Observations(
            scheduler: nil,
            device: observation,
            printerReasons: known?.reasons ?? [],
            printerStopped: known?.state == .stopped
        )
        return try await takeIn(JobOutlook.of(record.job, record.delivery, seen: seen), &record)
    }

    /// Asks the printer for its jobs while the store cannot be read: it may remove them from its list before the store is back.
    func watchWithoutStore(_ memory: inout Memory) async {
        for var record in memory.watched.open where !Task.isCancelled {
            guard record.delivery.route == .direct else {
                let facts = try? await deliverer.scheduler.schedulerFacts(of: record)
                await lookAway(&record, facts ?? nil, &memory)
                memory.watched.note(record)
                continue
            }
            let uuid = record.delivery.deviceUUID
            guard let device = await directory.device(of: printer, uuid: uuid) else { continue }
            let observation = await DeviceWatch(device, clock: queue.clock)
                .observation(ofMarked: &record, memory.looks)
            memory.watched.note(record)
            if case .job(let facts) = observation { memory.watched.note(facts, of: record) }
        }
    }

    /// Asks the printer about a job while its scheduler or the store is away, and concludes nothing.
    func lookAway(
        _ record: inout JobRecord,
        _ facts: SchedulerJobFacts?,
        _ memory: inout Memory
    ) async {
        guard let device = try? await device() else { return }
        if let facts { record.delivery.record(facts, planned: record.job.plan?.impressions) }
        let others = await claimed(&memory).without(record.delivery)
        var proof = record.job.id.flatMap { memory.absences[$0] } ?? record.delivery.absence
        // Without the numbers of the other jobs, one of theirs could be taken for its own.
        if record.delivery.beganLast != nil, memory.claimed != nil {
            var facts = facts
            _ = await device.observation(
                of: &record,
                scheduler: &facts,
                claimed: others,
                memory.looks,
                &proof
            )
        } else if proof != nil {
            await device.look(for: record, claimed: others, memory.looks, &proof)
        }
        memory.claimed?.add(record.delivery)
        note(proof, of: &record, &memory)
    }

    /// Keeps what the printer's lists show of a job that was in none of them.
    ///
    /// The record has it too, a few seconds old at most: a service that is killed, perhaps together with its scheduler, goes on
    /// with it after its start.
    func note(_ proof: AbsenceProof?, of record: inout JobRecord, _ memory: inout Memory) {
        if let id = record.job.id { memory.absences[id] = proof }
        let stored = record.delivery.absence
        if proof == nil || stored?.isRecent(at: queue.clock.now) != true {
            record.delivery.absence = proof
        }
    }

    /// Records the state of a watched job; returns the time until the next look.
    private func takeIn(
        _ outlook: JobOutlook,
        _ record: inout JobRecord,
        more: [Reason] = []
    ) async throws(DeliveryFailure) -> Duration {
        if outlook.state.isFinal {
            record.job.progress = outlook.progress
            try await deliverer.work.end(&record, outlook.state, outlook.reasons + more)
            return .milliseconds(10)
        }
        let moved = record.job.progress != outlook.progress || record.job.state != outlook.state
        record.job.progress = outlook.progress
        record.job.state = outlook.state
        record.job.reasons = record.job.wording(outlook.reasons)
        try await deliverer.work.write(&record)
        return moved || outlook.state == .printing ? .milliseconds(200) : .milliseconds(500)
    }

    private func findAgain(
        _ record: inout JobRecord,
        on device: DeviceWatch,
        _ others: TakenNumbers,
        _ memory: inout Memory
    ) async throws(DeliveryFailure) -> RepeatedPrintDetector.Finding {
        let detector = RepeatedPrintDetector(queue: queue, scheduler: deliverer.scheduler.scheduler)
        do {
            return try await detector.find(&record, on: device, others, memory.looks)
        } catch {
            throw .later(Reason(.schedulerUnreachable, ["printer": printer.rawValue]))
        }
    }

    /// How many sides the scheduler counts in one run of a job for a printer that tells nothing.
    ///
    /// The backend counts one for each copy that it makes, where no filter counts the pages.
    private func sidesCounted(of record: JobRecord) async -> Int? {
        let known = try? await directory.state(of: printer, maximumAge: .seconds(1))
        guard known?.makeAndModel == SchedulerQueue.rawModel, let plan = record.job.plan else {
            return record.job.plan?.impressions
        }
        return plan.copiesInFile == nil ? plan.copies : 1
    }

    /// Whether the filters of the queue count the pages that they make, as far as its last jobs show.
    ///
    /// A raw queue has no filters, and some drivers do not count. A queue without ended jobs is assumed
    /// to count.
    private func countsPages(_ printer: Printer?) async -> Bool {
        if printer?.makeAndModel == SchedulerQueue.rawModel { return false }
        let ended = (try? await queue.store.ended(on: self.printer, limit: 50)) ?? []
        let counts = ended.filter { $0.job.state == .completed }.compactMap { record in
            record.delivery.counted.map { (counted: $0, known: record.job.plan?.impressions ?? 0) }
        }
        return counts.contains { $0.counted > 0 } || !counts.contains { $0.known > 0 }
    }
}
