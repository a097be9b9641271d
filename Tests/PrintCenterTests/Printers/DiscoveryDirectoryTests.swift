import FoundationEssentials
import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// The directory with a scripted scheduler and scripted printers.
@Suite(.serialized) struct DiscoveryDirectoryTests {
    /// A queue as the scheduler lists it.
    struct Queue: Sendable {
        var name: String
        var uri: String
        var state = IPPPrinterState.idle
        var reasons = ["none"]
        /// The queues of a class.
        var members: [String] = []

        var group: IPPAttributeGroup {
            IPPAttributeGroup(
                .printer,
                [
                    IPPAttribute("printer-name", .name(name)),
                    IPPAttribute("device-uri", .uri(uri)),
                    IPPAttribute("printer-state", .enumeration(Int32(state.rawValue))),
                    IPPAttribute("printer-state-reasons", reasons.map { .keyword($0) }),
                    IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
                    IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 9999))),
                    IPPAttribute("sides-supported", .keyword("one-sided")),
                    IPPAttribute(
                        "document-format-supported",
                        [
                            .mimeType("application/octet-stream"), .mimeType("application/pdf"),
                            .mimeType("application/vnd.cups-raster"), .mimeType("text/plain"),
                        ]
                    ),
                ]
                    + (members.isEmpty
                        ? [] : [IPPAttribute("member-names", members.map { .name($0) })])
            )
        }
    }

    /// What an ordinary printer says of itself, with changes.
    static func printer(_ changes: [IPPAttribute] = []) -> IPPMessage {
        var attributes = [
            IPPAttribute("printer-state", .enumeration(3)),
            IPPAttribute("printer-state-reasons", .keyword("none")),
            IPPAttribute("printer-is-accepting-jobs", .boolean(true)),
            IPPAttribute("printer-make-and-model", .text("Lab \u{1b}[31mPrinter")),
            IPPAttribute("color-supported", .boolean(true)),
            IPPAttribute("copies-supported", .range(IPPRange(lower: 1, upper: 3))),
            IPPAttribute(
                "sides-supported",
                [.keyword("one-sided"), .keyword("two-sided-long-edge")]
            ),
            IPPAttribute("media-supported", [.keyword("iso_a4_210x297mm"), .keyword("\u{1b}bad")]),
            IPPAttribute("print-quality-supported", [.enumeration(4), .enumeration(77)]),
            IPPAttribute(
                "document-format-supported",
                [.mimeType("application/octet-stream"), .mimeType("Application/PDF")]
            ),
        ]
        for change in changes {
            attributes.removeAll { $0.name == change.name }
            attributes.append(change)
        }
        var message = IPPMessage(status: .ok, requestID: 1)
        message.append(attributes, in: .printer)
        return message
    }

    static func scheduler(_ queues: [Queue], default name: String?) -> ScriptedPrinter.Script {
        { request, _ in
            var reply = IPPMessage(status: .ok, requestID: 1)
            switch request.message.operation {
            case .cupsGetPrinters where queues.isEmpty:
                return .reply(IPPMessage(status: .notFound, requestID: 1))
            case .cupsGetPrinters:
                reply.groups += queues.map { queue in
                    var group = queue.group
                    if queue.name == name {
                        let type = Int32(SchedulerQueue.defaultType | 0x4)
                        group.attributes.append(IPPAttribute("printer-type", .enumeration(type)))
                    }
                    return group
                }
            case .getPrinterAttributes:
                let uri = request.message.attributes(in: .operation)?["printer-uri"]?.string
                reply.groups += queues.filter { uri?.hasSuffix("/\($0.name)") == true }.map(\.group)
            default:
                return .reply(IPPMessage(status: .operationNotSupported, requestID: 1))
            }
            return .reply(reply)
        }
    }

    static func withDirectory(
        _ queues: [Queue],
        default name: String? = nil,
        freshness: Duration = .zero,
        deviceTimeout: Duration = .patience,
        answerTime: Duration = .patience,
        clock: any ServiceClock = SystemClock(),
        connect: @escaping @Sendable (DeviceAddress) -> any PrinterDevice = { Device.patient($0) },
        body: (PrinterDirectory, ScriptedPrinter) async throws -> Void
    ) async throws {
        let path =
            "\(TemporaryFolder.usual)/printcenter-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
        let server = try ScriptedPrinter(path: path, scheduler(queues, default: name))
        defer {
            server.close()
            unsafe unlink(path)
        }
        let directory = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: path), patience: .patience),
            connect: connect,
            clock: clock,
            deviceTimeout: deviceTimeout,
            answerTime: answerTime,
            freshness: freshness
        )
        try await body(directory, server)
    }

    static func withPrinter(
        _ answer: ScriptedPrinter.Answer,
        body: (PrinterDirectory, ScriptedPrinter) async throws -> Void
    ) async throws {
        let device = try ScriptedPrinter { _, _ in answer }
        defer { device.close() }
        let queue = Queue(name: "lab", uri: "ipp://127.0.0.1:\(device.port)/ipp/print?contimeout=5")
        try await withDirectory([queue]) { directory, _ in try await body(directory, device) }
    }

    @Test func `capabilities come from the device, not from the scheduler`() async throws {
        try await Self.withPrinter(.reply(Self.printer())) { directory, device in
            let printer = try #require(try await directory.printer(PrinterID(rawValue: "lab")))
            let capabilities = try #require(printer.capabilities)
            #expect(printer.state == .idle)
            #expect(printer.reasons.isEmpty)
            #expect(printer.makeAndModel == "Lab [31mPrinter")
            #expect(printer.uri == "ipp://127.0.0.1:\(device.port)/ipp/print")
            #expect(capabilities.copies == .init(min: 1, max: 3))
            #expect(capabilities.duplex && capabilities.color && capabilities.collates)
            #expect(capabilities.media == [.a4])
            #expect(capabilities.qualities == [.normal])
            #expect(capabilities.formats == ["application/pdf"])
            #expect(capabilities.convertibleFormats == ["text/plain"])
            let request = try #require(device.messages.first?.attributes(in: .operation))
            #expect(request["printer-uri"]?.string == printer.uri)
            #expect(request["requesting-user-name"] == nil)
        }
    }

    @Test(arguments: [
        ScriptedPrinter.Answer.body(Array("not IPP at all".utf8)),
        .body(HostileReplies.deeplyNested),
        .raw(Array("HTTP/1.1 200".utf8)),
        .hangUp,
        .reply(IPPMessage(status: .notFound, requestID: 1)),
        .reply(IPPMessage(status: .ok, requestID: 1)),
        .reply(printer([IPPAttribute("printer-state", .keyword("idle"))])),
    ])
    func `a printer with invalid replies is unusable, with a reason`(
        answer: ScriptedPrinter.Answer
    ) async throws {
        try await Self.withPrinter(answer) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .unusable)
            #expect(printer.capabilities == nil)
            #expect(printer.reasons.map(\.code.rawValue) == ["printer-unusable"])
            #expect(printer.reasons.first?.parameters["detail"]?.isEmpty == false)
        }
    }

    @Test func `a printer that asks for a password says so`() async throws {
        let challenge = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Local\r\n\r\n"
        try await Self.withPrinter(.raw(Array(challenge.utf8))) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .unusable && printer.capabilities == nil)
            #expect(printer.reasons.map(\.code) == [.authenticationNeeded])
        }
    }

    @Test func `a printer that is switched off keeps its capabilities`() async throws {
        let device = try ScriptedPrinter { _, _ in .reply(Self.printer()) }
        let queue = Queue(name: "lab", uri: "ipp://127.0.0.1:\(device.port)/")
        try await Self.withDirectory([queue]) { directory, _ in
            let before = try await directory.printers()
            #expect(before.first?.state == .idle)
            device.close()
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .unreachable)
            #expect(printer.capabilities?.copies.max == 3)
        }
    }

    @Test func `the state is read each time, and the rest only after the printer reports a change`()
        async throws
    {
        let change = IPPAttribute("printer-config-change-time", .integer(5))
        try await Self.withPrinter(.reply(Self.printer([change]))) { directory, device in
            _ = try await directory.printers()
            _ = try await directory.printers()
            let asked = device.messages.map {
                $0.attributes(in: .operation)?["requested-attributes"]?.keywords ?? []
            }
            #expect(asked.count == 2)
            #expect(asked.first?.prefix(2) == ["all", "media-col-database"])
            #expect(asked.last?.contains("printer-state") == true)
            #expect(asked.last?.contains("all") == false)
            #expect(asked.last?.contains("media-col-database") == false)
            await directory.invalidate()
            _ = try await directory.printers()
            #expect(device.messages.count == 3)
        }
    }

    @Test func `requests within a second share one result`()
        async throws
    {
        let device = try ScriptedPrinter { _, _ in .reply(Self.printer()) }
        defer { device.close() }
        let queue = Queue(name: "lab", uri: "ipp://127.0.0.1:\(device.port)/")
        try await Self.withDirectory([queue], freshness: .patience * 100) { directory, _ in
            await withTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask { _ = try? await directory.printers() }
                }
            }
            _ = try await directory.printers()
            #expect(device.messages.count == 1)
        }
    }

    @Test
    func `reasons have no severity suffix, and internal keywords of the scheduler are dropped`()
        async throws
    {
        let reasons = IPPAttribute(
            "printer-state-reasons",
            [
                .keyword("media-empty-error"), .keyword("toner-low-warning"), .keyword("none"),
                .keyword("cups-waiting-for-job-completed"), .keyword("media-empty"),
                .keyword("door-open-report"), .keyword("\u{1b}[0m"),
            ]
        )
        let stopped = IPPAttribute("printer-state", .enumeration(5))
        try await Self.withPrinter(.reply(Self.printer([reasons, stopped]))) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .stopped)
            #expect(
                printer.reasons.map(\.code.rawValue) == ["media-empty", "toner-low", "door-open"]
            )
            #expect(
                printer.reasons.map { $0.parameters["severity"] } == ["error", "warning", "report"]
            )
            #expect(printer.reasons.allSatisfy { $0.parameters["printer"] == "lab" })
        }
    }

    @Test(arguments: [
        (["marker-supply-low-warning", "toner-low-warning"], ["toner-low"]),
        (["toner-low-report", "marker-supply-low"], ["toner-low"]),
        (["marker-supply-low", "marker-ink-almost-empty"], ["marker-ink-almost-empty"]),
        (["marker-supply-empty-error", "toner-empty-error"], ["toner-empty"]),
        (["marker-supply-low", "toner-empty"], ["marker-supply-low", "toner-empty"]),
        (["marker-supply-low"], ["marker-supply-low"]),
    ])
    func `a supply that is reported in general and by its kind is one reason`(
        _ reported: [String],
        _ shown: [String]
    ) async throws {
        let reasons = IPPAttribute("printer-state-reasons", reported.map { .keyword($0) })
        try await Self.withPrinter(.reply(Self.printer([reasons]))) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.reasons.map(\.code.rawValue) == shown)
        }
    }

    @Test func `a paused queue is stopped in any state of its printer`() async throws {
        let device = try ScriptedPrinter { _, _ in .reply(Self.printer()) }
        defer { device.close() }
        let queue = Queue(
            name: "lab",
            uri: "ipp://127.0.0.1:\(device.port)/",
            state: .stopped,
            reasons: ["paused"]
        )
        try await Self.withDirectory([queue]) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .stopped)
            #expect(printer.reasons.map(\.code) == [.paused])
        }
    }

    @Test func `a printer that only the scheduler reaches has the scheduler's capabilities`()
        async throws
    {
        let queue = Queue(
            name: "usb",
            uri: "usb://Lab/Printer",
            reasons: ["media-low-warning", "cups-x"]
        )
        try await Self.withDirectory([queue]) { directory, _ in
            let printer = try #require(try await directory.printers().first)
            #expect(printer.state == .idle)
            #expect(printer.uri == nil)
            #expect(printer.capabilities?.copies.max == 9999)
            #expect(printer.capabilities?.formats.contains("application/pdf") == true)
            #expect(printer.reasons.map(\.code.rawValue) == ["media-low"])
        }
    }

    @Test func `without queues there are no printers, and without a scheduler there is an error`()
        async throws
    {
        try await Self.withDirectory([]) { directory, _ in
            let printers = try await directory.printers()
            #expect(printers.isEmpty)
        }
        let unreachable = PrinterDirectory(
            scheduler: Scheduler(.domainSocket(path: "/nonexistent/cups.sock"))
        )
        let error = await #expect(throws: PrinterDirectoryError.self) {
            try await unreachable.printers()
        }
        #expect(error?.code == .schedulerUnreachable)
    }

    @Test func `the default comes from the environment, then lpoptions, then the scheduler`()
        async throws
    {
        let queues = ["a", "b", "c"].map { Queue(name: $0, uri: "file:///dev/null") }
        let home = "\(TemporaryFolder.usual)/printcenter-home-\(getpid())"
        unsafe mkdir(home, 0o700)
        unsafe mkdir(home + "/.cups", 0o700)
        defer {
            unsafe unlink(home + "/.cups/lpoptions")
            unsafe rmdir(home + "/.cups")
            unsafe rmdir(home)
        }
        let file = unsafe try #require(unsafe fopen(home + "/.cups/lpoptions", "w"))
        unsafe fputs("Dest a sides=one-sided\nDefault b/draft copies=2\n", file)
        unsafe fclose(file)

        try await Self.withDirectory(queues, default: "c") { directory, _ in
            func expect(_ name: String, for environment: [String: String]) async throws {
                let printer = try await directory.defaultPrinter(environment: environment)
                #expect(printer?.rawValue == name, "\(environment)")
            }
            try await expect("a", for: ["PRINTER": "a", "HOME": home])
            try await expect("a", for: ["LPDEST": "a", "PRINTER": "c", "HOME": home])
            try await expect("b", for: ["PRINTER": "lp", "HOME": home])
            // A printer that is named and does not exist is never another one.
            let gone = ["PRINTER": "gone", "HOME": home]
            #expect(try await directory.defaultPrinter(environment: gone) == nil)
            try await expect("c", for: ["HOME": "/nonexistent"])
        }
        try await Self.withDirectory(queues) { directory, _ in
            let printer = try await directory.defaultPrinter(environment: [:])
            #expect(printer == nil)
        }
    }
}
