internal import IPP
internal import PrintModel

/// The services that Avahi reports, folded into one for each instance, type, and domain.
///
/// A pure value: the events of different places may come in any order.
struct ServiceTable: Sendable {
    /// The largest number of services; further ones are ignored until one goes.
    static let serviceLimit = 1_000
    /// The largest number of further services with ``familiar`` names.
    static let familiarLimit = 1_000
    /// The largest number of interfaces and families on which one service counts.
    static let placeLimit = 32

    private struct Sighting {
        var answer: ServiceAnswer?
        /// Whether the last attempt to resolve the service succeeded.
        var isFresh = false
    }

    private var sightings: [ServiceKey: [ServicePlace: Sighting]] = [:]
    private var settled: Set<Bool> = []

    /// The names of printers that were there before: others cannot keep them out by their number.
    var familiar: Set<String> = []

    /// Whether the first round of answers for both service types has ended.
    var isSettled: Bool { settled.count == 2 }

    /// The number of places at which services are announced.
    var placeCount: Int { sightings.values.reduce(0) { $0 + $1.count } }

    /// Whether a service is announced at a place.
    func contains(_ key: ServiceKey, at place: ServicePlace) -> Bool {
        sightings[key]?[place] != nil
    }

    /// Takes an event.
    ///
    /// - Returns: Whether ``services`` or ``isSettled`` may have changed.
    mutating func apply(_ event: ServiceEvent) -> Bool {
        switch event {
        case .appeared(let key, let place):
            guard sightings[key] != nil || hasRoom(for: key) else { return false }
            var places = sightings[key] ?? [:]
            // An answer stays until the next one: the service may only have been announced anew.
            guard places[place] == nil, places.count < Self.placeLimit else { return false }
            places[place] = Sighting()
            sightings[key] = places
            return false
        case .vanished(let key, let place):
            guard let sighting = sightings[key]?.removeValue(forKey: place) else { return false }
            if sightings[key]?.isEmpty == true { sightings[key] = nil }
            return sighting.answer != nil
        case .resolved(let key, let place, let answer):
            guard let old = sightings[key]?[place] else { return false }
            sightings[key]?[place] = Sighting(answer: answer, isFresh: true)
            return old.answer != answer || !old.isFresh
        case .unresolved(let key, let place):
            // The service stays: only a request to the printer shows that it is gone.
            guard let old = sightings[key]?[place] else { return false }
            sightings[key]?[place]?.isFresh = false
            return old.isFresh
        case .settled(let isEncrypted):
            return settled.insert(isEncrypted).inserted
        }
    }

    private func hasRoom(for key: ServiceKey) -> Bool {
        if sightings.count < Self.serviceLimit { return true }
        return sightings.count < Self.serviceLimit + Self.familiarLimit
            && familiar.contains(key.instance.cleanedOfControls())
    }

    /// The resolved services, ordered by id.
    var services: [AnnouncedService] {
        var found: [ServiceKey: (services: [AnnouncedService], isExact: Bool)] = [:]
        // Two names that differ only in characters that are cleaned away have one id: the one that
        // needed no cleaning has it, or else the first.
        for key in sightings.keys.sorted() {
            let clean = ServiceKey(
                instance: key.instance.cleanedOfControls(),
                isEncrypted: key.isEncrypted,
                domain: key.domain.cleanedOfControls()
            )
            guard !clean.instance.isEmpty else { continue }
            let isExact = clean.instance == key.instance
            if let other = found[clean], other.isExact || !isExact { continue }
            let services = Self.printers(of: sightings[key] ?? [:]).enumerated().compactMap {
                Self.fold($1, of: clean, namesake: $0)
            }
            if !services.isEmpty { found[clean] = (services, isExact) }
        }
        return found.values.flatMap(\.services).sorted { $0.id < $1.id }
    }

    /// The names of services that are left out because all of their addresses are elsewhere.
    var elsewhere: [String] {
        let names = sightings.compactMap { key, places -> String? in
            let answers = places.values.compactMap(\.answer)
            guard answers.contains(where: \.isElsewhere),
                answers.allSatisfy({ $0.address == nil })
            else { return nil }
            return key.instance.cleanedOfControls()
        }
        return Array(Set(names).sorted().prefix(Announcements.elsewhereLimit))
    }

    /// The sightings of each printer that has the name.
    ///
    /// A name belongs to one printer on each network, but printers on two networks may share one.
    private static func printers(
        of sightings: [ServicePlace: Sighting]
    ) -> [[ServicePlace: Sighting]] {
        var printers: [(answer: ServiceAnswer, sightings: [ServicePlace: Sighting])] = []
        let networks = Dictionary(grouping: sightings) { $0.key.interface }
        for (_, places) in networks.sorted(by: { $0.key < $1.key }) {
            guard let answer = inOrder(Dictionary(uniqueKeysWithValues: places)).first else {
                continue
            }
            let index = printers.firstIndex { $0.answer.isOfSamePrinter(as: answer) }
            if index == nil { printers.append((answer, [:])) }
            for (place, sighting) in places {
                printers[index ?? printers.count - 1].sightings[place] = sighting
            }
        }
        return printers.map(\.sightings)
    }

    /// The answers with an address: those of places that still answer, then the others.
    private static func inOrder(_ sightings: [ServicePlace: Sighting]) -> [ServiceAnswer] {
        let places = sightings.sorted {
            ($0.value.isFresh ? 0 : 1, $0.key) < ($1.value.isFresh ? 0 : 1, $1.key)
        }
        return places.compactMap(\.value.answer).filter { $0.address != nil }
    }

    /// The service that its sightings stand for: host, port, and TXT record of the first fresh
    /// place, and the addresses of all places that name the same host and port.
    private static func fold(
        _ sightings: [ServicePlace: Sighting],
        of key: ServiceKey,
        namesake: Int
    ) -> AnnouncedService? {
        let answers = inOrder(sightings)
        guard let first = answers.first else { return nil }
        let addresses = answers.filter { $0.host == first.host && $0.port == first.port }
            .compactMap(\.address)
        return AnnouncedService(
            id: AnnouncedService.ID(
                instance: key.instance,
                isEncrypted: key.isEncrypted,
                domain: key.domain,
                namesake: namesake
            ),
            host: first.host,
            addresses: Set(addresses).sorted().map(\.text),
            port: first.port,
            txt: first.txt
        )
    }
}

extension ServiceAnswer {
    private var uuid: String? { txt["uuid"].flatMap(KnownDevice.normalized) }

    /// Whether another network's answer to the same name is of the same printer.
    fileprivate func isOfSamePrinter(as other: Self) -> Bool {
        guard let uuid, let another = other.uuid else { return host == other.host }
        return uuid == another
    }
}
