import Glibc
import IPP
import PrintLab
import ProofKit
import Testing

@testable import PrintCenter

/// Where a printer is, and how its addresses are tried.
@Suite struct `The address of a printer` {
    @Test func `has numeric addresses only`() throws {
        let uri = try #require(DeviceURI("ipp://printer.example/ipp/print"))
        let numeric = ["192.0.2.1", "2001:db8::1", "fe80::1%eth0"]
        let others = ["printer.example", "/run/cups/cups.sock", "", "fe80::1%", "192.0.2.1%eth0"]
        #expect(DeviceAddress(uri, addresses: numeric + others).addresses == numeric)
    }

    @Test func `reaches a host that cannot be looked up, past an address that is silent`()
        async throws
    {
        let server = try ScriptedPrinter { $1.regularReply(to: $0) }
        defer { server.close() }
        // A listener whose queue is full drops further connections, as a host that is gone.
        let (silent, _) = try WirePeer.listen(on: 0x7F00_0002, port: server.port, backlog: 0)
        let queued = (0..<4).map { _ in
            WirePeer.startConnecting(to: 0x7F00_0002, port: server.port)
        }
        defer { for descriptor in queued + [silent] { close(descriptor) } }
        let uri = try #require(DeviceURI("ipp://printer.invalid:\(server.port)/ipp/print"))
        let request = IPPMessage(operation: .getPrinterAttributes, requestID: 4711)
        // The first address would take all of the time, and then the request fails.
        let address = DeviceAddress(uri, addresses: ["127.0.0.2", "fe80::1%none", "127.0.0.1"])
        let connection = IPPConnection(to: .device(address))
        let reply = try await connection.send(request, effect: .reads, timeout: .patience)
        #expect(reply.status == .ok)
        await connection.close()
        let gone = IPPConnection(to: .device(DeviceAddress(uri, addresses: ["127.0.0.2"])))
        await #expect(throws: CupsError.notConnected) {
            // Time: is never met
            try await gone.send(request, effect: .reads, timeout: .seconds(1))
        }
    }
}
