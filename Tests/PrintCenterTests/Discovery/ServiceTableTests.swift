import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

@Suite struct `The table of services` {
    private static let office = ServiceKey(instance: "Office", isEncrypted: false, domain: "local")
    private static let lan = ServicePlace(interface: 2, family: .ipv4)
    private static let lan6 = ServicePlace(interface: 2, family: .ipv6)
    private static let wifi = ServicePlace(interface: 3, family: .ipv4)

    private static func answer(
        _ number: UInt8,
        host: String = "office.local",
        port: UInt16 = 631,
        txt: [String: String] = [:]
    ) -> ServiceAnswer {
        let address = ServiceAddress(bytes: [10, 0, 0, number], interface: "", isLoopback: false)
        return ServiceAnswer(host: host, address: address, port: port, txt: txt)
    }

    private func table(_ events: ServiceEvent...) -> ServiceTable {
        var table = ServiceTable()
        for event in events { _ = table.apply(event) }
        return table
    }

    @Test func `shows a service once it is resolved, until the last place is gone`() {
        var table = table(.appeared(Self.office, Self.lan), .appeared(Self.office, Self.wifi))
        #expect(table.services.isEmpty)
        let change1 = table.apply(.resolved(Self.office, Self.lan, Self.answer(1)))
        #expect(change1)
        #expect(table.services.map(\.addresses) == [["10.0.0.1"]])
        let change2 = table.apply(.resolved(Self.office, Self.wifi, Self.answer(2)))
        #expect(change2)
        #expect(table.services.map(\.addresses) == [["10.0.0.1", "10.0.0.2"]])
        let change3 = table.apply(.vanished(Self.office, Self.lan))
        #expect(change3)
        #expect(table.services.map(\.addresses) == [["10.0.0.2"]])
        let change4 = table.apply(.vanished(Self.office, Self.wifi))
        #expect(change4)
        #expect(table.services.isEmpty && table.placeCount == 0)
    }

    @Test func `shows both printers of one name, each on a network of its own`() {
        var table = table(
            .appeared(Self.office, Self.lan),
            .appeared(Self.office, Self.wifi),
            .resolved(Self.office, Self.wifi, Self.answer(2, host: "other.local")),
            .resolved(Self.office, Self.lan, Self.answer(1))
        )
        #expect(table.services.map(\.host) == ["office.local", "other.local"])
        #expect(table.services.map(\.addresses) == [["10.0.0.1"], ["10.0.0.2"]])
        #expect(table.services.map(\.id.namesake) == [0, 1])
        #expect(Set(table.services.map(\.id.instance)) == ["Office"])
        _ = table.apply(.vanished(Self.office, Self.lan))
        #expect(table.services.map(\.host) == ["other.local"])
        #expect(table.services.map(\.id.namesake) == [0])
    }

    @Test func `shows one printer on two networks once, whatever its host is called there`() {
        let uuid = ["uuid": "6a1b2c3d-0000-4000-8000-001122334455"]
        var other = uuid
        other["uuid"]?.removeLast()
        other["uuid"]?.append("6")
        for (there, count) in [(uuid, 1), (other, 2)] {
            // The same names, too, do not make two printers one.
            for host in ["office.local", "office-2.local"] {
                let table = table(
                    .appeared(Self.office, Self.lan),
                    .appeared(Self.office, Self.wifi),
                    .resolved(Self.office, Self.lan, Self.answer(1, txt: uuid)),
                    .resolved(Self.office, Self.wifi, Self.answer(2, host: host, txt: there))
                )
                #expect(table.services.count == count)
            }
        }
    }

    @Test func `takes two families of one network for one printer`() {
        let table = table(
            .appeared(Self.office, Self.lan),
            .appeared(Self.office, Self.lan6),
            // Its host was renamed, and one of the answers is old.
            .resolved(Self.office, Self.lan, Self.answer(1, host: "office-2.local")),
            .resolved(Self.office, Self.lan6, Self.answer(2))
        )
        #expect(table.services.map(\.host) == ["office-2.local"])
    }

    @Test func `takes the new answer, and prefers a place that still answers`() {
        var table = table(
            .appeared(Self.office, Self.lan),
            .appeared(Self.office, Self.lan6),
            .resolved(Self.office, Self.lan, Self.answer(1, txt: ["a": "old"])),
            .resolved(Self.office, Self.lan6, Self.answer(1, txt: ["a": "new"]))
        )
        #expect(table.services.first?.txt == ["a": "old"])
        _ = table.apply(.unresolved(Self.office, Self.lan))
        #expect(table.services.first?.txt == ["a": "new"])
        _ = table.apply(.unresolved(Self.office, Self.lan6))
        #expect(table.services.first?.txt == ["a": "old"])
        _ = table.apply(.resolved(Self.office, Self.lan, Self.answer(1, txt: ["a": "newer"])))
        #expect(table.services.first?.txt == ["a": "newer"])
    }

    @Test func `ignores answers for what has gone`() {
        let table = table(
            .appeared(Self.office, Self.lan),
            .vanished(Self.office, Self.lan),
            .resolved(Self.office, Self.lan, Self.answer(1)),
            .unresolved(Self.office, Self.lan)
        )
        #expect(table.services.isEmpty && table.placeCount == 0)
    }

    @Test func `does not show a service without an address`() {
        let nowhere = ServiceAnswer(host: "x.local", address: nil, port: 631, txt: [:])
        let table = table(
            .appeared(Self.office, Self.lan),
            .resolved(Self.office, Self.lan, nowhere)
        )
        #expect(table.services.isEmpty)
    }

    @Test func `is settled when both types are`() {
        var table = table(.settled(isEncrypted: true))
        #expect(!table.isSettled)
        let change5 = table.apply(.settled(isEncrypted: true))
        #expect(!change5)
        let change6 = table.apply(.settled(isEncrypted: false))
        #expect(change6)
        #expect(table.isSettled)
    }

    @Test func `gives one id to one service`() {
        var evil = Self.office
        evil.instance = "Office\u{202e}"
        var table = ServiceTable()
        for key in [evil, Self.office] {
            _ = table.apply(.appeared(key, Self.lan))
            _ = table.apply(
                .resolved(key, Self.lan, Self.answer(key == evil ? 6 : 1))
            )
        }
        #expect(table.services.map(\.addresses) == [["10.0.0.1"]])
        _ = table.apply(.vanished(Self.office, Self.lan))
        #expect(table.services.map(\.id.instance) == ["Office"])
        #expect(table.services.map(\.addresses) == [["10.0.0.6"]])
    }

    @Test func `is bounded`() {
        var table = ServiceTable()
        for number in 0..<(ServiceTable.serviceLimit + 10) {
            let key = ServiceKey(instance: "P\(number)", isEncrypted: true, domain: "local")
            _ = table.apply(.appeared(key, Self.lan))
            _ = table.apply(.resolved(key, Self.lan, Self.answer(1)))
        }
        #expect(table.services.count == ServiceTable.serviceLimit)
        // Printers that were there before find room, and not more than as many again.
        table.familiar = Set((0..<3000).map { "Known \($0)" })
        let kept = (0..<3000).filter { number in
            let name = number < 2500 ? "Known \(number)" : "New \(number)"
            let key = ServiceKey(instance: name, isEncrypted: true, domain: "local")
            _ = table.apply(.appeared(key, Self.lan))
            return table.contains(key, at: Self.lan)
        }
        let areFamiliar = kept == Array(0..<ServiceTable.familiarLimit)
        #expect(areFamiliar)
        for number in 0..<3000 {
            let key = ServiceKey(instance: "Known \(number)", isEncrypted: true, domain: "local")
            _ = table.apply(.vanished(key, Self.lan))
        }
        for interface in 10..<100 {
            let key = ServiceKey(instance: "P0", isEncrypted: true, domain: "local")
            _ = table.apply(
                .appeared(key, ServicePlace(interface: Int32(interface), family: .ipv6))
            )
        }
        #expect(table.placeCount == ServiceTable.serviceLimit + ServiceTable.placeLimit - 1)
    }

    /// Events of random services, checked against the simplest table: the last answer of each place.
    @Test(arguments: 1...40) func `agrees with a model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = ServiceTable()
        var model: [ServiceKey: [ServicePlace: ServiceAnswer?]] = [:]
        for _ in 0..<400 {
            let key = ServiceKey(
                instance: "P\(random.next(below: 4))",
                isEncrypted: random.oneIn(2),
                domain: "local"
            )
            let place = random.pick([Self.lan, Self.lan6, Self.wifi])
            switch random.next(below: 4) {
            case 0:
                if model[key]?[place] == nil { model[key, default: [:]][place] = .some(nil) }
                _ = table.apply(.appeared(key, place))
            case 1:
                model[key]?[place] = nil
                _ = table.apply(.vanished(key, place))
            default:
                let answer = Self.answer(
                    UInt8(random.next(below: 5)),
                    host: random.pick(["a.local", "b.local"])
                )
                if model[key]?[place] != nil { model[key]?[place] = answer }
                _ = table.apply(.resolved(key, place, answer))
            }
            var expected: [AnnouncedService.ID: (host: String, addresses: Set<String>)] = [:]
            for (key, places) in model {
                func answers(_ interface: Int32) -> [ServiceAnswer] {
                    places.filter { $0.key.interface == interface }
                        .sorted { $0.key < $1.key }.compactMap(\.value)
                }
                let (lan, wifi) = (answers(2), answers(3))
                let areOne = lan.first?.host == wifi.first?.host
                let printers = areOne ? [lan + wifi] : [lan, wifi].filter { !$0.isEmpty }
                for (number, answers) in printers.enumerated() {
                    guard let first = answers.first else { continue }
                    let id = AnnouncedService.ID(
                        instance: key.instance,
                        isEncrypted: key.isEncrypted,
                        namesake: number
                    )
                    let same = answers.filter { $0.host == first.host }
                    expected[id] = (first.host, Set(same.compactMap(\.address?.text)))
                }
            }
            let services = table.services
            #expect(services.map(\.id) == expected.keys.sorted())
            for service in services {
                #expect(service.host == expected[service.id]?.host)
                #expect(Set(service.addresses) == expected[service.id]?.addresses)
            }
        }
    }

    /// The order of events counts only within a place.
    @Test(arguments: 1...40) func `is the same whatever comes first`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var histories: [[ServiceEvent]] = []
        for key in [Self.office, ServiceKey(instance: "B", isEncrypted: true, domain: "local")] {
            for place in [Self.lan, Self.lan6, Self.wifi] {
                var history = [ServiceEvent.appeared(key, place)]
                for _ in 0..<random.next(below: 5) {
                    let answer = Self.answer(
                        UInt8(random.next(below: 9)),
                        port: random.pick([1, 2])
                    )
                    history.append(
                        random.pick([
                            .resolved(key, place, answer), .resolved(key, place, answer),
                            .unresolved(key, place), .vanished(key, place),
                            .appeared(key, place),
                        ])
                    )
                }
                histories.append(history)
            }
        }
        let reference = histories.joined().reduce(into: ServiceTable()) { _ = $0.apply($1) }
        for _ in 0..<20 {
            var rest = histories
            var table = ServiceTable()
            while let index = rest.indices.filter({ !rest[$0].isEmpty })
                .randomElement(using: &random)
            {
                _ = table.apply(rest[index].removeFirst())
            }
            #expect(table.services == reference.services)
        }
    }
}
