import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The networks of this computer` {
    private static let networks = LocalNetworks(links: [
        .init(bytes: [141, 20, 7, 130], prefix: 25),
        .init(
            bytes: [0x20, 0x01, 0x0d, 0xb8, 0, 7] + [UInt8](repeating: 1, count: 10),
            prefix: 64
        ),
        // A tunnel whose route leads everywhere.
        .init(bytes: [100, 64, 0, 1], prefix: 0),
        .init(bytes: [UInt8](repeating: 9, count: 16), prefix: 1),
    ])

    private static func ipv6(_ start: [UInt8], _ end: [UInt8] = [1]) -> [UInt8] {
        start + [UInt8](repeating: 0, count: 16 - start.count - end.count) + end
    }

    @Test(arguments: [
        [127, 0, 0, 1], [169, 254, 3, 4], [10, 200, 0, 1], [172, 16, 0, 1], [172, 31, 255, 1],
        [192, 168, 7, 7], [141, 20, 7, 128], [141, 20, 7, 255], ipv6([]), ipv6([0xfe, 0x80]),
        ipv6([0xfd, 0x12]), ipv6([0xfc]), ipv6([0x20, 0x01, 0x0d, 0xb8, 0, 7, 1, 1]),
    ])
    func `have neighbors`(address: [UInt8]) {
        #expect(Self.networks.contains(address))
    }

    @Test(arguments: [
        [8, 8, 8, 8], [141, 20, 7, 127], [141, 20, 8, 130], [172, 15, 0, 1], [172, 32, 0, 1],
        [192, 169, 0, 1], [169, 253, 0, 1], [11, 0, 0, 1], [100, 64, 0, 2], [],
        ipv6([0x20, 0x01, 0x0d, 0xb8, 0, 8, 1, 1]), ipv6([0x20, 0x02, 10, 0, 0, 1]),
        ipv6([0x00, 0x64, 0xff, 0x9b], [192, 168, 0, 1]), ipv6([0x09, 0x09]),
    ])
    func `have no neighbor behind a router`(address: [UInt8]) {
        #expect(!Self.networks.contains(address))
        #expect(!LocalNetworks().contains(address))
    }

    @Test func `are those of the system`() {
        // Each machine has at least its loopback interface.
        #expect(
            LocalNetworks.current.links.contains { $0.bytes == [127, 0, 0, 1] && $0.prefix == 8 }
        )
        #expect(LocalNetworks.current.links.allSatisfy { [4, 16].contains($0.bytes.count) })
    }

    @Test func `leave out a service that is elsewhere, and say so`() {
        let key = ServiceKey(instance: "Far\u{1b}", isEncrypted: false, domain: "local")
        let place = ServicePlace(interface: 2, family: .ipv4)
        let here = ServiceAddress(bytes: [10, 0, 0, 1], interface: "eth0", isLoopback: false)
        var table = ServiceTable()
        _ = table.apply(.appeared(key, place))
        var answer = ServiceAnswer(host: "far.local", address: nil, port: 631, txt: [:])
        _ = table.apply(.resolved(key, place, answer))
        #expect(table.elsewhere.isEmpty)
        answer.isElsewhere = true
        _ = table.apply(.resolved(key, place, answer))
        #expect(table.elsewhere == ["Far"] && table.services.isEmpty)
        // Another of its addresses is near.
        let other = ServicePlace(interface: 3, family: .ipv4)
        _ = table.apply(.appeared(key, other))
        answer = ServiceAnswer(host: "far.local", address: here, port: 631, txt: [:])
        _ = table.apply(.resolved(key, other, answer))
        #expect(table.elsewhere.isEmpty && table.services.map(\.addresses) == [["10.0.0.1"]])
    }
}
