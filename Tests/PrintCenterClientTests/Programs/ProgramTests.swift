import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

/// `printq` itself against a service that answers as told: what the real one says seldom, or never.
@Suite struct `The program printq` {
    /// Answers a request that is no document's.
    typealias PathAnswer =
        @Sendable (FakeConnection.Request, FakeConnection) throws -> Void

    /// Answers as a service that takes every document.
    func withPaths<R>(
        _ answers: @escaping PathAnswer,
        _ body: (FakeService) async throws -> R
    ) async throws -> R {
        let answer: FakeService.Answer = { _, connection in
            let request = try connection.request()
            if request.method == "DELETE" {
                try connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            } else if request.target.hasPrefix("/v1/documents") {
                try connection.answer(201, Sample.facts)
            } else {
                try answers(request, connection)
            }
        }
        return try await withService(answer) { service in
            try makeFile("\(service.folder)/report.pdf", Array("%PDF".utf8))
            return try await body(service)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ line: String) throws -> Value {
        try WireFormat.decode(type, from: Data(line.utf8))
    }

    // MARK: Printing

    @Test func `a job that is queued is told in words or as JSON`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(12)) }
        try await withPaths(answer) { service in
            let file = "\(service.folder)/report.pdf"
            let words = try await Program.run(["print", file], service)
            #expect(words.code == 0)
            #expect(
                words.output
                    == "Job 12: report.pdf on office: 2 pages, 2 copies, 4 impressions, 2 sheets.\n"
            )
            #expect(words.errors == "")
            let json = try await Program.run(["print", file, "--json"], service)
            #expect(json.lines.count == 1)
            #expect(try decode(PrintJob.self, json.output) == Sample.job(12))
        }
    }

    @Test func `the ticket, the title and the printers to prefer are sent as they were typed`()
        async throws
    {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(1)) }
        try await withPaths(answer) { service in
            let end = try await Program.run(
                [
                    "submit", "\(service.folder)/report.pdf", "-P3,1-", "-n", "2", "--no-collate",
                    "--duplex", "--media", "A4", "--color", "monochrome", "--quality", "draft",
                    "-q", "70", "-t", "Minutes", "--when-possible",
                ],
                service,
                ["PRINTER": "mono", "LPDEST": "office"]
            )
            #expect(end.code == 0, "\(end.errors)")
            let request = try #require(service.requests.last)
            let sent = try decode(
                SubmissionRequest.self,
                String(decoding: request.part("job") ?? [], as: UTF8.self)
            )
            #expect(request.part("document") == Array("%PDF".utf8))
            #expect(
                sent
                    == SubmissionRequest(
                        defaults: ["mono", "office"],
                        ticket: PrintTicket(
                            pages: try PageSelection("3,1-"),
                            copies: 2,
                            collate: false,
                            sides: .twoSidedLongEdge,
                            media: .a4,
                            color: .monochrome,
                            quality: .draft,
                            priority: 70
                        ),
                        name: "Minutes",
                        whenPossible: true
                    )
            )
        }
    }

    @Test func `all obstacles of a refused job are told, and its document is dropped`() async throws
    {
        let check = PrintCheck(
            printer: PrinterID(rawValue: "mono"),
            document: Sample.facts,
            plan: nil,
            obstacles: [
                Obstacle(
                    .sidesUnsupported,
                    option: "sides",
                    ["printer": "mono", "value": "two-sided-long-edge"]
                ),
                Obstacle(
                    .colorUnsupported,
                    option: "color",
                    ["printer": "mono", "value": "color"]
                ),
            ]
        )
        let problem = Sample.problem(.notPossible, check: check)
        let answer: PathAnswer = { _, connection in try connection.answer(409, problem) }
        try await withPaths(answer) { service in
            let end = try await Program.run(
                ["print", "\(service.folder)/report.pdf", "--json"],
                service
            )
            #expect(end.code == 3)
            #expect(try decode(PrintCheck.self, end.output) == check)
            let lines = end.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.hasPrefix("printq: report.pdf: ") })
            #expect(service.requests.map(\.method) == ["POST", "DELETE"])
            #expect(service.requests.last?.target == "/v1/documents/d1")
        }
    }

    @Test func `a file that is not printed does not stop the others`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(1)) }
        try await withPaths(answer) { service in
            let file = "\(service.folder)/report.pdf"
            let end = try await Program.run(
                ["print", file, "\(service.folder)/nobody", service.folder, file],
                service
            )
            #expect(end.code == 66)
            #expect(end.lines.count == 2)
            let lines = end.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains("There is no file '\(service.folder)/nobody'") == true)
            #expect(lines.last?.contains("is a directory") == true)
        }
    }

    @Test func `a file whose check fails does not stop the others`() async throws {
        let check = PrintCheck(
            printer: PrinterID(rawValue: "office"),
            document: Sample.facts,
            plan: PrintPlan(pages: [1], copies: 1, sides: .oneSided, media: .a4),
            obstacles: []
        )
        let answer: PathAnswer = { request, connection in
            let text = String(decoding: request.body, as: UTF8.self)
            if text.contains("bad") {
                try connection.answer(500, Sample.problem(.internalError))
            } else {
                try connection.answer(200, check)
            }
        }
        try await withPaths(answer) { service in
            let file = "\(service.folder)/report.pdf"
            let end = try await Program.run(["check", file, file], service)
            #expect(end.code == 0)
            #expect(end.lines.count == 2)
            let bad = try await Program.run(["check", file, file, "-d", "bad"], service)
            #expect(bad.code == 1)
            #expect(bad.errors.split(separator: "\n").count == 2)
        }
    }

    @Test func `files are still printed when nobody reads what is said of them`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(1)) }
        try await withPaths(answer) { service in
            var ends: [Int32] = [-1, -1]
            try #require(unsafe pipe(&ends) == 0)
            close(ends[0])
            defer { close(ends[1]) }
            let file = "\(service.folder)/report.pdf"
            let end = try await Program.run(
                ["print", file, file, file],
                service,
                output: ends[1]
            )
            #expect(end.code == 0)
            #expect(service.requests.filter { $0.target.hasPrefix("/v1/jobs?") }.count == 3)
        }
    }

    @Test func `standard input is printed as what it is said to be`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(1)) }
        try await withPaths(answer) { service in
            let path = try makeFile("\(service.folder)/f", Array("hello".utf8))
            let end = try await withOpenFile(path) {
                try await Program.run(["print", "-", "--type", "text/plain"], service, input: $0)
            }
            #expect(end.code == 0)
            let request = try #require(service.requests.first)
            #expect(request.target == "/v1/jobs?name=standard%20input&type=text%2Fplain")
            #expect(request.part("document") == Array("hello".utf8))
        }
    }

    // MARK: Watching

    @Test(arguments: [(JobState.completed, Int32(0)), (.failed, 1), (.canceled, 5)])
    func `with --wait the exit code tells the outcome`(
        _ state: JobState,
        _ code: Int32
    ) async throws {
        let states = [
            Sample.job(12), Sample.job(12, .printing, impressions: 2),
            Sample.job(12, state, reasons: [Reason(.canceledAtPrinter, ["printer": "office"])]),
        ]
        let answer: PathAnswer = { request, connection in
            guard request.target.hasPrefix("/v1/events") else {
                return try connection.answer(201, Sample.job(12))
            }
            try connection.beginEvents()
            for (index, job) in states.enumerated() { try connection.event(index, job) }
            connection.waitForEnd()
        }
        try await withPaths(answer) { service in
            let file = "\(service.folder)/report.pdf"
            let end = try await Program.run(["print", file, "--wait", "--json"], service)
            #expect(end.code == code)
            #expect(try end.lines.map { try decode(PrintJob.self, $0) } == states)
            #expect(end.errors == "")
            let words = try await Program.run(["print", file, "--wait"], service)
            #expect(words.code == code)
            #expect(words.lines.count == 1)
            #expect(words.errors.split(separator: "\n").count == 3)
            // No terminal: no bar, nothing written over.
            #expect(!words.errors.contains("\u{1B}") && !words.errors.contains("["))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM], [["print", "--wait"], ["watch", "12"]])
    func `who interrupts is told that the job goes on`(
        _ signal: Int32,
        _ arguments: [String]
    ) async throws {
        let answer: PathAnswer = { request, connection in
            switch request.target {
            case "/v1/jobs?name=report.pdf": try connection.answer(201, Sample.job(12))
            case "/v1/jobs/12":
                try connection.answer(200, JobDetails(job: Sample.job(12), story: []))
            default:
                try connection.beginEvents()
                try connection.event(1, Sample.job(12, .printing))
                connection.waitForEnd()
            }
        }
        try await withPaths(answer) { service in
            var arguments = arguments
            if arguments[0] == "print" { arguments.append("\(service.folder)/report.pdf") }
            let program = try Program(arguments, in: service.folder, service.environment)
            try await wait(for: "the progress") { program.errors.contains("printing") }
            kill(program.process, signal)
            let end = try await program.end()
            #expect(end.code == 130)
            #expect(end.errors.hasSuffix("Job 12 continues. To cancel it, run: printq cancel 12\n"))
        }
    }
}
