import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintCenterClient

@Suite struct `Asking whether printing is possible` {
    private static let office = Printer(
        id: PrinterID(rawValue: "office"),
        name: "office",
        state: .idle,
        accepting: true,
        capabilities: PrinterCapabilities(formats: ["application/pdf"])
    )
    private static let mono = Printer(
        id: PrinterID(rawValue: "mono"),
        name: "mono",
        state: .unreachable,
        accepting: true
    )
    private static let possible = Availability(printers: [office, mono])
    private static let impossible = Availability(printers: [mono])

    private static func event(_ name: String, _ value: some Encodable) throws -> String {
        let json = String(decoding: try WireFormat.encode(value), as: UTF8.self)
        return "event: \(name)\ndata: \(json)\n\n"
    }

    @Test func `yes or no, and for a type`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.answer(200, number == 0 ? Self.possible : Self.impossible)
        }
        try await withService(answer) { service in
            let client = try service.client
            #expect(try await client.isPrintingAvailable())
            #expect(try await client.canPrint(type: "image/svg+xml") == Self.impossible)
            #expect(
                service.requests.map(\.target) == [
                    "/v1/availability", "/v1/availability?type=image%2Fsvg%2Bxml",
                ]
            )
        }
    }

    @Test(arguments: [0, 10, 65_536, 200_000])
    func `of a file the first 64 KiB are sent, and its size`(_ size: Int) async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(200, Self.possible)
        }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/a b.pdf", noise(size))
            #expect(try await service.client.canPrint(path) == Self.possible)
            let request = try #require(service.requests.first)
            #expect(request.target == "/v1/availability?name=a%20b.pdf&size=\(size)")
            #expect(request.method == "POST")
            #expect(request.body == Array(noise(size).prefix(65_536)))
        }
    }

    @Test func `what is no file is told without asking`() async throws {
        let answer: FakeService.Answer = { _, connection in try connection.request() }
        try await withService(answer) { service in
            let client = try service.client
            let pipe = "\(service.folder)/pipe"
            let isMade = unsafe mkfifo(pipe, 0o600) == 0
            #expect(isMade)
            for path in [pipe, service.folder, "/nowhere/a.pdf"] {
                let error = await #expect(throws: ClientError.self) {
                    _ = try await client.canPrint(path)
                }
                #expect(error?.code == .fileUnreadable)
            }
            #expect(service.requests.isEmpty)
        }
    }

    @Test func `a service that is started anew repeats nothing that is known`() async throws {
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            try connection.write(Self.event("availability", Self.possible))
            // Killed, in the middle of an event.
            guard number > 0 else { return try connection.write("event: avail") }
            try connection.write(":\n\n" + Self.event("availability", Self.impossible))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let client = try service.client
            let answers = try await within("following") {
                var answers: [Availability] = []
                for try await answer in client.availabilityChanges(ofType: "a/b") {
                    answers.append(answer)
                    if answers.count == 2 { break }
                }
                return answers
            }
            #expect(answers == [Self.possible, Self.impossible])
            #expect(
                service.requests.map(\.target)
                    == Array(repeating: "/v1/availability/events?type=a%2Fb", count: 2)
            )
        }
    }

    @Test func `of printers only what changed in between is told`() async throws {
        var busy = Self.office
        busy.state = .printing
        let after = busy
        let answer: FakeService.Answer = { number, connection in
            try connection.request()
            try connection.beginEvents()
            if number == 0 {
                try connection.write(Self.event("printers", [Self.mono, Self.office]))
                try connection.write(Self.event("printer", PrinterChange(.removed, Self.mono)))
                return
            }
            try connection.write(Self.event("printers", [after]))
            try connection.write(Self.event("printer", PrinterChange(.added, Self.mono)))
            connection.waitForEnd()
        }
        try await withService(answer) { service in
            let client = try service.client
            let changes = try await within("following") {
                var changes: [PrinterChange] = []
                for try await change in client.printerChanges() {
                    changes.append(change)
                    if changes.count == 5 { break }
                }
                return changes
            }
            #expect(
                changes == [
                    .init(.added, Self.mono), .init(.added, Self.office),
                    .init(.removed, Self.mono), .init(.changed, after), .init(.added, Self.mono),
                ]
            )
        }
    }

    @Test func `a problem ends the stream`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(400, Sample.problem(.invalidRequest))
        }
        try await withService(answer) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) {
                for try await _ in client.availabilityChanges(ofType: "odd") {}
            }
            #expect(error?.problem?.code == .invalidRequest)
        }
    }
}
