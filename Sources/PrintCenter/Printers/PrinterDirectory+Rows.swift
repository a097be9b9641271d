import FoundationEssentials
import IPP
import PrintModel

/// Where a device is, and which one it is.
struct DevicePlace: Sendable, Hashable {
    /// Its URI, addresses, and key.
    let address: DeviceAddress
    /// Its UUID, if it has one.
    let uuid: String?
}

/// The way of a job, which is decided when the job is queued.
struct DeliveryWay: Sendable {
    let route: Route
    /// The UUID of the device that the job is for.
    let device: String?

    /// Writes the way into a job.
    func decide(_ record: inout JobRecord) {
        record.job.route = route
        record.delivery.route = route
        record.delivery.deviceUUID = device
    }
}

/// A row of the roster with its parts.
struct ListedRow: Sendable {
    let row: Roster.Row
    /// The queue that jobs go through; `nil` if they go straight to the device.
    var queue: SchedulerQueue?
    /// The announcement of the preferred way to the device.
    var service: AnnouncedService?
    /// Where the device is; `nil` if it does not speak IPP.
    var place: DevicePlace?
    /// Where jobs go that were queued to go straight to the device, with the key that it has to show.
    ///
    /// The address of a queue is the administrator's, and may be another one, or not encrypted.
    var directPlace: DevicePlace?
    /// All ways as URIs.
    var ways: [String] = []
    /// How well the printer is known.
    var familiarity = Familiarity.announced

    /// How well a printer is known, the best first.
    enum Familiarity: Int {
        /// It has a queue, was added, or is needed.
        case chosen
        /// It has replied before.
        case seen
        case announced
    }
}

extension PrinterDirectory {
    /// Returns the rows from what is known now.
    func currentRows(
        of queues: [SchedulerQueue],
        uuids: [DeviceURI: String]
    ) async -> [ListedRow] {
        let heard = announcements?.announcements
        let services = heard?.services ?? []
        // Until the first announcements are in, printers that were seen lately are assumed to be there.
        var known = await memory.devices(andRecent: heard?.isEarly ?? false, now: clock.now)
        for index in known.indices where isSought(known[index].id) { known[index].isWanted = true }
        let roster = Roster(
            queues: queues.map { queue in
                Roster.Queue(
                    name: queue.name,
                    deviceURI: queue.deviceURI,
                    uuid: queue.uuid,
                    deviceUUID: DeviceURI(queue.deviceURI).flatMap { uuids[$0] },
                    isTemporary: queue.isTemporary
                )
            },
            services: services,
            known: known
        )
        let parts = RowParts(
            queues: Dictionary(queues.map { ($0.name, $0) }) { first, _ in first },
            services: Dictionary(services.map { ($0.id, $0) }) { first, _ in first },
            ids: Dictionary(known.map { ($0.id, $0) }) { first, _ in first },
            uuids: Dictionary(grouping: known.filter { $0.uuid != nil }) { $0.uuid ?? "" }
        )
        return roster.rows.compactMap { parts.listed($0) }
    }

    /// The time for which a printer that was named counts as wanted: a minute.
    private static let soughtTime = Duration.seconds(60)

    /// Lists a printer that has replied before and no longer announces itself, since somebody names it.
    ///
    /// - Parameter name: Its id or its name.
    /// - Returns: Whether there is one that is not listed because of that already.
    func seek(_ name: String) async -> Bool {
        let known = await memory.devices(andRecent: false, now: clock.now)
        let named =
            known.first { $0.id.rawValue == name }
            ?? known.first { $0.name.lowercased() == name.lowercased() }
        guard let named, !isSought(named.id) else { return false }
        sought[named.id] = clock.uptime
        invalidate()
        return true
    }

    private func isSought(_ id: PrinterID) -> Bool {
        sought[id].map { clock.uptime - $0 < Self.soughtTime } ?? false
    }

    /// Waits until the first announcements are in, at the start of the service.
    ///
    /// Avahi reports after a second that it has sent what it knows. Where it does not run, there is nothing
    /// to wait for.
    nonisolated func awaitAnnouncements() async {
        guard let announcements, announcements.announcements.isEarly else { return }
        let settled = Task {
            for await heard in announcements.snapshots() where !heard.isEarly { return }
        }
        _ = await value(of: settled, within: Self.longestSettling * patience)
        settled.cancel()
    }

    /// Returns the probe of a printer with its open connection; `nil` for one that cannot be reached now.
    func probe(of printer: Printer) -> DeviceProbe? {
        guard let place = places[printer.id], let probe = probes[place.address], !probe.isStuck,
            printer.state != .unreachable
        else { return nil }
        return probe
    }

    /// The printer of a row whose device is not queried for lack of time.
    func unaskedPrinter(of listed: ListedRow) -> Printer {
        let reading = PrinterReading(listed, memo, user: user)
        guard let place = listed.place else { return reading.printer(ofSchedulerAttributes: nil) }
        return reading.printer(of: .silent(lastKnown: nil), uri: place.address.uri)
    }

    func printer(
        of listed: ListedRow,
        isReachable: Bool,
        since start: Duration? = nil,
        isPatient: Bool = false
    ) async -> Printer {
        let reading = PrinterReading(listed, memo, user: user)
        if listed.queue != nil, !isReachable { return reading.printerWithoutScheduler() }
        guard let place = listed.place else {
            guard let queue = listed.queue else {
                return reading.printer(ofSchedulerAttributes: nil)
            }
            return reading.printer(ofSchedulerAttributes: await attributes(of: queue))
        }
        let address = place.address
        let probe =
            probes[address]
            ?? DeviceProbe(
                connect(address),
                clock: clock,
                usualTime: deviceTimeout,
                longestTime: answerTime
            )
        probes[address] = probe
        var answer = await probe.answer(
            isPatient: isPatient,
            isDirect: listed.queue == nil,
            since: start
        )
        if case .answered(let group) = answer {
            let uuid = group["printer-uuid"]?.string.flatMap(KnownDevice.normalized)
            if listed.queue != nil {
                deviceUUIDs[address.uri] = uuid
                if let key = await probe.device.publicKey {
                    await memory.pin(key, of: [listed.row.id] + listed.row.aliases)
                }
            } else if let expected = place.uuid, uuid != expected {
                // Another printer has the address by now.
                answer = .unusable("other-printer")
            } else {
                let key = await probe.device.publicKey
                let isLearned = await memory.saw(
                    listed.row,
                    at: place,
                    uuid: uuid,
                    key: key,
                    now: clock.now
                )
                if isLearned, let uuid { await learn(uuid, of: listed.row.id, at: place, probe) }
            }
        }
        return reading.printer(of: answer, uri: address.uri)
    }

    /// Takes in where the printers of the newest list are.
    func takePlaces(of rows: [ListedRow]) {
        places = Self.places(of: rows, \.place)
        directPlaces = Self.places(of: rows, \.directPlace)
        let addresses = Set(places.values.map(\.address))
        probes = probes.filter { addresses.contains($0.key) }
    }

    private static func places(
        of rows: [ListedRow],
        _ place: (ListedRow) -> DevicePlace?
    ) -> [PrinterID: DevicePlace] {
        let all = rows.flatMap { listed in
            ([listed.row.id] + listed.row.aliases).compactMap { id in
                place(listed).map { (id, $0) }
            }
        }
        return Dictionary(all) { first, _ in first }
    }

    /// Takes in the UUID of a printer that was added while it reported nothing.
    func learn(_ uuid: String, of id: PrinterID, at place: DevicePlace, _ probe: DeviceProbe) async
    {
        await probe.device.rebind(toUUID: uuid, label: "Printer \(id)")
        guard places[id] == place else { return }
        let old = place.address
        let address = DeviceAddress(
            old.uri,
            addresses: old.addresses,
            publicKey: old.publicKey,
            uuid: uuid
        )
        if directPlaces[id] == place {
            directPlaces[id] = DevicePlace(address: address, uuid: uuid)
        }
        places[id] = DevicePlace(address: address, uuid: uuid)
    }

    /// Whether the jobs of the user have reached the limit of a queue.
    ///
    /// - Returns: The restrictions of the queue; `nil` where there is no limit, or it is not reached.
    func spentQuota(of printer: PrinterID) async -> QueueRestrictions? {
        guard let user, let queue = queues.first(where: { $0.name == printer.rawValue }),
            queue.restrictions.hasQuota
        else { return nil }
        // Without an answer, the scheduler decides when it gets the job.
        let jobs = try? await scheduler.jobs(.all, ofUser: user, printer: queue.name)
        let time = Int(clamping: clock.now.timeIntervalSince1970)
        guard let jobs, queue.restrictions.isSpent(by: jobs, at: time) else { return nil }
        return queue.restrictions
    }

    /// Returns the other ids of a printer by any name that people type, which its jobs may have.
    func aliases(of printer: PrinterID?) async -> [PrinterID] {
        guard let printer, let known = await known().printers,
            let found = try? PrinterChoice.choose(named: printer.rawValue, among: known).get()
        else { return [] }
        var filter = JobFilter(printer: printer)
        filter.takeNames(of: found)
        return filter.aliases
    }

    /// Returns the way to a printer.
    func way(to id: PrinterID) async -> DeliveryWay {
        let route = (try? await state(of: id, maximumAge: freshness))?.route ?? .queue
        return DeliveryWay(route: route, device: route == .direct ? places[id]?.uuid : nil)
    }
}

extension Announcements {
    /// Whether more is about to come.
    fileprivate var isEarly: Bool { !isSettled && problem == nil }
}

/// What the ways of a row stand for.
private struct RowParts {
    let queues: [String: SchedulerQueue]
    let services: [AnnouncedService.ID: AnnouncedService]
    /// The remembered printers by their ids, and by their UUIDs.
    let ids: [PrinterID: KnownDevice]
    let uuids: [String: [KnownDevice]]

    /// Returns the row with its parts; `nil` for a device whose announcement makes no valid URI.
    func listed(_ row: Roster.Row) -> ListedRow? {
        var listed = ListedRow(row: row, ways: row.ways.compactMap(uri))
        let direct = row.ways.lazy.compactMap { place(of: $0, in: row) }.first
        listed.directPlace = direct
        listed.service = row.ways.lazy.compactMap(service).first
        if let known = ids[row.id] {
            let isChosen = known.isAdded || known.isDirect || known.isWanted
            listed.familiarity = isChosen ? .chosen : .seen
        }
        guard case .queue(let name) = row.ways.first else {
            guard let direct else { return nil }
            listed.place = direct
            return listed
        }
        listed.queue = queues[name]
        listed.familiarity = .chosen
        let own = listed.queue.flatMap { DeviceURI($0.deviceURI) }
        // A name of mDNS, which the system may be unable to look up, has announced addresses.
        if let own, !own.host.hasSuffix(".local") || direct == nil {
            // A key that was pinned with an added name counts for the queue as well, where its address is encrypted.
            let pin = own.isEncrypted ? remembered(in: row).first(where: \.isPinned) : nil
            listed.place = DevicePlace(
                address: DeviceAddress(own, publicKey: pin?.publicKey, uuid: row.uuid),
                uuid: row.uuid
            )
        } else {
            listed.place = direct
        }
        return listed
    }

    private func service(_ way: Roster.Way) -> AnnouncedService? {
        guard case .service(let id) = way else { return nil }
        return services[id]
    }

    private func uri(of way: Roster.Way) -> String? {
        switch way {
        case .queue(let name): QueueURI.uri(name)
        case .service(let id): services[id]?.uri
        case .address(let uri): uri
        }
    }

    private func place(of way: Roster.Way, in row: Roster.Row) -> DevicePlace? {
        let remembered = remembered(in: row)
        let before = remembered.first { $0.publicKey != nil } ?? remembered.first
        let key = before?.publicKey
        switch way {
        case .queue: return nil
        case .service(let id):
            guard let service = services[id], var uri = DeviceURI(service.uri) else { return nil }
            // A printer with a known key is never asked in the clear: its encrypted announcement may only
            // be late.
            if key != nil, !uri.isEncrypted, let encrypted = before.flatMap({ DeviceURI($0.uri) }),
                encrypted.isEncrypted
            {
                uri = encrypted
            }
            let address = DeviceAddress(
                uri,
                addresses: service.addresses,
                publicKey: key,
                uuid: service.uuid
            )
            return DevicePlace(address: address, uuid: service.uuid)
        case .address(let text):
            guard let uri = DeviceURI(text) else { return nil }
            // Without encryption there is no key to show.
            let pin = uri.isEncrypted ? key : nil
            return DevicePlace(
                address: DeviceAddress(uri, publicKey: pin, uuid: row.uuid),
                uuid: row.uuid
            )
        }
    }

    /// What is remembered of a row: the key belongs to the names that people trust as well as to the UUID, which anyone can
    /// announce.
    private func remembered(in row: Roster.Row) -> [KnownDevice] {
        ([row.id] + row.aliases).compactMap { ids[$0] } + (row.uuid.flatMap { uuids[$0] } ?? [])
    }
}

extension KnownDevice {
    /// Whether somebody has chosen the printer with the key that it had.
    fileprivate var isPinned: Bool { publicKey != nil && (isAdded || isDirect) }
}
