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
    /// An age that no reply reaches.
    private static let forever = Duration.patience * 100

    /// The printers `office` and `other`, whose common state a test changes.
    private struct Printers {
        let office: ScriptedPrinter
        let other: ScriptedPrinter
        let replies: Replies
        /// What the replies of each pass.
        let officeGate = Gate()
        let otherGate = Gate()

        init() throws {
            let replies = Replies()
            self.replies = replies
            office = try ScriptedPrinter { [officeGate] _, _ in replies.next(through: officeGate) }
            other = try ScriptedPrinter { [otherGate] _, _ in replies.next(through: otherGate) }
        }

        func become(_ state: IPPPrinterState) { replies.state.withLock { $0 = state } }

        func close() {
            officeGate.open()
            otherGate.open()
            office.close()
            other.close()
        }
    }

    private final class Replies: Sendable {
        let state = Mutex(IPPPrinterState.idle)

        /// Returns the reply of now once the gate lets it pass.
        func next(through gate: Gate) -> ScriptedPrinter.Answer {
            let state = Int32(state.withLock { $0.rawValue })
            gate.pass()
            return .reply(Scripts.printer([IPPAttribute("printer-state", .enumeration(state))]))
        }
    }

    /// Keeps one reply back, on the thread of its connection.
    private final class Gate: Sendable {
        private enum State {
            case open
            case closing
            case closed
        }

        private let state = Mutex(State.open)

        /// Closes behind the next reply, which waits until the gate is open again; those after it pass.
        func holdNext() { state.withLock { $0 = .closing } }

        func open() { state.withLock { $0 = .open } }

        /// Whether a reply waits.
        var holds: Bool { state.withLock { $0 } == .closed }

        func pass() {
            let waits = state.withLock { state in
                guard case .closing = state else { return false }
                state = .closed
                return true
            }
            guard waits else { return }
            try? waitBlocking(for: "the gate to open") { state.withLock { $0 } == .open }
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
        try await Self.with(freshness: Self.forever) { directory, printers in
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
        try await Self.with(freshness: Self.forever) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            let before = printers.office.messages.count
            await withTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask {
                        _ = try? await directory.state(of: Self.office, maximumAge: Self.forever)
                    }
                }
            }
            #expect(printers.office.messages.count == before + 1)
            _ = try await directory.state(of: Self.office, maximumAge: Self.forever)
            #expect(printers.office.messages.count == before + 1)
            printers.become(.stopped)
            await directory.invalidate()
            let state = try await directory.state(of: Self.office, maximumAge: Self.forever)?.state
            #expect(state == .stopped, "nothing from before counts")
        }
    }

    @Test func `does not become older again`() async throws {
        try await Self.with(freshness: Self.forever) { directory, printers in
            _ = try await directory.printers()
            printers.become(.stopped)
            _ = try await directory.state(of: Self.office, maximumAge: .zero)
            let known = try await directory.state(of: Self.office, maximumAge: Self.forever)
            #expect(known?.state == .stopped)
        }
    }

    @Test func `does not become older again by a refresh that has asked it before`() async throws {
        try await Self.with(freshness: Self.forever) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            printers.officeGate.holdNext()
            printers.otherGate.holdNext()
            let refresh = Task { try await directory.printers() }
            try await wait(for: "the questions of the refresh") {
                printers.officeGate.holds && printers.otherGate.holds
            }
            printers.become(.stopped)
            // The reply that is on its way is older than this question.
            async let state = directory.state(of: Self.office, maximumAge: .zero)?.state
            printers.officeGate.open()
            #expect(try await state == .stopped)
            printers.otherGate.open()
            #expect(try await refresh.value.map(\.state) == [.stopped, .idle])
            #expect(try await directory.printers().map(\.state) == [.stopped, .idle])
        }
    }

    @Test func `is not what it was before an invalidation`() async throws {
        try await Self.with(freshness: Self.forever) { directory, printers in
            _ = try await directory.printers()
            await directory.invalidate()
            printers.officeGate.holdNext()
            let early = Task { try await directory.state(of: Self.office, maximumAge: .zero) }
            try await wait(for: "the question") { printers.officeGate.holds }
            printers.become(.stopped)
            await directory.invalidate()
            #expect(try await directory.printers().first?.state == .stopped)
            printers.officeGate.open()
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
