extension Roster {
    /// Queues, services, and remembered printers, joined where they are certainly the same printer.
    struct Parts {
        /// What is known of one printer.
        struct Group {
            var queues: [Queue] = []
            var services: [AnnouncedService] = []
            var known: [KnownDevice] = []
        }

        /// One group for each printer, in an order that does not depend on that of the parts.
        let groups: [Group]

        init(_ roster: Roster) {
            let queues = roster.queues.sorted { $0.name < $1.name }
            let services = roster.services.sorted { $0.id < $1.id }
            let known = roster.known.sorted { $0.id < $1.id }
            var sets = DisjointSets(count: queues.count + services.count + known.count)
            // Parts with a key in common are the same printer.
            var owners: [Key: Int] = [:]
            func claim(_ keys: [Key], for part: Int) {
                for key in keys {
                    if let owner = owners[key] {
                        sets.join(owner, part)
                    } else {
                        owners[key] = part
                    }
                }
            }
            let clones = Self.sharedByModels(services)
            let serviceKeys = services.map { Key.keys(of: $0, except: clones) }
            let knownKeys = known.map { Key.keys(of: $0) }
            // Where printers on two networks share a name, the name of a queue's printer is not certain.
            let shared = Set(services.map(\.id).filter { $0.namesake > 0 }.map(Key.unnumbered))
            let queueKeys = queues.map { Key.keys(of: $0).filter { !shared.contains($0) } }
            let contested = Self.contested(
                services.map(\.uuid) + known.map(\.uuid) + queues.map(\.deviceUUID),
                serviceKeys + knownKeys + queueKeys
            )
            for (index, keys) in serviceKeys.enumerated() {
                claim(keys.filter { !contested.contains($0) }, for: queues.count + index)
            }
            for (index, keys) in knownKeys.enumerated() {
                claim(keys, for: queues.count + services.count + index)
            }
            for (index, keys) in queueKeys.enumerated() { claim(keys, for: index) }
            for (index, queue) in queues.enumerated() where queue.isMadeByBrowser {
                // Its URI has only the queue's own name, which is the announced one in another form.
                let name = Self.letters(queue.name)
                let printers = services.indices.filter { service in
                    Self.letters(services[service].id.instance) == name
                }.map { sets.root(of: queues.count + $0) }
                if let only = printers.first, Set(printers).count == 1 { sets.join(only, index) }
            }
            var groups: [Int: Group] = [:]
            for index in queues.indices {
                groups[sets.root(of: index), default: Group()].queues.append(queues[index])
            }
            for index in services.indices {
                let root = sets.root(of: queues.count + index)
                groups[root, default: Group()].services.append(services[index])
            }
            for index in known.indices {
                let root = sets.root(of: queues.count + services.count + index)
                groups[root, default: Group()].known.append(known[index])
            }
            self.groups = groups.keys.sorted().compactMap { groups[$0] }
        }

        /// The places that parts with different UUIDs claim.
        ///
        /// Anyone can announce the address of another printer together with their own, so that
        /// such a place joins no announcement to anything.
        private static func contested(
            _ uuids: [String?],
            _ keys: [[Key]]
        ) -> Set<Key> {
            var owners: [Key: String] = [:]
            var contested: Set<Key> = []
            for (uuid, keys) in zip(uuids, keys) {
                guard let uuid = uuid.flatMap(KnownDevice.normalized) else { continue }
                for key in keys where key.isPlace {
                    if owners[key, default: uuid] != uuid { contested.insert(key) }
                    owners[key] = uuid
                }
            }
            return contested
        }

        private static func letters(_ name: String) -> String {
            name.lowercased().filter { $0.isLetter || $0.isNumber }
        }

        /// The UUIDs that printers of several models announce: they tell no printers apart.
        private static func sharedByModels(_ services: [AnnouncedService]) -> Set<String> {
            var models: [String: Set<String>] = [:]
            for service in services {
                guard let uuid = service.uuid, let model = service.makeAndModel else { continue }
                models[uuid, default: []].insert(model)
            }
            return Set(models.filter { $0.value.count > 1 }.keys)
        }
    }

    /// What two parts of one printer have in common.
    private enum Key: Hashable {
        /// The `printer-uuid`.
        case uuid(String)
        /// The announced name, on its host.
        case instance(String, host: String)
        /// A service, as a queue's URI names it.
        case service(AnnouncedService.ID)
        /// Host or address, port, and path.
        case address(String, port: UInt16, path: String)
        /// The serial number on USB.
        case usb(String)
        /// The row that a remembered printer belongs to.
        case queue(String)

        /// Whether the key says where a printer is, and not which one it is.
        var isPlace: Bool {
            switch self {
            case .address, .usb: true
            case .uuid, .instance, .service, .queue: false
            }
        }

        /// The key of the name that a printer on one network shares with one on another.
        static func unnumbered(_ id: AnnouncedService.ID) -> Key {
            var id = id
            id.namesake = 0
            return .service(id)
        }

        static func keys(of service: AnnouncedService, except clones: Set<String>) -> [Key] {
            var keys = [Key.service(service.id)]
            if let uuid = service.uuid, !clones.contains(uuid) {
                keys.append(.uuid(uuid))
            } else {
                let instance = service.id.instance.lowercased()
                keys.append(.instance(instance, host: service.host.lowercased()))
            }
            if let serial = service.txt["usb_ser"], isSerial(serial) {
                keys.append(.usb(serial.lowercased()))
            }
            // Every computer has its own loopback, and its own link-local neighbours.
            for host in [service.host] + service.addresses where !host.contains("%") {
                keys.append(
                    .address(host.lowercased(), port: service.port, path: service.path)
                )
            }
            return keys
        }

        static func keys(of device: KnownDevice) -> [Key] {
            var keys: [Key] = []
            if let uuid = device.uuid { keys.append(.uuid(uuid)) }
            if device.isDirect { keys.append(.queue(device.id.rawValue)) }
            // A remembered address may belong to another printer by now, unless somebody gave it.
            if device.isAdded || device.uuid == nil { keys += address(device.uri) }
            return keys
        }

        static func keys(of queue: Queue) -> [Key] {
            var keys: [Key] = [.queue(queue.name)]
            // A queue that this computer shares announces the UUID of the queue.
            for uuid in [queue.deviceUUID, queue.uuid] {
                if let uuid = uuid.flatMap(KnownDevice.normalized) { keys.append(.uuid(uuid)) }
            }
            if let service = announced(queue.deviceURI) {
                keys.append(.service(service))
            } else if let serial = serial(queue.deviceURI) {
                keys.append(.usb(serial.lowercased()))
            } else {
                keys += address(queue.deviceURI)
            }
            return keys
        }

        private static func address(_ uri: String) -> [Key] {
            guard let parts = URIParts(uri), ["ipp", "ipps"].contains(parts.scheme) else {
                return []
            }
            return [.address(parts.host.lowercased(), port: parts.port ?? 631, path: parts.path)]
        }

        /// The service in `ipps://Office%20Printer._ipps._tcp.local/`.
        private static func announced(_ uri: String) -> AnnouncedService.ID? {
            guard let parts = URIParts(uri) else { return nil }
            for (type, isEncrypted) in [("._ipp._tcp.", false), ("._ipps._tcp.", true)] {
                guard let found = parts.host.firstRange(of: type) else { continue }
                var domain = parts.host[found.upperBound...]
                if domain.hasSuffix(".") { domain = domain.dropLast() }
                return AnnouncedService.ID(
                    instance: String(parts.host[..<found.lowerBound]),
                    isEncrypted: isEncrypted,
                    domain: String(domain)
                )
            }
            return nil
        }

        /// Whether a text can tell printers apart; some have zeros, or a word, for a serial number.
        private static func isSerial(_ text: String) -> Bool {
            text.count >= 5 && text.contains { $0.isNumber && $0 != "0" }
        }

        /// The serial number in `usb://Make/Model?serial=X`.
        private static func serial(_ uri: String) -> String? {
            guard uri.hasPrefix("usb://"), let start = uri.firstRange(of: "serial=") else {
                return nil
            }
            let serial = String(uri[start.upperBound...].prefix { $0 != "&" })
            return isSerial(serial) ? serial : nil
        }
    }
}

/// The parts of a URI that tell printers apart, percent escapes of the host resolved.
private struct URIParts {
    let scheme: String
    let host: String
    let port: UInt16?
    let path: String

    init?(_ uri: String) {
        guard let end = uri.firstRange(of: "://") else { return nil }
        scheme = uri[..<end.lowerBound].lowercased()
        let rest = uri[end.upperBound...].prefix { $0 != "?" && $0 != "#" }
        var authority = rest.prefix { $0 != "/" }
        path = authority.count == rest.count ? "/" : String(rest.dropFirst(authority.count))
        if let at = authority.lastIndex(of: "@") {
            authority = authority[authority.index(after: at)...]
        }
        var port: UInt16?
        let afterHost = authority.lastIndex(of: "]").map { authority.index(after: $0) }
        if let colon = authority[(afterHost ?? authority.startIndex)...].lastIndex(of: ":") {
            port = UInt16(authority[authority.index(after: colon)...])
            authority = authority[..<colon]
        }
        if authority.hasPrefix("["), authority.hasSuffix("]") {
            authority = authority.dropFirst().dropLast()
        }
        self.port = port
        host = Self.unescaped(authority)
        if host.isEmpty { return nil }
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(Substring(rest.prefix(2))), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Sets of numbers that can be joined.
private struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Joins two sets; the smaller root stays, so that the result does not depend on the order.
    mutating func join(_ first: Int, _ second: Int) {
        let (one, other) = (root(of: first), root(of: second))
        parents[max(one, other)] = min(one, other)
    }
}
