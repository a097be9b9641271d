import Glibc
import IPP
import PrintLab
import PrintModel
import Synchronization
import Testing

@testable import PrintCenter

/// The devices are asked while the scheduler lists its queues.
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
            // The second list comes only after the device was asked for it.
            for _ in 0..<500 where list == 2 && device.messages.count < 2 {
                usleep(10_000)  // as long as the device takes at most
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
}
