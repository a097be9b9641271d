import Glibc
import IPP
import PrintFakes
import PrintLab
import PrintModel
import ProofKit
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
        let isAhead = Mutex(false)
        let regular = Support.scheduler([queue], default: nil)
        let path =
            "\(TemporaryFolder.usual)/printcenter-ahead-\(UInt32.random(in: 0 ... .max)).sock"
        let server = try ScriptedPrinter(path: path) { request, printer in
            guard request.message.operation == .cupsGetPrinters else {
                return regular(request, printer)
            }
            let list = lists.withLock { lists in
                lists += 1
                return lists
            }
            // The second list waits for the query of the device: without a query ahead, that comes after it.
            if list == 2 {
                try? waitBlocking(for: "a query ahead") { device.messages.count == 2 }
                isAhead.withLock { $0 = device.messages.count == 2 }
            }
            return regular(request, printer)
        }
        defer {
            server.close()
            unsafe unlink(path)
        }
        let directory = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: path), patience: .patience),
            connect: { Device.patient($0) },
            freshness: .zero
        )
        #expect(try await directory.printers().map(\.state) == [.idle])
        #expect(device.messages.count == 1)
        #expect(try await directory.printers().map(\.state) == [.idle])
        let wasAhead = isAhead.withLock(\.self)
        #expect(wasAhead)
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
        // What it has reported stays new: no time passes.
        let probe = DeviceProbe(
            Device.patient(DeviceAddress(uri)),
            clock: TestClock(),
            usualTime: .patience,
            longestTime: .patience
        )
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
        _ = await probe.answer(isDirect: false)
        #expect(try await questions(after: 1) == 3)
        #expect(try await questions(after: 1) == 3)
        #expect(try await questions(after: 2) == 4)
        changes.withLock { $0 = 2 }
        _ = await probe.answer(isDirect: false)
        #expect(try await questions(after: 1) == 5)
    }
}
