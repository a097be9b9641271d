import FoundationEssentials
package import PrintModel

/// The printers that are remembered: those that were added by their address, those that were seen, and
/// the keys of their certificates.
package actor DeviceMemory {
    /// For how long a printer that was seen is assumed to be there before announcements arrive: a day.
    private static let recent: TimeInterval = 86_400
    /// The most printers that are remembered only because they were seen.
    static let seenAtMost = 500
    /// The time for which it is remembered that there is no room: a minute.
    private static let pause: TimeInterval = 60

    private let store: (any DeviceStore)?
    /// The printers that a job or a default needs.
    private let wanted: @Sendable () async -> Set<String>
    private var known: [PrinterID: KnownDevice]?
    /// What was changed here, and is not in the store yet; `nil` for a printer that was forgotten.
    private var unsaved: [PrinterID: KnownDevice?] = [:]
    /// How often a printer was changed here.
    private var changes = 0
    /// What the store had when it was read last, and when that was asked for.
    private var version: Int64?
    private var asked: ContinuousClock.Instant?
    /// Whether no other host changes printers, so that they are read once.
    private var isAlone = false
    /// How often the store is asked whether another host has changed a printer.
    private let renewal: Duration
    /// When there was no room for another one.
    private var full: Date?

    /// Creates a memory.
    ///
    /// - Parameters:
    ///   - store: Where it is kept; `nil` for as long as the process runs.
    ///   - renewal: How often the store is asked whether another host has changed a printer.
    ///   - wanted: Returns the ids of printers that a job or a default needs.
    package init(
        store: (any DeviceStore)? = nil,
        renewal: Duration = .seconds(2),
        wanted: @escaping @Sendable () async -> Set<String> = { [] }
    ) {
        self.store = store
        self.renewal = renewal
        self.wanted = wanted
    }

    /// Returns the remembered printers.
    ///
    /// - Parameters:
    ///   - isRecentWanted: Whether those that were seen lately count as wanted.
    ///   - now: The time.
    /// - Returns: The printers, sorted by id.
    func devices(andRecent isRecentWanted: Bool, now: Date) async -> [KnownDevice] {
        let wanted = await wanted()
        return await load().values.map { device in
            var device = device
            let isRecent = now.timeIntervalSince(device.seen) < Self.recent
            device.isWanted = wanted.contains(device.id.rawValue) || isRecentWanted && isRecent
            return device
        }.sorted { $0.id < $1.id }
    }

    /// Returns the names of the remembered printers.
    func names() async -> Set<String> { Set(await load().values.map(\.name)) }

    /// Remembers a printer that has replied.
    ///
    /// - Parameters:
    ///   - row: The printer.
    ///   - place: Where it is.
    ///   - uuid: The UUID that it reports.
    ///   - key: The key that it shows.
    ///   - now: The time.
    /// - Returns: Whether its UUID was not known before: it was added while it reported nothing. One that another
    ///   printer has is not learned, since it would join the two.
    @discardableResult
    func saw(
        _ row: Roster.Row,
        at place: DevicePlace,
        uuid: String? = nil,
        key: String?,
        now: Date
    ) async -> Bool {
        let before = await load()[row.id]
        var device =
            before
            ?? KnownDevice(
                id: row.id,
                uuid: row.uuid,
                name: row.name,
                uri: place.address.uri.description
            )
        // Only the key tells that it is the printer that was added.
        if let uuid, let before, before.uuid == nil, before.publicKey != nil,
            before.publicKey == key,
            await !load().values.contains(where: { $0.uuid == uuid })
        {
            device.uuid = uuid
        }
        let isLearned = device.uuid != before?.uuid && before != nil && row.uuid == nil
        device.uuid = device.uuid ?? row.uuid
        device.name = row.name
        if !device.isAdded { device.uri = place.address.uri.description }
        device.publicKey = device.publicKey ?? key
        device.seen = before?.seen ?? device.seen
        // Once an hour is enough: no write for each look.
        let isOld = now.timeIntervalSince(device.seen) > 3600
        // A record that cannot be read now must not be replaced by one that knows less.
        guard device != before || isOld, known != nil else { return false }
        if before == nil {
            guard await makeRoom(now: now), await load()[row.id] == nil else { return false }
        }
        device.seen = now
        await keep(device)
        return isLearned
    }

    /// Remembers a printer, or what has changed of it; the next start of the service has it, too.
    package func keep(_ device: KnownDevice) async {
        // No wait where they are known: what was concluded from them would be of before.
        if known == nil { _ = await load() }
        let before = known?[device.id]
        known?[device.id] = device
        unsaved[device.id] = .some(device)
        await save(device.id)
        // That it was seen is not worth to be kept against what other hosts may change meanwhile.
        if var before, unsaved[device.id] == .some(device) {
            before.seen = device.seen
            if before == device { unsaved[device.id] = nil }
        }
    }

    /// Brings what was changed here to the store; where that fails, it is remembered as long as the service runs.
    private func save(_ id: PrinterID) async {
        guard let device = unsaved[id] else { return }
        changes = changes.adding(clamping: 1)
        do {
            if let device { try await store?.remember(device) } else { try await store?.forget(id) }
        } catch { return }
        // What was read of the store meanwhile may lack it.
        changes = changes.adding(clamping: 1)
        if unsaved[id] == .some(device) { unsaved[id] = nil }
    }

    /// Makes room for another printer that was only seen.
    ///
    /// - Returns: `false` where there are too many already. Many that come at once displace none that was
    ///   there within a day, and so no key that is known.
    private func makeRoom(now: Date) async -> Bool {
        if let full, abs(now.timeIntervalSince(full)) < Self.pause { return false }
        let wanted = await wanted()
        let seen = await load().values.filter { other in
            !other.isAdded && !other.isDirect && !wanted.contains(other.id.rawValue)
        }
        guard seen.count >= Self.seenAtMost, let oldest = seen.min(by: { $0.seen < $1.seen }) else {
            return true
        }
        guard now.timeIntervalSince(oldest.seen) > Self.recent else {
            full = now
            return false
        }
        await forget(oldest.id)
        return true
    }

    /// Remembers the key that a printer shows behind its queue, where it was added with an encrypted address and its key is not
    /// known, as after the user has trusted a new one.
    func pin(_ key: String, of ids: [PrinterID]) async {
        for id in ids {
            guard var device = await load()[id], device.isAdded, device.publicKey == nil,
                device.uri.lowercased().hasPrefix("ipps:")
            else { continue }
            device.publicKey = key
            await keep(device)
        }
    }

    /// Forgets a printer.
    package func forget(_ id: PrinterID) async {
        if known == nil { _ = await load() }
        known?[id] = nil
        unsaved.updateValue(nil, forKey: id)
        await save(id)
    }

    /// Returns a remembered printer.
    package func device(_ id: PrinterID) async -> KnownDevice? { await load()[id] }

    private func load() async -> [PrinterID: KnownDevice] {
        let now = ContinuousClock.now
        let isEarly = asked.map { now - $0 < renewal } ?? false
        // All who ask during a read use what is known.
        if let known, isAlone || isEarly { return known }
        asked = now
        do {
            for id in unsaved.keys { await save(id) }
            let before = changes
            // Before the printers: what is changed in between is read once more.
            let latest = try await store?.devicesVersion()
            if let known, latest == version { return known }
            let stored = try await store?.devices() ?? []
            // Another call may have read them, or changed one, meanwhile.
            if let known, changes != before { return known }
            var loaded = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
            for (id, device) in unsaved { loaded[id] = device }
            (known, version, isAlone) = (loaded, latest, latest == nil)
            changes = changes.adding(clamping: 1)
            return loaded
        } catch {
            // The next question reads them again.
            return known ?? [:]
        }
    }
}
