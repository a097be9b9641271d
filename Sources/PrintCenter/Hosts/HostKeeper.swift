import Logging
import PrintModel

/// Keeps the part of this host in a queue that several hosts share: renews its lease, gives up hosts that have died,
/// and says which lanes to take and to give back.
actor HostKeeper {
    private let store: any SharedJobStore
    private let queue: JobQueue
    private let log: Logger
    private var timing: LeaseTiming { store.leaseTiming }
    /// The name of this host.
    nonisolated let host: String

    /// The most events whose printers are asked for: 1,000.
    private static let eventsAtMost = 1000

    /// The hosts at the last beat.
    private var hosts: [HostRecord] = []
    /// The last event that a host is known to have made, and the last whose printers were woken.
    private var lastEvent = 0
    private var lastWoken = 0
    private var isWaking = false
    /// Since when each host has had its beat; empty after a time without a look.
    private var beats: [Int64: (session: Int64, beat: Int64, since: ContinuousClock.Instant)] = [:]
    private var lastLook: ContinuousClock.Instant?
    /// Since when the database cannot be reached; `nil` while it can.
    private var lostSince: ContinuousClock.Instant? {
        didSet { database.note(isLost: lostSince != nil) }
    }
    /// Whether the database cannot be reached, for those who must not wait.
    nonisolated let database: DatabaseSight
    /// When the database last answered.
    private var answeredLast: ContinuousClock.Instant?
    /// The lanes that run here.
    private var lanes: [PrinterID: LaneLease] = [:]
    /// Since when a lane has been seen without a host.
    private var freeSince: [PrinterID: ContinuousClock.Instant] = [:]
    /// When a lane was given back for another host, and which services of others there were then.
    private var offered: [PrinterID: (since: ContinuousClock.Instant, others: Set<[Int64]>)] = [:]

    init(_ store: any SharedJobStore, queue: JobQueue, log: Logger) {
        self.store = store
        self.queue = queue
        self.log = log
        host = store.lease.host
        database = DatabaseSight(store)
    }

    // MARK: The lease

    /// Renews the lease until the task is canceled.
    func run() async {
        while !Task.isCancelled {
            await renew()
            // Canceled at the end of the service.
            try? await Task.sleep(for: timing.beat)
        }
    }

    /// Sends a beat, and looks at those of the others.
    func renew() async {
        do {
            let seen = try await store.renew()
            store.lease.extend(to: seen.sent + timing.length)
            hosts = seen.hosts
            await observe(at: .now)
            chooseLanesToLeave()
            reportDatabase()
            await note(event: seen.lastEvent)
        } catch {
            // The lease ends by itself if this goes on. A service that has been given up is ending.
            report(error, "cannot renew the lease of this host")
        }
    }

    /// Writes to the log what failed; of a database that cannot be reached, once until it can.
    private func report(_ error: any Error, _ what: Logger.Message) {
        guard (error as? StoreError)?.code == .unreachable else {
            // One that is canceled ends with the service.
            if !(error is CancellationError) { log.warning(what, metadata: ["error": "\(error)"]) }
            return
        }
        guard lostSince == nil else { return }
        // What finds out may have waited for an answer.
        lostSince = answeredLast ?? .now
        log.warning(
            "the database of the queue cannot be reached; the service tries again until it can",
            metadata: ["error": "\(error)"]
        )
    }

    /// Writes to the log that the database can be reached again.
    private func reportDatabase() {
        answeredLast = .now
        guard let start = lostSince else { return }
        lostSince = nil
        let seconds = (ContinuousClock.now - start).components.seconds
        log.notice(
            "the database of the queue can be reached again",
            metadata: ["seconds": "\(seconds)"]
        )
    }

    /// How long each host that has not been given up has sent no beat, as far as this host has seen.
    func silences() -> [Int64: Duration] {
        let now = ContinuousClock.now
        return beats.mapValues { now - $0.since }
    }

    /// Gives up a host that is known to be dead before the time is over after which all are; returns whether it is.
    ///
    /// The server ends the session that has the host's lock when the kernel of a dead process closes its connection. While
    /// the server has run for longer than that, a lock that is gone, and no beat since, say that there is no such process. A
    /// host whose network is gone keeps its session, and may print until its lease has ended.
    func giveUpIfDead(_ name: String) async throws -> Bool {
        await renew()
        let first = hosts.first { $0.name == name }?.beat
        while true {
            guard let host = hosts.first(where: { $0.name == name }), host.isAlive,
                host.name != self.host, host.beat == first, let seen = beats[host.id],
                try await !store.hasSession(host)
            else { return false }
            // The beat that was seen may have been just before the end.
            if ContinuousClock.now - seen.since > timing.beat + timing.beat / 3 {
                try await store.depose(host)
                await renew()
                return hosts.contains { $0.name == name && !$0.isAlive }
            }
            try await Task.sleep(for: timing.beat / 3)
            await renew()
        }
    }

    /// Gives up the hosts whose beat has not changed for too long.
    private func observe(at now: ContinuousClock.Instant) async {
        // While the database was away, no host could send a beat.
        if let lastLook, now - lastLook > timing.beat * 2 { beats = [:] }
        lastLook = now
        for host in hosts where host.isAlive {
            let known = beats[host.id]
            guard let known, known.session == host.session, known.beat == host.beat else {
                beats[host.id] = (host.session, host.beat, now)
                continue
            }
            guard host.name != self.host, now - known.since > timing.patience else { continue }
            log.warning("gave up a host without a beat", metadata: ["host": "\(host.name)"])
            // Where this fails, the next look tries again.
            try? await store.depose(host)
            queue.work.signal()
        }
    }

    /// Learns what other hosts change until the task is canceled: at once by a hint, and without one within a second.
    ///
    /// What follows from a change does not keep it from asking again, which is how a server that hangs is found.
    func listen() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let change = try await store.nextChange(within: .seconds(1))
                    // A lease that was not renewed while the database was away is in a hurry.
                    let isHurried = change.hostsChanged || lostSince != nil
                    answeredLast = .now
                    group.addTask { await self.follow(change.lastEvent, renewing: isHurried) }
                } catch {
                    if store.isSilent {
                        report(error, "cannot learn what other hosts change")
                    } else if lostSince == nil {
                        // Only this connection may have ended; the next beat would find out later.
                        group.addTask { await self.renew() }
                    }
                    // Nothing announces that a database is back. Canceled at the end of the service, which the loop looks at.
                    try? await Task.sleep(for: .seconds(1))
                }
            }
        }
    }

    private func follow(_ event: Int, renewing isHurried: Bool) async {
        if isHurried {
            await renew()
            queue.lanes.wakeAll()
            queue.work.signal()
        }
        await note(event: event)
    }

    /// Wakes what waits for changes if there are new events.
    private func note(event: Int) async {
        guard event != lastEvent else { return }
        lastEvent = event
        queue.changed.signal()
        guard !isWaking else { return }
        isWaking = true
        defer { isWaking = false }
        while lastWoken != lastEvent {
            let before = lastWoken
            lastWoken = lastEvent
            // Where this cannot be known, all lanes look.
            let printers = try? await store.printers(
                ofEventsAfter: before,
                atMost: Self.eventsAtMost
            )
            if let printers = printers ?? nil {
                queue.wake(printers)
            } else {
                queue.lanes.wakeAll()
                queue.work.signal()
            }
        }
    }

    /// Ends the lease, once the lanes have ended.
    func leave() async {
        do {
            try await store.leave()
        } catch {
            report(error, "cannot end the lease of this host")
        }
    }

    // MARK: Lanes

    private var isDraining: Bool { hosts.first { $0.name == host }?.isDraining ?? false }

    /// Takes the lanes that this host is to have now.
    ///
    /// - Parameters:
    ///   - printers: The printers with work.
    ///   - isKnown: Whether this host can reach a printer.
    /// - Returns: The leases of new lanes.
    func claim(
        _ printers: [PrinterID],
        isKnown: (PrinterID) async -> Bool
    ) async -> [LaneLease] {
        let wanted = printers.filter { lanes[$0] == nil }
        guard !wanted.isEmpty, store.lease.lasts(timing.beat) else { return [] }
        do {
            let free = try await store.freeLanes(among: wanted)
            let names = Set(free.map(\.printer))
            freeSince = freeSince.filter { names.contains($0.key) }
            guard !free.isEmpty else { return [] }
            hosts = try await store.hosts()
            var due: [PrinterID] = []
            for lane in free where await isDue(lane, isKnown) { due.append(lane.printer) }
            guard !due.isEmpty else { return [] }
            let taken = try await store.claim(due)
            for lease in taken {
                lanes[lease.printer] = lease
                freeSince[lease.printer] = nil
            }
            return taken
        } catch {
            report(error, "cannot take lanes of printers")
            return []
        }
    }

    /// Whether the hosts before this one have had their time to take a lane.
    private func isDue(_ lane: FreeLane, _ isKnown: (PrinterID) async -> Bool) async -> Bool {
        let now = ContinuousClock.now
        let since = freeSince[lane.printer] ?? now
        freeSince[lane.printer] = since
        // Jobs in the scheduler of a host end there, even if it drains.
        let able = hosts.filter {
            $0.takesLanes || $0.isAlive && lane.hostsWithJobs.contains($0.name)
        }
        let order = LaneChoice(hosts: able)
            .order(for: lane.printer, hostsWithJobs: lane.hostsWithJobs)
        guard var place = order.firstIndex(of: host) else { return false }
        // A host that cannot reach the printer takes its lane only to say so, and to see to jobs that its scheduler has.
        if !lane.hostsWithJobs.contains(host), await !isKnown(lane.printer) { place += order.count }
        return now - since >= timing.precedence * place
    }

    /// Gives a lane back that has ended here.
    func release(_ lease: LaneLease) async {
        lanes[lease.printer] = nil
        do {
            try await store.release(lease)
        } catch {
            // It is free for this host at once, and for the others when this one ends.
            report(error, "cannot give a lane back")
        }
    }

    /// Has those lanes given back that another host is to have.
    private func chooseLanesToLeave() {
        let now = ContinuousClock.now
        let alive = Set(hosts.filter(\.isAlive).map(\.name)).subtracting([host])
        let choice = LaneChoice(hosts: hosts.filter(\.takesLanes))
        let others = Set(
            hosts.filter { $0.takesLanes && $0.name != host }.map { [$0.id, $0.session] }
        )
        offered = offered.filter { now - $0.value.since < .seconds(600) }
        var leaving: [PrinterID] = []
        for (printer, lease) in lanes {
            if isDraining || !lease.hostsWithJobs.isDisjoint(with: alive) {
                lease.leave()
                leaving.append(printer)
            } else if choice.order(for: printer).first != host || lease.lacksPrinter,
                isToBeOffered(lease, to: others, at: now)
            {
                offered[printer] = (now, others)
                lease.leave()
                leaving.append(printer)
            }
        }
        queue.lanes.wake(leaving)
    }

    /// Whether another host is to get the chance to take a lane.
    ///
    /// It may be one that cannot reach the printer, and leaves the lane alone: the same hosts are asked again only after a while.
    private func isToBeOffered(
        _ lease: LaneLease,
        to others: Set<[Int64]>,
        at now: ContinuousClock.Instant
    ) -> Bool {
        guard let last = offered[lease.printer] else { return !others.isEmpty }
        // One that has come since may have the printer.
        if !others.isSubset(of: last.others) { return true }
        // Here the jobs wait in vain, and another host may have got the printer since.
        return lease.lacksPrinter && !others.isEmpty && now - last.since > .seconds(60)
    }
}
