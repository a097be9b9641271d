import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Server-sent events of states, as they come.
private final class StateStream {
    private let connection: UnixSocket
    private var rest: [UInt8] = []
    private var ready: [(name: String, data: [UInt8])] = []

    init(_ path: String, _ service: TestService) throws {
        connection = try UnixSocket(service.socket)
        try connection.write(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    }

    /// The next event; `nil` where the service has gone.
    func next() throws -> (name: String, data: [UInt8])? {
        // Time: a guard; comments may come for ever
        let end = ContinuousClock.now + .patience
        while ready.isEmpty {
            try #require(ContinuousClock.now < end, "no event")
            guard let bytes = try connection.read() else { return nil }
            rest += bytes
            while let blank = rest.firstRange(of: Array("\n\n".utf8)) {
                // By bytes: to a String "\r\n" is one character, and no line feed.
                let lines = rest[..<blank.lowerBound].split { $0 == 0x0A || $0 == 0x0D }
                    .map { String(decoding: $0, as: UTF8.self) }
                rest.removeSubrange(..<blank.upperBound)
                guard let data = lines.first(where: { $0.hasPrefix("data: ") }) else { continue }
                let name = lines.first { $0.hasPrefix("event: ") }?.dropFirst(7)
                ready.append((String(name ?? ""), Array(data.dropFirst(6).utf8)))
            }
        }
        return ready.removeFirst()
    }

    func next<Value: Decodable>(
        _ name: String,
        _ type: Value.Type = Value.self
    ) throws -> Value {
        let event = try #require(try next(), "the service has gone")
        try #require(event.name == name)
        return try WireFormat.decode(type, from: Data(event.data))
    }
}

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Availability of printing` {
    private static let shared = Result {
        try RunningLab(printers: "office,mono", program: Programs.lab)
    }

    /// Has a service work on the lab's printers, all of which are on before and afterwards.
    private func withPrinters(_ body: (TestService, RunningLab) throws -> Void) throws {
        let lab = try Self.shared.get()
        try withService(in: lab) { service in
            defer {
                for printer in ["office", "mono"] {
                    _ = try? lab.run(Programs.lab, "on", printer)
                    _ = try? lab.run("cupsenable", printer)
                    _ = try? lab.run("cupsaccept", printer)
                }
            }
            try body(service, lab)
        }
    }

    private func answer(_ service: TestService, _ query: String = "") throws -> Availability {
        let answer = try service.get("/v1/availability\(query)")
        try #require(answer.status == 200, "\(answer.text)")
        return try answer.value()
    }

    @Test func `is where a printer takes jobs, and elsewhere has a reason`() throws {
        try withPrinters { service, lab in
            let first = try answer(service)
            #expect(first.isAvailable && first.obstacles.isEmpty && first.refusals.isEmpty)
            #expect(first.printers.map(\.rawValue) == ["mono", "office"])
            try lab.run(Programs.lab, "off", "office")
            try wait(for: "the loss of office") {
                let now = try answer(service)
                #expect(now.isAvailable)
                return now.printers.map(\.rawValue) == ["mono"]
            }
            #expect(try answer(service).refusals.map(\.printer.rawValue) == ["office"])
            try lab.run(Programs.lab, "off", "mono")
            try wait(for: "the loss of both") { try !answer(service).isAvailable }
            let none = try answer(service)
            #expect(none.printers.isEmpty)
            #expect(Set(none.obstacles.map(\.code)) == [.printerUnreachable])
        }
    }

    @Test func `of a type, and of a document by its first bytes`() throws {
        try withPrinters { service, _ in
            #expect(try answer(service, "?type=application/pdf").isAvailable)
            #expect(
                try answer(service, "?type=application%2Foctet-stream").obstacles.first?.code
                    == .formatUnsupported
            )
            // The list of what is in it.
            #expect(try answer(service, "?type=application/zip").isAvailable)
            for odd in ["pdf", "a/b/c", "", "%00/x"] {
                #expect(try service.get("/v1/availability?type=\(odd)").status == 400, "\(odd)")
            }
            func ask(_ bytes: [UInt8], _ query: String) throws -> Availability {
                try HTTPReply(
                    "POST",
                    "/v1/availability?\(query)",
                    socket: service.socket,
                    body: bytes
                ).value()
            }
            let report = try Programs.sample("report.pdf")
            let whole = try ask(report, "name=report.pdf")
            #expect(whole.isAvailable && whole.type == "application/pdf")
            // The beginning of a sound document is no damaged one, but a whole one like it is.
            let part = Array(report.prefix(2000))
            let beginning = try ask(part, "name=report.pdf&size=\(report.count)")
            #expect(beginning.isAvailable && beginning.type == "application/pdf")
            #expect(try ask(part, "name=report.pdf").obstacles.map(\.code) == [.documentDamaged])
            for picture in ["photo.jpg", "photo.png"] {
                let bytes = try Programs.sample(picture)
                let answer = try ask(
                    Array(bytes.prefix(300)),
                    "name=\(picture)&size=\(bytes.count)"
                )
                #expect(answer.isAvailable, "\(answer)")
                #expect(answer.type?.hasPrefix("image/") == true)
            }
            let empty = try ask([], "name=empty.pdf&size=0")
            #expect(empty.obstacles.map(\.code) == [.documentEmpty])
            let data = try ask(Programs.sample("data.bin"), "name=a.bin&size=99999")
            #expect(data.obstacles.first?.code == .formatUnsupported, "\(data)")
            // A name is a hint at the kind of text, and nothing else.
            #expect(try ask(Array("let a = 1\n".utf8), "name=../a.swift").type == "text/x-swift")
            let large = try service.post(
                "/v1/availability?name=a",
                String(repeating: "a", count: 65_537)
            )
            #expect(large.status == 413)
            #expect(try service.spooled().isEmpty)
        }
    }

    @Test func `changes are told as they come, and only they`() throws {
        try withPrinters { service, lab in
            let description = Description(try service.get("/v1/openapi.json").json())
            let all = try StateStream("/v1/availability/events", service)
            let pdf = try StateStream("/v1/availability/events?type=application/pdf", service)
            for stream in [all, pdf] {
                let first = try stream.next("availability", Availability.self)
                #expect(first.printers.map(\.rawValue) == ["mono", "office"])
            }
            // A job on the way is no other answer.
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "no news")
            try service.wait(for: id, toBe: .completed)
            try lab.run(Programs.lab, "off", "office")
            for stream in [all, pdf] {
                let event = try #require(try stream.next())
                let json = try JSONDecoder().decode(JSONValue.self, from: Data(event.data))
                #expect(description.faults(json, schemaNamed: "Availability") == [])
                let answer = try WireFormat.decode(Availability.self, from: Data(event.data))
                #expect(answer.printers.map(\.rawValue) == ["mono"])
            }
            try lab.run("cupsreject", "mono")
            let none = try all.next("availability", Availability.self)
            #expect(!none.isAvailable)
            #expect(none.obstacles.map(\.code) == [.printerNotAccepting, .printerUnreachable])
        }
    }

    @Test func `printers are told as they come, change and go`() throws {
        try withPrinters { service, lab in
            let description = Description(try service.get("/v1/openapi.json").json())
            let stream = try StateStream("/v1/printers/events", service)
            let all = try stream.next("printers", [Printer].self)
            #expect(all.map(\.id.rawValue) == ["mono", "office"])
            func next(
                _ event: PrinterChange.Event,
                _ printer: String,
                _ isIt: (Printer) -> Bool = { _ in true }
            ) throws {
                while let found = try stream.next() {
                    #expect(found.name == "printer")
                    let json = try JSONDecoder().decode(JSONValue.self, from: Data(found.data))
                    // The printer in it is held against its own description by the contract's tests.
                    let faults = description.faults(json, schemaNamed: "PrinterChange")
                    #expect(faults.filter { !$0.hasPrefix("PrinterChange.printer.") } == [])
                    let change = try WireFormat.decode(PrinterChange.self, from: Data(found.data))
                    if change.event == event, change.printer.id.rawValue == printer,
                        isIt(change.printer)
                    {
                        return
                    }
                }
                Issue.record("the service has gone")
            }
            try lab.run("cupsdisable", "mono")
            try next(.changed, "mono") { $0.state == .stopped }
            try lab.run("cupsenable", "mono")
            try next(.changed, "mono") { $0.state == .idle }
            // What our own queue does shows, too.
            // One might be over before anybody has looked.
            let ids = try (1...4).map { number in
                try service.print(Papers.pdf(pages: 3), on: "office", name: "busy \(number)")
            }
            try next(.changed, "office") { $0.state == .printing }
            for id in ids { try service.wait(for: id, toBe: .completed) }
            try next(.changed, "office") { $0.state == .idle }
            try lab.run(
                "lpadmin",
                "-p",
                "attic",
                "-E",
                "-v",
                "ipp://127.0.0.1:9/ipp/print",
                "-m",
                "raw"
            )
            try next(.added, "attic") { $0.state == .unreachable }
            try lab.run("lpadmin", "-x", "attic")
            try next(.removed, "attic")
        }
    }

    @Test func `without a scheduler is an answer, not an error`() throws {
        let nowhere = ["CUPS_SERVER": "/nonexistent/socket"]
        try withService(in: Self.shared.get(), more: nowhere) { service in
            let none = try answer(service)
            #expect(!none.isAvailable && none.printers.isEmpty)
            #expect(none.obstacles.map(\.code) == [.schedulerUnreachable])
            let stream = try StateStream("/v1/availability/events", service)
            #expect(try stream.next("availability", Availability.self) == none)
        }
    }

    @Test func `keeps the service for as long as somebody watches`() throws {
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_IDLE": "1"]) { service in
            var stream: StateStream?
            try wait(for: "somebody who watches") {
                if service.hasEnded {
                    // A busy test has come too late.
                    service.waitForEnd()
                    try service.serve()
                }
                stream = try? StateStream("/v1/availability/events", service)
                return ((try? stream?.next()) ?? nil)?.name == "availability"
            }
            // For nobody it would stay a second, and a stream that nobody minds two more.
            // Time: there is no event that says that it stays; a slow machine only sees less of it
            let end = ContinuousClock.now + .seconds(6)
            while ContinuousClock.now < end {
                try #require(!service.hasEnded, "it left although somebody watched")
                usleep(50_000)  // Time: between two looks
            }
            stream = nil
            try wait(for: "the service's end") { service.hasEnded }
            #expect(service.waitForEnd() == 0)
        }
    }

    @Test func `comes in the words of a language`() throws {
        try withPrinters { service, lab in
            try lab.run("cupsreject", "mono")
            let chinese = ["Accept-Language": "zh-CN"]
            try wait(for: "the refusal of mono") {
                try service.get("/v1/availability", headers: chinese).value(Availability.self)
                    .refusals.first?.obstacles.first?.message.contains("不接受") == true
            }
        }
    }
}
