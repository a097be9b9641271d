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
            await lookForAbsent(record, &memory)
            throw error
        }
        if let found = facts {
            facts = try await deliverer.scheduler.meaning(of: found, in: record)
        } else {
            facts = try await deliverer.scheduler.factsOfEnd(of: record)
        }
        if await endsOfConnections() != memory.ends { record.delivery.recordGap() }
        if let facts { record.delivery.record(facts, planned: record.job.plan?.impressions) }
        if try await deliverer.scheduler.mustRepeatRequest(&record, of: facts) {
            return .milliseconds(500)
        }
        var observation = DeviceObservation.notAsked
        // Without a list of the printer, nothing shows how often it printed.
        var printing = RepeatedPrintDetector.Finding.forgotten
        if let device = await device() {
            printing = .once
            let claimed = await claimed(&memory)
            let others = claimed.without(record.delivery)
            var proof = record.job.id.flatMap { memory.absences[$0] } ?? record.delivery.absence
            observation = await device.observation(
                of: &record,
                scheduler: facts,
                claimed: others,
                &memory.starts,
                &proof
            )
            if let id = record.job.id { memory.absences[id] = proof }
            if record.delivery.mayRunAgain == true {
                printing = try await findAgain(&record, on: device, others, &memory)
                let isOver = facts.map { $0.state == .completed } ?? true
                if isOver, record.delivery.turnToLaterRun(after: observation) {
                    observation = await device.observation(
                        of: &record,
                        scheduler: facts,
                        claimed: others,
                        &memory.starts,
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
        if facts?.state == .completed, facts?.impressions == 0 {
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
            !record.delivery.cancelRequested, record.delivery.hold == nil
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
        case .deliverAgain where await device()?.isIdle() == true:
            record.delivery.deliverAgain()
            memory.absences[id] = nil
            memory.lost.forget(id)
            try await deliverer.work.write(&record)
            return .milliseconds(10)
        case .deliverAgain, .wait:
            // A service that is restarted meanwhile goes on with it.
            let hasGrown = proof?.last != record.delivery.absence?.last
            if hasGrown, record.delivery.absence?.isRecent(at: queue.clock.now) != true {
                record.delivery.absence = proof
                try await deliverer.work.write(&record)
            }
            await set(&record, .waiting, [Reason(.lostInScheduler, printer)])
            return .milliseconds(500)
        }
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
                .observation(ofMarked: &record, &memory.starts)
        }
        memory.direct.note(record)
        if case .job(let facts) = observation {
            memory.direct.note(facts, of: record)
        } else if let end = memory.direct.end(of: record) {
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
        for var record in memory.direct.open where !Task.isCancelled {
            let uuid = record.delivery.deviceUUID
            guard let device = await directory.device(of: printer, uuid: uuid) else { continue }
            let observation = await DeviceWatch(device, clock: queue.clock)
                .observation(ofMarked: &record, &memory.starts)
            memory.direct.note(record)
            if case .job(let facts) = observation { memory.direct.note(facts, of: record) }
        }
        for record in memory.watched where !Task.isCancelled {
            await lookForAbsent(record, &memory)
        }
    }

    /// Goes on with the proof that the printer never had a job, where there is one.
    private func lookForAbsent(_ record: JobRecord, _ memory: inout Memory) async {
        guard let id = record.job.id, let proof = memory.absences[id], let device = await device()
        else { return }
        var next: AbsenceProof? = proof
        let claimed = (memory.claimed ?? TakenNumbers()).without(record.delivery)
        await device.look(for: record, claimed: claimed, &memory.starts, &next)
        memory.absences[id] = next
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
            return try await detector.find(&record, on: device, others, &memory.starts)
        } catch {
            throw .later(Reason(.schedulerUnreachable, ["printer": printer.rawValue]))
        }
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
