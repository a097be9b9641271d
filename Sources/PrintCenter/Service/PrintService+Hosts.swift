import FoundationEssentials
public import PrintModel

/// The hosts of the queue.
extension PrintService {
    nonisolated var shared: (any SharedJobStore)? { queue.store as? any SharedJobStore }

    /// Returns the hosts of the queue, by name; a queue in a file has this one.
    ///
    /// - Throws: The errors of the store.
    public nonisolated func hosts() async throws -> [PrintHost] {
        guard let shared else { return [try await onlyHost()] }
        // Those who read learn within two seconds that the database is away; the lease is patient, as lanes depend on it.
        _ = try await shared.hasActive()
        // A look of this moment, so that a beat is not missed that has come since the last one.
        await hostKeeper?.renew()
        let lanes = try await shared.lanes()
        let inSchedulers = try await shared.jobsInSchedulers()
        let silences = await hostKeeper?.silences() ?? [:]
        return try await shared.hosts().map { record in
            let own = record.isAlive ? lanes.filter { $0.host == record.name } : []
            let state: PrintHost.State =
                !record.isAlive
                ? .gone : !record.isDraining ? .alive : own.isEmpty ? .drained : .draining
            return PrintHost(
                name: record.name,
                state: state,
                since: Columns.date(record.since),
                version: record.version,
                printers: own.map(\.printer),
                jobs: own.map(\.jobs).reduce(0, +),
                jobsInScheduler: inSchedulers[record.name] ?? 0,
                silence: record.isAlive
                    ? silences[record.id].map { Int(clamping: $0.components.seconds) } : nil,
                near: record.near.sorted().map { PrinterID(rawValue: $0) },
                answered: record.name == shared.lease.host
            )
        }
    }

    private nonisolated func onlyHost() async throws -> PrintHost {
        PrintHost(
            name: HostIdentity.computerName,
            state: .alive,
            since: began,
            version: projectVersion,
            printers: try await queue.store.printersAtWork().sorted { $0.rawValue < $1.rawValue },
            jobs: try await activeJobs(),
            answered: true
        )
    }

    /// Has a host give its printers back and take no new ones, or take printers again.
    ///
    /// It persists until it is revoked. Jobs that the scheduler of the host has stay there until they end.
    ///
    /// - Parameters:
    ///   - isDraining: Whether it takes no printers.
    ///   - name: The name of the host.
    /// - Returns: The host.
    /// - Throws: `Problem` with `host-not-found` or `queue-not-shared`.
    public nonisolated func setDraining(
        _ isDraining: Bool,
        host name: String
    ) async throws -> PrintHost {
        guard let shared else { throw Problem(.queueNotShared) }
        guard try await shared.setDraining(isDraining, host: name) else {
            throw Problem(.hostNotFound, ["host": name])
        }
        await hostKeeper?.renew()
        return try await host(name)
    }

    /// Removes a host that will not come back.
    ///
    /// Jobs that its scheduler held print elsewhere. Of those that it had been told to print, the printer is asked; where it
    /// does not know, they end as failed with `delivery-uncertain`. Should the host come back all the same, its scheduler
    /// has the last word on those.
    ///
    /// - Parameter name: The name of the host.
    /// - Returns: The host as it was.
    /// - Throws: `Problem` with `host-not-found`, `host-alive`, or `queue-not-shared`.
    public nonisolated func removeHost(_ name: String) async throws -> PrintHost {
        guard let shared else { throw Problem(.queueNotShared) }
        _ = try await hostKeeper?.giveUpIfDead(name)
        let before = try await host(name)
        guard before.state == .gone else { throw alive(before, shared.leaseTiming) }
        // Its jobs first: a command that is interrupted can be repeated while the host is in the list.
        for record in try await shared.jobs(inSchedulerOf: name) {
            guard let id = record.job.id else { continue }
            _ = try await queue.change(id) { before in
                guard before.delivery.boundHost == name, !before.job.state.isFinal else {
                    return before
                }
                var after = before
                after.delivery.leaveScheduler()
                // Without a change of what users see, its lane would not be woken on another host.
                if after.delivery.hold == nil {
                    (after.job.state, after.job.reasons) = (.waiting, [])
                }
                return after
            }
        }
        guard try await shared.remove(host: name) else { throw alive(before, shared.leaseTiming) }
        return before
    }

    /// The problem of a host that has not been given up.
    private nonisolated func alive(_ host: PrintHost, _ timing: LeaseTiming) -> Problem {
        guard let silence = host.silence, .seconds(silence) > timing.beat * 2 else {
            return Problem(.hostAlive, ["host": host.name])
        }
        let left = (timing.patience + timing.beat).components.seconds
            .subtracting(clamping: Int64(silence))
        return Problem(
            .hostAlive,
            ["host": host.name, "silence": "\(silence)", "wait": "\(max(1, left))"]
        )
    }

    private nonisolated func host(_ name: String) async throws -> PrintHost {
        guard let host = try await hosts().first(where: { $0.name == name }) else {
            throw Problem(.hostNotFound, ["host": name])
        }
        return host
    }
}
