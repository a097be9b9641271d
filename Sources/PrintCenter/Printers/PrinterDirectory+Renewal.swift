import IPP
import PrintModel

/// A question to one printer, for which no other is asked.
struct Renewal {
    let task: Task<Result<Printer?, CupsError>, Never>
    let start: Duration
    /// When the printer had replied; `nil` while it is asked.
    var end: Duration?
}

extension PrinterDirectory {
    /// Whether the queue of a printer is stopped, or takes no jobs; no device is asked.
    ///
    /// The list of the scheduler may be twice as old as ``listingPause``.
    func isClosed(_ id: PrinterID) async -> Bool {
        guard let listing = try? await listing(since: clock.uptime - listingPause * 2),
            listing.isReachable, let queue = listing[id]?.queue
        else { return false }
        return queue.state == .stopped || !queue.isAccepting
    }

    /// Returns one printer as its device is now, and as the scheduler listed it lately.
    ///
    /// The list of the scheduler may be twice as old as ``listingPause``.
    /// A job that has waited for long, and still waits by this, needs no more.
    ///
    /// - Parameter id: The printer.
    /// - Returns: The printer; `nil` if there is none.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func roughState(of id: PrinterID) async throws(CupsError) -> Printer? {
        let listing = try await listing(since: clock.uptime - listingPause * 2)
        guard let row = listing[id] else { return nil }
        let generation = generation
        let printer = await printer(of: row, in: listing, since: clock.uptime - freshness)
        if generation == self.generation { remember(printer) }
        return printer
    }

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
            return latest.printers.first { $0.isKnown(as: id) }
        }
        if let renewal = renewals[id], clock.uptime - (renewal.end ?? renewal.start) < age {
            return try await renewal.task.value.get()
        }
        let (generation, start) = (generation, clock.uptime)
        let task = Task {
            await self.renewed(id, generation: generation, from: start, notBefore: start - age)
        }
        renewals[id] = Renewal(task: task, start: start)
        return try await task.value.get()
    }

    /// Returns one printer as ``state(of:maximumAge:)`` does, and waits for it where it is slow.
    ///
    /// - Parameters:
    ///   - id: The printer.
    ///   - maximumAge: How old its state may be, unless it is slow.
    /// - Returns: The printer; `nil` if there is none.
    /// - Throws: The error of the scheduler, if there is no other source of printers.
    func patientState(of id: PrinterID, maximumAge: Duration) async throws -> Printer? {
        guard let printer = try await state(of: id, maximumAge: maximumAge) else { return nil }
        return await awaited(printer)
    }

    /// Returns a printer once it has replied, if it is a slow one; else it is returned as it is.
    ///
    /// - Parameter printer: The printer.
    /// - Returns: The printer, which is unreachable if it has not replied in the longest time either.
    func awaited(_ printer: Printer) async -> Printer {
        let generation = generation
        guard printer.isSlow,
            let listing = try? await listing(since: clock.uptime - freshness),
            let row = listing[printer.id]
        else { return printer }
        let now = await self.printer(
            of: row,
            in: listing,
            since: nil,
            isPatient: true
        )
        if generation == self.generation { remember(now) }
        return marked([now])[0]
    }

    private func renewed(
        _ id: PrinterID,
        generation: Int,
        from start: Duration,
        notBefore oldest: Duration
    ) async -> Result<Printer?, CupsError> {
        // The device replies while the scheduler lists its queues.
        if let place = places[id], let probe = probes[place.address], !probe.isStuck {
            Task { await probe.askAhead() }
        }
        let result: Result<Printer?, CupsError>
        do throws(CupsError) {
            let (row, listing) = try await listed(id, since: oldest)
            if let row {
                let printer = await printer(of: row, in: listing, since: oldest)
                result = .success(printer)
                // What was asked before an invalidation does not count.
                if generation == self.generation { remember(printer) }
            } else {
                result = .success(nil)
            }
        } catch {
            result = .failure(error)
        }
        guard generation == self.generation, renewals[id]?.start == start else { return result }
        // A printer may appear, or the scheduler return, the next moment.
        if case .success(.some) = result {
            renewals[id]?.end = clock.uptime
        } else {
            renewals[id] = nil
        }
        return result
    }

    /// Whether a printer has replied to a question that began after a refresh.
    func isRenewed(_ id: PrinterID, since start: Duration) -> Bool {
        guard let renewal = renewals[id], renewal.end != nil else { return false }
        return renewal.start > start
    }

    /// Replaces the printers that were asked after a refresh began, and have replied.
    func withRenewals(_ printers: [Printer], since start: Duration) -> [Printer] {
        printers.map { printer in
            guard isRenewed(printer.id, since: start) else { return printer }
            return knownPrinters?.first { $0.id == printer.id } ?? printer
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
        guard knownPrinters?.contains(where: { $0.isKnown(as: id) }) == true,
            let printer = try await state(of: id, maximumAge: maximumAge),
            let known = knownPrinters
        else { return nil }
        closeWhenIdle()
        return marked(known.map { $0.id == printer.id ? printer : $0 })
    }

    /// Marks the default printer.
    ///
    /// The default may come from files, which report no changes, so that it is read each time.
    func marked(_ printers: [Printer]) -> [Printer] {
        let preferred = preferredDefaults().lazy.compactMap { name in
            printers.first { $0.isKnown(as: PrinterID(rawValue: name)) }?.id
        }.first
        let chosen = preferred ?? schedulerDefault.map { PrinterID(rawValue: $0) }
        return printers.map { printer in
            var printer = printer
            printer.isDefault = printer.id == chosen
            return printer
        }
    }
}
