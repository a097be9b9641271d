import Testing

@testable import PrintCenter

@Suite struct `Addresses of services` {
    private func address(_ bytes: [UInt8], on interface: String = "eth0") -> ServiceAddress? {
        ServiceAddress(bytes: bytes, interface: interface, isLoopback: interface == "lo")
    }

    private func ipv6(_ start: [UInt8], _ end: [UInt8]) -> [UInt8] {
        start + [UInt8](repeating: 0, count: 16 - start.count - end.count) + end
    }

    @Test func `are numeric, and link-local ones of IPv6 have a scope`() {
        #expect(address([192, 168, 0, 7])?.text == "192.168.0.7")
        #expect(address([169, 254, 0, 7])?.text == "169.254.0.7")
        #expect(address(ipv6([0xfe, 0x80], [1]))?.text == "fe80::1%eth0")
        #expect(address(ipv6([0xfd, 0x12], [1]))?.text == "fd12::1")
        #expect(address(ipv6([0xfe, 0x80], [1]), on: "") == nil)
    }

    @Test func `of this machine count on the loopback interface only`() {
        #expect(address([127, 0, 0, 1], on: "lo")?.text == "127.0.0.1")
        #expect(address(ipv6([], [1]), on: "lo")?.text == "::1")
        #expect(address([127, 0, 0, 1]) == nil)
        #expect(address([127, 8, 9, 1]) == nil)
        #expect(address(ipv6([], [1])) == nil)
    }

    @Test(arguments: [
        [0, 0, 0, 0], [224, 0, 0, 251], [255, 255, 255, 255], [], [1, 2, 3],
        [UInt8](repeating: 0, count: 16), [0xff, 0x02] + [UInt8](repeating: 0, count: 13) + [1],
        [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 127, 0, 0, 1],
        [UInt8](repeating: 0, count: 12) + [127, 0, 0, 1],
    ])
    func `are none that no printer has`(bytes: [UInt8]) {
        #expect(address(bytes, on: "lo") == nil)
    }

    @Test func `are ordered by their reach`() {
        let sorted = [
            address([127, 0, 0, 1], on: "lo"), address([10, 0, 0, 1]),
            address(ipv6([0x20, 0x01], [1])), address([169, 254, 1, 1]),
            address(ipv6([0xfe, 0x80], [1])),
        ].compactMap { $0 }
        #expect(sorted.count == 5)
        #expect(sorted.reversed().sorted() == sorted)
    }
}

@Suite struct `TXT records` {
    private func pairs(_ strings: String...) -> [String: String] {
        TXTRecord.pairs(in: strings.map { Array($0.utf8) })
    }

    @Test func `have keys in lower case, of which the first counts`() {
        #expect(
            pairs("UUID=a=b", "uuid=c", "Flag", "Empty=") == [
                "uuid": "a=b", "flag": "", "empty": "",
            ]
        )
    }

    @Test func `lose strings without a valid key`() {
        #expect(pairs("", "=x", "\u{1b}=x", "kéy=x", "ok=x") == ["ok": "x"])
    }

    @Test func `lose what could control a terminal or hide text`() {
        #expect(pairs("note=a\u{1b}[31mb\u{202e}c\nd")["note"] == "a [31mb c d")
        #expect(
            TXTRecord.pairs(in: [Array("ty=".utf8) + [0x41, 0xff, 0x42]])["ty"] == "A\u{fffd}B"
        )
    }

    @Test func `are bounded`() {
        let many = (0..<10_000).map { Array("key\($0)=x".utf8) }
        let few = TXTRecord.pairs(in: many)
        #expect(few.count == 64)
        #expect(few["key63"] == "x")
        let invalid = [[UInt8]](repeating: [0x3d], count: 300)
        #expect(TXTRecord.pairs(in: invalid + [Array("a=b".utf8)]).isEmpty)
        let long = TXTRecord.pairs(in: [Array("a=".utf8) + [UInt8](repeating: 0x62, count: 1_000)])
        #expect(long["a"]?.utf8.count == 253)
    }
}
