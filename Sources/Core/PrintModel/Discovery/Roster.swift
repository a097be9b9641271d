/// The list of printers, one row for each, from everything that is known of them.
///
/// The same printer may announce itself as `ipp` and as `ipps`, on two networks, and over USB; it may
/// also have queues in the scheduler, or have been added by its address. ``rows`` joins what is
/// certain to be the same printer, and nothing else: two printers of one name stay two.
///
/// A permanent queue owns its row: it has a name, defaults, and a policy that somebody has chosen.
/// Two permanent queues for one printer therefore stay two rows, and nothing adds a third. A temporary
/// queue, which the scheduler makes and removes by itself, owns nothing.
public struct Roster: Sendable, Equatable {
    /// A queue of the scheduler.
    public struct Queue: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The `device-uri`.
        public var deviceURI: String
        /// The `printer-uuid` of the queue itself, which the scheduler makes up.
        public var uuid: String?
        /// The `printer-uuid` that the device behind the queue reports; `nil` if it was not asked.
        public var deviceUUID: String?
        /// Whether the scheduler removes the queue by itself.
        public var isTemporary: Bool

        /// Whether `cups-browsed` made the queue for an announced printer, and removes it with that.
        public var isMadeByBrowser: Bool { deviceURI.hasPrefix("implicitclass:") }

        /// Creates a queue.
        public init(
            name: String,
            deviceURI: String,
            uuid: String? = nil,
            deviceUUID: String? = nil,
            isTemporary: Bool = false
        ) {
            self.name = name
            self.deviceURI = deviceURI
            self.uuid = uuid
            self.deviceUUID = deviceUUID
            self.isTemporary = isTemporary
        }
    }

    /// A way to a printer.
    public enum Way: Sendable, Hashable {
        /// Through a queue of the scheduler.
        case queue(String)
        /// Straight to the device, as it announces itself.
        case service(AnnouncedService.ID)
        /// Straight to the device, at an address that the user has given or that is remembered.
        case address(String)
    }

    /// A printer.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The id that people type: the name of the queue, or one made from the announced name.
        public var id: PrinterID
        /// The name as announced or added; that of a queue is its id.
        public var name: String
        /// The `printer-uuid` of the device without `urn:uuid:`, in lower case; `nil` if unknown.
        public var uuid: String?
        /// All ways to the printer, the preferred one first.
        public var ways: [Way]
        /// Other ids that it had, or was added with, and that no other printer has.
        public var aliases: [PrinterID]

        /// Creates a row.
        public init(
            id: PrinterID,
            name: String,
            uuid: String? = nil,
            ways: [Way],
            aliases: [PrinterID] = []
        ) {
            self.id = id
            self.name = name
            self.uuid = uuid
            self.ways = ways
            self.aliases = aliases
        }
    }

    /// The queues of the scheduler.
    public var queues: [Queue]
    /// The printers that announce themselves.
    public var services: [AnnouncedService]
    /// The printers that are remembered.
    public var known: [KnownDevice]

    /// Creates a roster.
    public init(
        queues: [Queue] = [],
        services: [AnnouncedService] = [],
        known: [KnownDevice] = []
    ) {
        self.queues = queues
        self.services = services
        self.known = known
    }

    /// The rows, sorted by id; the same for any order of the parts.
    public var rows: [Row] {
        let parts = Parts(self)
        var names = PrinterNames(queues: queues, known: known)
        var rows: [Row] = []
        for group in parts.groups {
            var found = self.rows(of: group, &names)
            // Of several queues for one printer, only one can have the name.
            if !found.isEmpty { found[0].aliases = group.known.map(\.id).sorted() }
            rows += found
        }
        let ids = Set(rows.map(\.id))
        for index in rows.indices { rows[index].aliases.removeAll { ids.contains($0) } }
        return rows.sorted { $0.id < $1.id }
    }

    private func rows(of group: Parts.Group, _ names: inout PrinterNames) -> [Row] {
        let direct = directWays(of: group)
        let uuid =
            group.services.compactMap(\.uuid).min() ?? group.known.compactMap(\.uuid).min()
            ?? group.queues.compactMap { $0.deviceUUID.flatMap(KnownDevice.normalized) }.min()
        let permanent = group.queues.filter { !$0.isTemporary && !$0.isMadeByBrowser }
        if !permanent.isEmpty {
            return permanent.map { queue in
                let queueWay = Way.queue(queue.name)
                let isDirect = group.known.contains { $0.id.rawValue == queue.name && $0.isDirect }
                let ways = isDirect && !direct.isEmpty ? direct + [queueWay] : [queueWay] + direct
                return Row(
                    id: PrinterID(rawValue: queue.name),
                    name: queue.name,
                    uuid: uuid,
                    ways: ways
                )
            }
        }
        let temporary = group.queues.map { Way.queue($0.name) }.sorted { "\($0)" < "\($1)" }
        if let only = group.queues.min(by: { $0.name < $1.name }), direct.isEmpty {
            // Its printer does not announce itself now: only the scheduler knows the way.
            return [
                Row(
                    id: PrinterID(rawValue: only.name),
                    name: only.name,
                    uuid: uuid,
                    ways: temporary
                )
            ]
        }
        guard !direct.isEmpty else { return [] }
        let name = group.services.map(\.id).min()?.instance ?? group.known.map(\.name).min() ?? ""
        return [
            Row(
                id: names.id(of: group, named: name),
                name: name,
                uuid: uuid,
                ways: direct + temporary
            )
        ]
    }

    /// The ways straight to the device, the best first: USB, which no network can break; encrypted;
    /// and an address only where nothing is announced.
    private func directWays(of group: Parts.Group) -> [Way] {
        // A queue that this computer shares comes back as a service with the UUID of the queue.
        let own = Set(group.queues.compactMap { $0.uuid.flatMap(KnownDevice.normalized) })
        let printers = group.services.filter { service in
            service.isPrinter && !(service.uuid.map(own.contains) ?? false)
        }
        let services = printers.sorted { first, second in
            if first.isUSB != second.isUSB { return first.isUSB }
            if first.id.isEncrypted != second.id.isEncrypted { return first.id.isEncrypted }
            return first.id < second.id
        }
        let added = group.known.filter { $0.isAdded || $0.isDirect && services.isEmpty }.map(\.uri)
        // A remembered address is of use only while there is no other way.
        let remembered =
            services.isEmpty && group.queues.isEmpty
            ? group.known.filter { !$0.isAdded && $0.isWanted }.map(\.uri) : []
        var ways = services.map { Way.service($0.id) }
        let addresses = Set(added + remembered).sorted { first, second in
            let areEncrypted = [first, second].map { $0.lowercased().hasPrefix("ipps:") }
            return areEncrypted[0] == areEncrypted[1] ? first < second : areEncrypted[0]
        }
        ways += addresses.map { .address($0) }
        return ways
    }
}
