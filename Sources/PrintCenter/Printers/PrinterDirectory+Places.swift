import PrintModel

/// Where the devices are that jobs are for.
extension PrinterDirectory {
    /// How old places may be where it takes long to list them: five seconds.
    private static let oldestPlaces = Duration.seconds(5)

    /// Returns where the device of a printer is; `nil` if there is no such printer now, or it does not
    /// speak IPP.
    func place(of printer: PrinterID) async -> DevicePlace? {
        _ = try? await listing(since: clock.uptime - min(listingPause, Self.oldestPlaces))
        return places[printer]
    }

    /// Returns the address of a printer; `nil` if it has none.
    ///
    /// - Throws: `CupsError.notConnected` where that is not known, as the scheduler has not listed its queues.
    func knownPlace(of printer: PrinterID) async throws(CupsError) -> DevicePlace? {
        if let place = await place(of: printer) { return place }
        guard lastListing?.isReachable == true else { throw .notConnected }
        return nil
    }

    /// Returns where jobs go that were queued to go straight to a device.
    ///
    /// Where another printer has got the name meanwhile, as with a new queue, the UUID tells which one is meant.
    private func directPlace(of printer: PrinterID, uuid: String?) -> DevicePlace? {
        guard let uuid else { return directPlaces[printer] }
        if let named = directPlaces[printer], named.uuid == uuid { return named }
        if let named = places[printer], named.uuid == uuid { return nil }
        return directPlaces.filter { $0.value.uuid == uuid }.min { $0.key < $1.key }?.value
    }

    /// Returns the id that the printer of a job has now: that of another row where its name has become another printer's.
    ///
    /// - Parameters:
    ///   - printer: The printer of the job.
    ///   - uuid: The UUID of the device that the job was queued for; `nil` for a job that goes through a queue.
    /// - Returns: The id.
    func holder(of printer: PrinterID, uuid: String?) async -> PrinterID {
        guard let uuid, let printers = knownPrinters,
            printers.first(where: { $0.isKnown(as: printer) })?.hasUUID(uuid) == false,
            let other = printers.first(where: { $0.hasUUID(uuid) })
        else { return printer }
        return other.id
    }

    /// Returns the device of a printer for a delivery.
    ///
    /// - Parameters:
    ///   - printer: The printer.
    ///   - uuid: The UUID of the device that the job was queued for; `nil` accepts any.
    ///   - isForDocument: Whether a document is sent, over a connection of its own; other requests share
    ///     the one that asks for the state.
    /// - Returns: The device; `nil` if it is not there, or another one has its id.
    func device(
        of printer: PrinterID,
        uuid: String?,
        isForDocument: Bool = false
    ) async -> (any PrinterDevice)? {
        let own = await place(of: printer)
        guard let place = directPlace(of: printer, uuid: uuid) ?? own,
            uuid == nil || place.uuid == uuid
        else { return nil }
        guard let probe = probes[place.address], !probe.isStuck else {
            return connect(place.address)
        }
        return isForDocument ? probe.device.another() : probe.device
    }
}

extension Printer {
    /// Whether the device has a UUID.
    fileprivate func hasUUID(_ uuid: String) -> Bool {
        self.uuid.flatMap(KnownDevice.normalized) == uuid
    }
}
