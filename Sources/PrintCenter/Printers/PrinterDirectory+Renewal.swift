import PrintModel

/// The state of one printer, for which no other is asked.
struct Renewal {
    let task: Task<Result<Printer?, CupsError>, Never>
    /// When the printer had replied; `nil` while it is asked.
    var time: Duration?
}

extension PrinterDirectory {
    /// Returns one printer, and asks the device of no other.
    ///
    /// One question serves all who wait for it.
    ///
    /// - Parameters:
    ///   - id: The printer.
    ///   - maximumAge: How old its state may be.
    /// - Returns: The printer; `nil` if there is none.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func state(of id: PrinterID, maximumAge: Duration) async throws -> Printer? {
        let age = min(maximumAge, freshness)
        if let latest, clock.uptime - latest.time < age {
            return latest.printers.first { $0.id == id }
        }
        if let renewal = renewals[id], renewal.time.map({ clock.uptime - $0 < age }) ?? true {
            return try await renewal.task.value.get()
        }
        let generation = generation
        let task = Task { () -> Result<Printer?, CupsError> in
            let result = await self.renewed(id)
            if generation == self.generation { self.renewals[id]?.time = self.clock.uptime }
            self.closeWhenIdle()
            return result
        }
        renewals[id] = Renewal(task: task)
        return try await task.value.get()
    }

    private func renewed(_ id: PrinterID) async -> Result<Printer?, CupsError> {
        let start = clock.uptime
        // The device replies while the scheduler lists its queues.
        if let place = places[id], let probe = probes[place.address], !probe.isStuck {
            Task { [deviceTimeout] in await probe.askAhead(within: deviceTimeout) }
        }
        do throws(CupsError) {
            let (rows, isReachable) = try await refreshRows()
            guard let row = rows.first(where: { $0.row.id == id }) else { return .success(nil) }
            let printer = await printer(of: row, isReachable: isReachable, since: start)
            remember(printer)
            return .success(printer)
        } catch {
            return .failure(error)
        }
    }

    /// Returns all printers, of which one is up to date, and the others are as they were last known.
    ///
    /// A job for a printer that replies does not wait for another one that does not.
    ///
    /// - Parameters:
    ///   - id: The printer.
    ///   - maximumAge: How old its state may be.
    /// - Returns: The printers, sorted by id; `nil` where this printer is not known.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func printers(
        renewing id: PrinterID,
        maximumAge: Duration
    ) async throws -> [Printer]? {
        guard knownPrinters?.contains(where: { $0.id == id }) == true,
            let printer = try await state(of: id, maximumAge: maximumAge),
            let known = knownPrinters
        else { return nil }
        return marked(known.map { $0.id == id ? printer : $0 })
    }
}
