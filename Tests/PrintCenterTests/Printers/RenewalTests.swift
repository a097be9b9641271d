import IPP
import PrintLab
import PrintModel
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
            office = try ScriptedPrinter { [changing] _, _ in changing.reply }
            other = try ScriptedPrinter { [changing] _, _ in changing.reply }
        }

        func become(_ state: IPPPrinterState) { changing.state.withLock { $0 = state } }

        func close() {
            office.close()
            other.close()
        }
    }

    private final class Changing: Sendable {
        let state = Mutex(IPPPrinterState.idle)

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
        try await Scripts.withDirectory(queues, freshness: freshness) { directory, _ in
            try await body(directory, printers)
        }
    }

    @Test func `is up to date, and no other one is asked`() async throws {
        try await Self.with { directory, printers in
            #expect(try await directory.printers().map(\.state) == [.idle, .idle])
            let asked = (printers.office.messages.count, printers.other.messages.count)
            printers.become(.processing)
            let now = try await directory.printers(renewing: Self.office, maximumAge: .zero)
            #expect(now?.map(\.id.rawValue) == ["office", "other"])
            #expect(now?.map(\.state) == [.printing, .idle])
            #expect(printers.office.messages.count == asked.0 + 1)
            #expect(printers.other.messages.count == asked.1)
            #expect(await directory.known().printers?.first?.state == .printing)
            #expect(try await directory.printers().map(\.state) == [.printing, .printing])
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
        for index in 0..<200 {
            _ = memo.capabilities(
                of: PrinterID(rawValue: "p\(index)"),
                IPPAttributeGroup(.printer, []),
                nil
            ) { PrinterCapabilities() }
        }
        look([media])
        #expect(readings == 5, "a flood of printers displaces it")
    }
}
