import FoundationEssentials
import Glibc
import PrintModel
import Testing

@testable import PrintCenterClient

@Suite struct `An answer of the service` {
    private static let status = #"""
        {"jobs":{"active":1},"pid":7,"running":true,"socket":"/s","version":"1"}
        """#

    /// Has `body` talk to a server that gives these answers.
    private func serving(
        _ answers: [String],
        _ body: (Surroundings, FakeServer) async throws -> Void
    ) async throws {
        try await Surroundings.with { place in
            try place.service("echo 'error: started'")
            let server = try FakeServer(place.socket, answers: answers)
            defer { server.stop() }
            try await body(place, server)
        }
    }

    @Test func `is taken in`() async throws {
        try await serving([FakeServer.answer("200 OK", Self.status)]) { place, server in
            var place = place
            place.environment["LC_ALL"] = "zh_CN.UTF-8"
            let client = try PrintCenterClient(
                environment: place.environment,
                language: .simplifiedChinese
            )
            let status = try await client.status()
            #expect(status.jobs.active == 1)
            #expect(server.requests.first?.hasPrefix("GET /v1/status HTTP/1.1\r\n") == true)
            #expect(server.requests.first?.contains("Accept-Language: zh-Hans\r\n") == true)
        }
    }

    @Test func `that does not come is asked for again`() async throws {
        let answers = ["", "", FakeServer.answer("200 OK", Self.status)]
        try await serving(answers) { place, server in
            let status = try await place.client().status()
            #expect(status.pid == 7)
            #expect(server.requests.count == 3)
        }
    }

    @Test func `that says why not comes with its problem`() async throws {
        let check = Admission(
            printer: Printer(id: .init(rawValue: "a"), name: "a", state: .stopped, accepting: true)
        ).check(DocumentFacts(name: "a", type: "b", kind: "c", size: 1), ticket: PrintTicket())
        let problem = Problem(code: .notPossible, detail: "'a' is stopped.", check: check)
        let json = String(decoding: try WireFormat.encode(problem), as: UTF8.self)
        try await serving([FakeServer.answer("422 Unprocessable Content", json)]) { place, _ in
            let error = try await place.error {
                _ = try await $0.submit(SubmissionRequest(document: "d"))
            }
            #expect(error.problem == problem)
            #expect(error.description == "'a' is stopped.")
        }
    }

    @Test(arguments: [
        ("200 OK", "{}"), ("200 OK", "nonsense"), ("200 OK", ""), ("500 Oh", "<html>"),
        ("404 Not Found", "{}"), ("204 No Content", ""), ("302 Found", ""),
    ])
    func `that is not understood is an error of its own`(
        _ status: String,
        _ body: String
    )
        async throws
    {
        try await serving([FakeServer.answer(status, body)]) { place, _ in
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.code == .badAnswer)
            #expect(error.description.hasSuffix("."))
        }
    }

    @Test func `names in a path are escaped`() async throws {
        let problem = Problem(code: .jobNotFound, detail: "No.")
        let json = String(decoding: try WireFormat.encode(problem), as: UTF8.self)
        try await serving([FakeServer.answer("404 Not Found", json)]) { place, server in
            let error = try await place.error { _ = try await $0.job("../a b?\r\nX: y") }
            #expect(error.problem?.code == .jobNotFound)
            let line = "GET /v1/jobs/..%2Fa%20b%3F%0D%0AX%3A%20y HTTP/1.1\r\n"
            #expect(server.requests.first?.hasPrefix(line) == true)
        }
    }

    @Test func `a submission carries one key, however often it is sent`() async throws {
        let answers = ["", FakeServer.answer("200 OK", "{}")]
        try await serving(answers) { place, server in
            _ = try await place.error { _ = try await $0.submit(.init(document: "d")) }
            let keys = server.requests.compactMap { head in
                head.split(separator: "\r\n").first { $0.hasPrefix("Idempotency-Key: ") }
            }
            #expect(keys.count == 2)
            #expect(Set(keys).count == 1)
        }
    }

    @Test func `events go on where they were when the service is restarted`() async throws {
        func job(_ state: JobState) throws -> String {
            let date = Date(timeIntervalSince1970: 0)
            let job = PrintJob(
                id: JobID(rawValue: 3),
                submission: nil,
                name: "a",
                user: "u",
                printer: PrinterID(rawValue: "p"),
                state: state,
                document: nil,
                ticket: PrintTicket(),
                plan: nil,
                createdAt: date,
                updatedAt: date
            )
            return String(decoding: try WireFormat.encode(job), as: UTF8.self)
        }
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let answers = [
            head + "id: 41\ndata: \(try job(.sending))\n\nid: 42\ndata: {\"cut",
            "", head + "id: 43\ndata: \(try job(.completed))\n\n",
        ]
        try await serving(answers) { place, server in
            var states: [JobState] = []
            for try await job in try place.client().follow([JobID(rawValue: 3)]) {
                states.append(job.state)
                if job.state.isFinal { break }
            }
            #expect(states == [.sending, .completed])
            #expect(server.requests.first?.hasPrefix("GET /v1/events?job=3 ") == true)
            #expect(server.requests.first?.contains("Last-Event-ID") == false)
            #expect(server.requests.last?.contains("Last-Event-ID: 41\r\n") == true)
        }
    }

    @Test func `a file that cannot be read is told before anything is sent`() async throws {
        try await Surroundings.with { place in
            let error = try await place.error { _ = try await $0.print("/nowhere/a.pdf") }
            #expect(error.code == .fileUnreadable)
            #expect(error.description.contains("/nowhere/a.pdf"))
        }
    }

    @Test(arguments: [
        ([:], []), (["PRINTER": "a"], ["a"]), (["LPDEST": "b", "PRINTER": "a"], ["a", "b"]),
        (["PRINTER": "", "LPDEST": "b"], ["b"]),
    ])
    func `the environment prefers printers in order`(
        _ environment: [String: String],
        _ printers: [String]
    ) throws {
        #expect(try PrintCenterClient(environment: environment).defaultPrinters == printers)
    }
}
