import Glibc
import IPP
import PrintFakes
import PrintLab
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// What the directory tells without waiting for a printer, with a scripted scheduler and scripted
/// printers.
@Suite(.serialized) struct KnownPrintersTests {
    private typealias Scripts = DiscoveryDirectoryTests

    /// A printer whose answer a test changes while it is asked.
    private final class Changing: Sendable {
        let answer = Mutex(ScriptedPrinter.Answer.reply(DiscoveryDirectoryTests.printer()))

        func server() throws -> ScriptedPrinter {
            try ScriptedPrinter { [self] _, _ in answer.withLock { $0 } }
        }

        func become(_ attributes: IPPAttribute...) {
            answer.withLock { $0 = .reply(DiscoveryDirectoryTests.printer(attributes)) }
        }

        func fallSilent() {
            answer.withLock { $0 = .silence }
        }
    }

    /// The queues of a scheduler that change while a test runs.
    private final class Changes: Sendable {
        let queues: Mutex<[DiscoveryDirectoryTests.Queue]>

        init(_ queues: [DiscoveryDirectoryTests.Queue]) {
            self.queues = Mutex(queues)
        }
    }

    private static func queue(_ name: String, _ server: ScriptedPrinter) -> Scripts.Queue {
        Scripts.Queue(name: name, uri: "ipp://127.0.0.1:\(server.port)/")
    }

    @Test func `the first request waits for the first refresh, and no other one does`() async throws
    {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        try await Scripts.withDirectory([Self.queue("lab", server)]) { directory, _ in
            let first = await directory.known()
            #expect(first.printers?.map(\.state) == [.idle])
            device.fallSilent()
            // A request that waited for the device would find it unreachable, after minutes.
            let second = await directory.known()
            #expect(second.printers?.map(\.state) == [.idle])
            try await wait(for: "the device to be asked") { server.requests.count >= 2 }
            server.close()
            try await wait(for: "its end to be known") {
                await directory.known().printers?.first?.state == .unreachable
            }
            #expect(await directory.known().printers?.first?.capabilities?.copies.max == 3)
        }
    }

    @Test func `the reply of one printer is available while another one does not respond`()
        async throws
    {
        let device = Changing()
        let quiet = Changing()
        let (server, silent) = (try device.server(), try quiet.server())
        defer {
            server.close()
            silent.close()
        }
        let queues = [Self.queue("quick", server), Self.queue("silent", silent)]
        try await Scripts.withDirectory(queues) { directory, _ in
            #expect(await directory.known().printers?.map(\.state) == [.idle, .idle])
            quiet.fallSilent()
            device.become(IPPAttribute("printer-state", .enumeration(4)))
            // The silent printer is given up after many times the limit of this wait.
            try await wait(for: "the quick printer's state") {
                await directory.known().printers?.first?.state == .printing
            }
            #expect(await directory.known().printers?.last?.state == .idle, "not given up")
        }
    }

    @Test func `a request for an old result refreshes it`() async throws {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        let clock = TestClock()
        try await Scripts.withDirectory(
            [Self.queue("lab", server)],
            freshness: .patience,
            clock: clock
        ) { directory, _ in
            _ = await directory.known()
            clock.advance(by: .patience)
            // Each look with an old result may be the one that refreshes it.
            try await wait(for: "a new result") { await directory.known().age == .zero }
            #expect(server.requests.count == 2)
        }
    }

    @Test func `a fresh result causes no request`() async throws {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        try await Scripts.withDirectory(
            [Self.queue("lab", server)],
            freshness: .patience * 100
        ) { directory, _ in
            for _ in 0..<50 { #expect(await directory.known().printers?.count == 1) }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a change of a job refreshes the printers only while a client watches`() async throws
    {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        let clock = TestClock()
        try await Scripts.withDirectory(
            [Self.queue("lab", server)],
            freshness: .patience,
            clock: clock
        ) { directory, _ in
            _ = await directory.known()
            // Time: not twice within half a second
            let pause = Duration.milliseconds(500)
            clock.advance(by: pause)
            for _ in 0..<20 { await directory.refreshIfWatched() }
            // A refresh of its own comes after one that has begun.
            await directory.invalidate()
            _ = try await directory.printers()
            #expect(server.requests.count == 2, "nobody watched")
            _ = await directory.watch()
            clock.advance(by: pause)
            await directory.refreshIfWatched()
            try await wait(for: "another look") { await directory.known().age == .zero }
            #expect(server.requests.count == 3)
            for _ in 0..<20 { await directory.refreshIfWatched() }
            await directory.invalidate()
            _ = try await directory.printers()
            #expect(server.requests.count == 4, "half a second is not over")
        }
    }

    @Test func `without a scheduler there are no known printers`() async throws {
        let unreachable = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: "/nonexistent/cups.sock"))
        )
        #expect(await unreachable.known().printers == nil)
        var feed = AvailabilityFeed(directory: unreachable, document: nil).makeAsyncIterator()
        #expect(await feed.next(within: .patience) == .withoutScheduler())
    }

    @Test func `capabilities are read again after the printer reports a change`()
        async throws
    {
        let device = Changing()
        device.become(IPPAttribute("printer-config-change-time", .integer(5)))
        let server = try device.server()
        defer { server.close() }
        // Whatever is older than a minute is asked for again: no time passes.
        try await Scripts.withDirectory(
            [Self.queue("lab", server)],
            clock: TestClock()
        ) { directory, _ in
            _ = await directory.known()
            // Two copies more, and it says nothing of it: nobody asks for that again.
            let more = IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 5)))
            device.become(more, IPPAttribute("printer-config-change-time", .integer(5)))
            _ = try await directory.printers()
            #expect(await directory.known().printers?.first?.capabilities?.copies.max == 3)
            device.become(more, IPPAttribute("printer-config-change-time", .integer(6)))
            try await wait(for: "the new abilities") {
                await directory.known().printers?.first?.capabilities?.copies.max == 5
            }
        }
    }

    @Test func `a feed has the current result at once, and then each change`() async throws {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        try await Scripts.withDirectory([Self.queue("lab", server)]) { directory, _ in
            let feed = AvailabilityFeed(
                directory: directory,
                document: FakePreparer().facts(ofType: "application/pdf")
            )
            let answers = Mutex<[Availability]>([])
            let reading = Task {
                for await answer in feed { answers.withLock { $0.append(answer) } }
            }
            defer { reading.cancel() }
            try await wait(for: "the first answer") { answers.withLock(\.count) == 1 }
            #expect(answers.withLock { $0[0].printers.map(\.rawValue) } == ["lab"])
            // Busy is no other answer.
            device.become(IPPAttribute("printer-state", .enumeration(4)))
            let looks = server.requests.count
            try await wait(for: "two looks") { server.requests.count >= looks + 2 }
            device.become(IPPAttribute("printer-is-accepting-jobs", .boolean(false)))
            try await wait(for: "the second answer") { answers.withLock(\.count) > 1 }
            let second = answers.withLock { $0[1] }
            #expect(!second.isAvailable)
            #expect(second.obstacles.map(\.code) == [.printerNotAccepting])
        }
    }

    @Test func `printers are added, changed, and removed`() async throws {
        let device = Changing()
        let server = try device.server()
        defer { server.close() }
        let changes = Changes([Self.queue("lab", server)])
        let path =
            "\(TemporaryFolder.usual)/printcenter-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let scheduler = try ScriptedPrinter(path: path) { request, number in
            Scripts.scheduler(changes.queues.withLock { $0 }, default: nil)(request, number)
        }
        defer {
            scheduler.close()
            unsafe unlink(path)
        }
        let directory = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: path), patience: .patience),
            connect: { Device.patient($0) },
            // Time: each later look is a new one
            freshness: .milliseconds(100)
        )
        var feed = PrinterFeed(directory: directory).makeAsyncIterator()
        func next() async -> [String] {
            (await feed.next(within: .patience) ?? []).map { "\($0.event) \($0.printer.id)" }
        }
        #expect(await next() == ["added lab"])
        device.become(IPPAttribute("printer-state", .enumeration(4)))
        #expect(await next() == ["changed lab"])
        changes.queues.withLock { $0.append(Scripts.Queue(name: "usb", uri: "usb://Lab/Printer")) }
        #expect(await next() == ["added usb"])
        changes.queues.withLock { $0 = Array($0.dropFirst()) }
        #expect(await next() == ["removed lab"])
        // Who reads late hears how it is now, and not of what came and went meanwhile.
        for name in ["one", "two", "three"] {
            changes.queues.withLock {
                $0 = $0.prefix(1) + [Scripts.Queue(name: name, uri: "usb://Lab/\(name)")]
            }
            try await wait(for: "somebody else to see \(name)") {
                await directory.known().printers?.contains { $0.id.rawValue == name } == true
            }
        }
        #expect(await next() == ["added three"])
        changes.queues.withLock { $0 = $0.dropLast() }
        #expect(await next() == ["removed three"])
        changes.queues.withLock { $0.removeAll() }
        #expect(await next() == ["removed usb"])
    }
}
