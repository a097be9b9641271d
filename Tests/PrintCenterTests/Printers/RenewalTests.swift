import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// What a job for one printer asks of it and of the others, with a scripted scheduler and scripted printers.
@Suite(.serialized) struct `The printer of a job` {
    private typealias Scripts = DiscoveryDirectoryTests

    private static let office = PrinterID(rawValue: "office")

    /// The printers `office` and `other`, whose states a test changes.
    private final class Printers: Sendable {
        let office: ScriptedPrinter
        let other: ScriptedPrinter
        private let changing = Changing()

        init() throws {
            office = try ScriptedPrinter { [changing] _, _ in
                let reply = changing.reply
                let delay = changing.delay.withLock { delay in
                    defer { delay = .zero }
                    return delay
                }
                // On the printer's own thread.
                usleep(UInt32(delay / .microseconds(1)))
                return reply
            }
            other = try ScriptedPrinter { [changing] _, _ in
                changing.isSilent.withLock { $0 } ? .silence : changing.reply
            }
        }

        func become(_ state: IPPPrinterState) { changing.state.withLock { $0 = state } }

        /// Has `office` take this time for its next reply, which is that of now.
        func delay(_ time: Duration) { changing.delay.withLock { $0 = time } }

        /// Has `other` reply no more.
        func fallSilent() { changing.isSilent.withLock { $0 = true } }

        func close() {
            office.close()
            other.close()
        }
    }

    private final class Changing: Sendable {
        let state = Mutex(IPPPrinterState.idle)
        let delay = Mutex(Duration.zero)
        let isSilent = Mutex(false)

        var reply: ScriptedPrinter.Answer {
            let state = Int32(state.withLock { $0.rawValue })
            return .reply(Scripts.printer([IPPAttribute("printer-state", .enumeration(state))]))
        }
    }

    private static func with(
        freshness: Duration = .zero,
        _ body: (PrinterDirectory, Printers) async throws -> Void
    ) async throws {
        let printers = try Printers()
        defer { printers.close() }
        let queues = [
            Scripts.Queue(name: "office", uri: "ipp://127.0.0.1:\(printers.office.port)/"),
            Scripts.Queue(name: "other", uri: "ipp://127.0.0.1:\(printers.other.port)/"),
        ]
        try await Scripts.withDirectory(queues, default: "office", freshness: freshness) {
            directory,
            _ in
            try await body(directory, printers)
        }
    }

    @Test func `is up to date, and no other one is asked`() async throws {
        try await Self.with(freshness: .seconds(60)) { directory, printers in
            #expect(try await directory.printers().map(\.state) == [.idle, .idle])
            let asked = (printers.office.messages.count, printers.other.messages.count)
            printers.become(.processing)
            let now = try await directory.printers(renewing: Self.office, maximumAge: .zero)
            #expect(now?.map(\.id.rawValue) == ["office", "other"])
            #expect(now?.map(\.state) == [.printing, .idle])
            #expect(now?.map(\.isDefault) == [true, false])
            #expect(printers.office.messages.count == asked.0 + 1)
            #expect(printers.other.messages.count == asked.1)
            #expect(await directory.known().printers?.first?.state == .printing)
        }
    }

    @Test func `that is not known is not made up`() async throws {
        try await Self.with { directory, _ in
            let early = try await directory.printers(renewing: Self.office, maximumAge: .zero)
            #expect(early == nil, "before the first list")
            _ = try await directory.printers()
            let gone = PrinterID(rawValue: "gone")
            #expect(try await directory.printers(renewing: gone, maximumAge: .zero) == nil)
        }
    }

    @Test func `is asked once for all who want to know`() async throws {
        try await Self.with(freshness: .seconds(60)) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            let before = printers.office.messages.count
            await withTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask {
                        _ = try? await directory.state(of: Self.office, maximumAge: .seconds(60))
                    }
                }
            }
            #expect(printers.office.messages.count == before + 1)
            _ = try await directory.state(of: Self.office, maximumAge: .seconds(60))
            #expect(printers.office.messages.count == before + 1)
            printers.become(.stopped)
            await directory.invalidate()
            let state = try await directory.state(of: Self.office, maximumAge: .seconds(60))?.state
            #expect(state == .stopped, "nothing from before counts")
        }
    }

    @Test func `does not become older again`() async throws {
        try await Self.with(freshness: .seconds(60)) { directory, printers in
            _ = try await directory.printers()
            printers.become(.stopped)
            _ = try await directory.state(of: Self.office, maximumAge: .zero)
            let known = try await directory.state(of: Self.office, maximumAge: .seconds(60))
            #expect(known?.state == .stopped)
        }
    }

    @Test func `does not become older again by a refresh that has asked it before`() async throws {
        try await Self.with(freshness: .seconds(60)) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            printers.fallSilent()
            let before = printers.office.messages.count
            let refresh = Task { try await directory.printers() }
            try await wait(for: "the question of the refresh") {
                await directory.knownPrinters?.first?.state == .idle
                    && printers.office.messages.count == before + 1
            }
            printers.become(.stopped)
            let state = try await directory.state(of: Self.office, maximumAge: .zero)?.state
            #expect(state == .stopped)
            #expect(try await refresh.value.map(\.state) == [.stopped, .unreachable])
            #expect(try await directory.printers().map(\.state) == [.stopped, .unreachable])
        }
    }

    @Test func `is not what it was before an invalidation`() async throws {
        try await Self.with(freshness: .seconds(60)) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            let before = printers.office.messages.count
            printers.delay(.milliseconds(500))
            let early = Task { try await directory.state(of: Self.office, maximumAge: .zero) }
            try await wait(for: "the question") { printers.office.messages.count == before + 1 }
            printers.become(.stopped)
            await directory.invalidate()
            #expect(try await directory.printers().first?.state == .stopped)
            #expect(try await early.value?.state == .idle, "as it was asked")
            #expect(try await directory.printers().first?.state == .stopped)
            #expect(await directory.known().printers?.first?.state == .stopped)
        }
    }

    @Test func `has its capabilities read again where anything but its state differs`() {
        let memo = CapabilityMemo()
        var readings = 0
        func look(_ attributes: [IPPAttribute], _ queue: SchedulerQueue? = nil) {
            _ = memo.capabilities(
                of: Self.office,
                IPPAttributeGroup(.printer, attributes),
                queue
            ) {
                readings += 1
                return PrinterCapabilities()
            }
        }
        let media = IPPAttribute("media-ready", .keyword("iso_a4_210x297mm"))
        look([media, IPPAttribute("printer-state", .enumeration(3))])
        look([IPPAttribute("printer-state", .enumeration(4)), media])
        #expect(readings == 1)
        look([IPPAttribute("media-ready", .keyword("na_letter_8.5x11in"))])
        #expect(readings == 2)
        look([media])
        #expect(readings == 3)
        look([media, IPPAttribute("sides-supported", .keyword("one-sided"))])
        #expect(readings == 4)
    }

    @Test
    func `has its capabilities read again where its queue takes other files, not where it prints`()
        throws
    {
        let memo = CapabilityMemo()
        var readings = 0
        func look(_ formats: [String], _ state: IPPPrinterState) throws {
            let listed = Scripts.Queue(name: "office", uri: "ipp://127.0.0.1/").group
            var queue = try #require(SchedulerQueue(listed))
            queue.documentFormats = formats
            queue.state = state
            _ = memo.capabilities(of: Self.office, IPPAttributeGroup(.printer, []), queue) {
                readings += 1
                return PrinterCapabilities()
            }
        }
        try look(["application/pdf"], .idle)
        try look(["application/pdf"], .processing)
        #expect(readings == 1)
        try look(["text/plain"], .idle)
        #expect(readings == 2)
    }
}
