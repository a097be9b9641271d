import Glibc
import IPP
import PrintLab
import PrintModel
import Synchronization
import Testing

@testable import PrintCenter

/// The queries of a device that has replied before.
@Suite struct `A known device` {
    private typealias Support = DiscoveryDirectoryTests

    @Test func `is asked once for each list, and does not wait for the scheduler`() async throws {
        let device = try ScriptedPrinter { _, _ in .reply(Support.printer()) }
        defer { device.close() }
        let queue = Support.Queue(
            name: "lab",
            uri: "ipp://127.0.0.1:\(device.port)/ipp/print"
        )
        let lists = Mutex(0)
        let regular = Support.scheduler([queue], default: nil)
        let path = "/tmp/printcenter-ahead-\(UInt32.random(in: 0 ... .max)).sock"
        let server = try ScriptedPrinter(path: path) { request, printer in
            guard request.message.operation == .cupsGetPrinters else {
                return regular(request, printer)
            }
            let list = lists.withLock { lists in
                lists += 1
                return lists
            }
            // The second list waits for the query of the device, at most five seconds: without a query ahead, that comes after it.
            for _ in 0..<500 where list == 2 && device.messages.count < 2 {
                usleep(10_000)  // between two looks at what has arrived
            }
            return regular(request, printer)
        }
        defer {
            server.close()
            unsafe unlink(path)
        }
        let directory = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: path)),
            freshness: .zero
        )
        #expect(try await directory.printers().map(\.state) == [.idle])
        #expect(device.messages.count == 1)
        let start = ContinuousClock.now
        #expect(try await directory.printers().map(\.state) == [.idle])
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(device.messages.count == 2)
    }

    @Test func `is asked about a ticket once until its capabilities change`() async throws {
        let changes = Mutex<Int32>(1)
        let device = try ScriptedPrinter { request, _ in
            guard request.message.operation == .getPrinterAttributes else {
                return .reply(IPPMessage(status: .ok, requestID: 1))
            }
            let change = changes.withLock(\.self)
            return .reply(
                Support.printer([IPPAttribute("printer-config-change-time", .integer(change))])
            )
        }
        defer { device.close() }
        let uri = try #require(DeviceURI("ipp://127.0.0.1:\(device.port)/ipp/print"))
        let probe = DeviceProbe(Device(DeviceAddress(uri)), clock: SystemClock())
        func questions(after copies: Int32) async throws -> Int {
            let ticket = DeviceProbe.Ticket(
                user: "ann",
                format: nil,
                attributes: [IPPAttribute("copies", .integer(copies))]
            )
            #expect(try await probe.refusedAttributes(of: ticket, name: "a.pdf") == [])
            return device.messages.count { $0.operation == .validateJob }
        }
        // Nothing is kept before the capabilities are known.
        #expect(try await questions(after: 1) == 1)
        #expect(try await questions(after: 1) == 2)
        _ = await probe.answer(within: .seconds(5), isDirect: false)
        #expect(try await questions(after: 1) == 3)
        #expect(try await questions(after: 1) == 3)
        #expect(try await questions(after: 2) == 4)
        changes.withLock { $0 = 2 }
        _ = await probe.answer(within: .seconds(5), isDirect: false)
        #expect(try await questions(after: 1) == 5)
    }
}
