import FoundationEssentials
internal import IPP
public import PrintModel

/// Printers that are added by their address, and what a printer itself can be asked to do.
extension PrintService {
    /// Adds a printer by its address, once it has replied.
    ///
    /// One that reports nothing without a password is added, too, if it is encrypted: it has the reason
    /// `authentication-needed` until the password is entered.
    ///
    /// - Parameter request: The URI, or the host: then the usual paths are tried, encrypted first.
    /// - Returns: The printer.
    /// - Throws: `Problem` with `printer-not-added` where no printer replies, `printer-exists`, or
    ///   `authentication-not-possible` where it asks for a password without encryption.
    public nonisolated func addPrinter(_ request: AddPrinterRequest) async throws -> Printer {
        var failure: CupsError?
        var asksInTheClear = false
        // Names are shown everywhere.
        let wanted = request.name?.cleanedOfControls(limit: 127)
        let name = wanted?.isEmpty == true ? nil : wanted
        for uri in Self.candidates(request.address) {
            let device = connect(DeviceAddress(uri))
            do {
                let group = try await device.printerAttributes()
                let uuid = group["printer-uuid"]?.string.flatMap(KnownDevice.normalized)
                let info =
                    group["printer-info"]?.nonEmptyCleaned ?? group["printer-name"]?.nonEmptyCleaned
                return try await add(uri, uuid, name, announced: info)
            } catch CupsError.authenticationRequired, CupsError.credentialsRefused {
                // It says nothing of itself yet: until it does, it is the one that shows this key here.
                if uri.isEncrypted, let key = await device.publicKey {
                    return try await add(uri, nil, name, announced: nil, key: key)
                }
                asksInTheClear = true
            } catch let error as CupsError {
                // What a printer has answered says more than that another port is closed.
                if failure == nil || failure == .notConnected { failure = error }
            }
        }
        if asksInTheClear {
            let parameters = ["printer": request.address, "why": "address"]
            throw Problem(.authenticationNotPossible, parameters)
        }
        var parameters = ["address": request.address]
        if case .incomplete(let attribute) = failure {
            parameters["missing"] = attribute
        } else {
            parameters["detail"] = failure.map { "\($0)" }
        }
        throw Problem(.printerNotAdded, parameters)
    }

    /// Removes a printer that was added by its address.
    ///
    /// Its canceled jobs no longer wait for it. Where it has a queue, its other jobs become those of the queue.
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer that was removed.
    /// - Throws: `Problem` with `printer-not-found`, or `not-possible-for-printer` for any other printer.
    public nonisolated func removePrinter(_ name: String) async throws -> Printer {
        var printer = try await printer(name)
        // The id of a queue removes no name that was added.
        let alias = printer.alias(named: name)
        guard var known = await memory.device(alias ?? printer.id), known.isAdded else {
            throw Problem(.printerNotRemoved, ["printer": printer.id.rawValue])
        }
        known.isAdded = false
        if known.isDirect { await memory.keep(known) } else { await memory.forget(known.id) }
        await directory.invalidate()
        try await giveUpCanceled(on: known.id)
        if let alias { try await handOver(jobsOf: alias, to: printer.id) }
        if let alias { (printer.id, printer.name, printer.aliases) = (alias, known.name, []) }
        return printer
    }

    /// Gives the jobs of a name that is gone to the printer that had it.
    ///
    /// Each takes the way of the printer, unless its device has the job already, or could not print it that way: then it goes
    /// on as it is.
    private nonisolated func handOver(jobsOf alias: PrinterID, to printer: PrinterID) async throws {
        for id in try await queue.store.activeNumbers(on: alias) {
            if (try? await move("\(id)", to: printer.rawValue)) != nil { continue }
            _ = try await queue.change(id) { record in
                guard record.job.printer == alias, !record.job.state.isFinal else { return record }
                var after = record
                after.job.printer = printer
                return after
            }
        }
    }

    /// Decides whether a printer that has a queue is printed on directly.
    ///
    /// - Parameters:
    ///   - name: The printer.
    ///   - isDirect: Whether jobs that are queued from now on go straight to the device.
    /// - Returns: The printer after the change.
    /// - Throws: `Problem` with `printer-not-found`, or `not-possible-for-printer` where there is no
    ///   choice.
    public nonisolated func setDirect(_ name: String, _ isDirect: Bool) async throws -> Printer {
        let before = try await printer(name)
        guard before.ways.contains(where: \.isQueue),
            let place = await directory.place(of: before.id)
        else {
            throw Problem(.printerWithoutChoice, ["printer": before.id.rawValue])
        }
        var known =
            await memory.device(before.id)
            ?? KnownDevice(
                id: before.id,
                uuid: place.uuid ?? before.uuid,
                name: before.name,
                uri: place.address.uri.description
            )
        known.isDirect = isDirect
        known.seen = clock.now
        await memory.keep(known)
        await directory.invalidate()
        return try await printer(before.id.rawValue)
    }

    /// Accepts the public key that a printer shows now.
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer after the change.
    /// - Throws: `Problem` with `printer-not-found`.
    public nonisolated func trust(_ name: String) async throws -> Printer {
        let printer = try await printer(name)
        let uuid = printer.uuid.flatMap(KnownDevice.normalized)
        // The key of an added name counts for its queue, too.
        for var known in await memory.devices(andRecent: false, now: clock.now)
        where known.publicKey != nil
            && (printer.isKnown(as: known.id) || uuid != nil && known.uuid == uuid)
        {
            known.publicKey = nil
            await memory.keep(known)
        }
        await directory.invalidate()
        return try await self.printer(printer.id.rawValue)
    }

    /// Makes a printer flash or beep: Identify-Printer (PWG 5100.13).
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer.
    /// - Throws: `Problem` with `printer-not-found`, or `printer-failed`.
    public nonisolated func identify(_ name: String) async throws -> Printer {
        let printer = try await printer(name)
        guard let place = await directory.place(of: printer.id) else {
            throw Problem(.printerFailed, ["printer": printer.id.rawValue])
        }
        do {
            try await connect(place.address)
                .identify(actions: [], message: nil, timeout: Device.answerTime)
        } catch {
            throw Problem(
                .printerFailed,
                ["printer": printer.id.rawValue, "detail": "\(error)"]
            )
        }
        return printer
    }

    private nonisolated var connect: @Sendable (DeviceAddress) -> any PrinterDevice {
        directory.connect
    }

    /// Returns a printer by its id or name.
    nonisolated func printer(_ name: String) async throws -> Printer {
        switch PrinterChoice.choose(named: name, among: try await printers()) {
        case .success(let printer): return printer
        case .failure(let obstacle): throw Problem(noPrinter: obstacle)
        }
    }

    private nonisolated func add(
        _ uri: DeviceURI,
        _ uuid: String?,
        _ wanted: String?,
        announced: String?,
        key: String? = nil
    ) async throws -> Printer {
        // The first device may be added where there is no scheduler, so that no printer is known.
        let printers = (try? await printers()) ?? []
        let name = wanted ?? announced ?? uri.host
        let id = PrinterID(rawValue: wanted ?? PrinterNames.form(of: name))
        let other = printers.first { printer in
            ([printer.id] + printer.aliases).contains {
                $0.rawValue.lowercased() == id.rawValue.lowercased()
            }
                || printer.uri == uri.description
                || uuid != nil && printer.uuid.flatMap(KnownDevice.normalized) == uuid
        }
        if let other { throw Problem(.printerExists, ["printer": other.id.rawValue]) }
        await memory.keep(
            KnownDevice(
                id: id,
                uuid: uuid,
                name: name,
                uri: uri.description,
                isAdded: true,
                publicKey: key,
                seen: clock.now
            )
        )
        await directory.invalidate()
        return try await printer(id.rawValue)
    }

    /// The URIs to try for an address.
    private static func candidates(_ address: String) -> [DeviceURI] {
        if address.contains("://") { return [DeviceURI(address)].compactMap { $0 } }
        return [
            "ipps://\(address)/ipp/print", "ipp://\(address)/ipp/print", "ipp://\(address)/ipp",
            "ipp://\(address)/",
        ].compactMap { DeviceURI($0) }
    }
}

extension String {
    /// Whether the URI of a way is that of a queue.
    fileprivate var isQueue: Bool { hasPrefix(QueueURI.uri("")) }
}
