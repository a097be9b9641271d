import PrintModel
import ProofKit
import Testing

/// Rows against a model that knows which announcement belongs to which printer.
@Suite("The roster of printers that come and go")
struct RosterModelTests {
    /// A printer as it is: its ways in, some of which are announced at the moment.
    private struct Truth {
        let number: Int
        let hasUUID: Bool
        var name: String
        var isEncryptedToo: Bool
        var networks: Set<Int> = []
        var queue: String?

        var uuid: String? {
            hasUUID ? "6a1b2c3d-0000-4000-8000-\(100_000_000_000 + number)" : nil
        }

        var services: [AnnouncedService] {
            networks.sorted().flatMap { network in
                [false, true].filter { !$0 || isEncryptedToo }.map { encrypted in
                    var txt = ["rp": "ipp/print", "ty": "Model \(number % 3)"]
                    txt["uuid"] = uuid
                    // The same name on the second network has a number, as Avahi gives it.
                    let suffix = network == 0 ? "" : " (\(network + 1))"
                    return AnnouncedService(
                        id: .init(instance: "\(name)\(suffix)", isEncrypted: encrypted),
                        host: hasUUID ? "p\(number)-\(network).local" : "p\(number).local",
                        addresses: ["192.0.\(network).\(number + 1)"],
                        port: 631,
                        txt: txt
                    )
                }
            }
        }

        var queues: [Roster.Queue] {
            guard let queue else { return [] }
            return [
                Roster.Queue(
                    name: queue,
                    deviceURI: "ipp://192.0.0.\(number + 1)/ipp/print",
                    deviceUUID: uuid
                )
            ]
        }

        var isListed: Bool { queue != nil || !networks.isEmpty }
    }

    @Test(arguments: 0..<20)
    func `there is one row for each printer at each moment`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var printers = (0..<50).map { number in
            Truth(
                number: number,
                // One without a UUID is announced on one network only: nothing else joins it.
                hasUUID: number % 5 != 0,
                name: "Printer \(number)",
                isEncryptedToo: number.isMultiple(of: 2)
            )
        }
        for step in 0..<100 {
            let index = Int.random(in: printers.indices, using: &dice)
            let network = printers[index].hasUUID ? Int.random(in: 0...1, using: &dice) : 0
            switch Int.random(in: 0..<5, using: &dice) {
            case 0, 1: printers[index].networks.insert(network)
            case 2: printers[index].networks.remove(network)
            case 3: printers[index].name = "Renamed \(index) \(step)"
            default: printers[index].queue = printers[index].queue == nil ? "q\(index)" : nil
            }
            let services = printers.flatMap(\.services).shuffled(using: &dice)
            let queues = printers.flatMap(\.queues).shuffled(using: &dice)
            let rows = Roster(queues: queues, services: services).rows
            let listed = printers.filter(\.isListed)
            #expect(rows.count == listed.count, "seed \(seed), step \(step)")
            for printer in listed {
                let ways: [Roster.Way] =
                    printer.queues.map { .queue($0.name) }
                    + printer.services.map { .service($0.id) }
                let isListed = rows.contains { Set($0.ways) == Set(ways) }
                #expect(isListed, "seed \(seed), step \(step): \(printer)")
            }
        }
    }
}
