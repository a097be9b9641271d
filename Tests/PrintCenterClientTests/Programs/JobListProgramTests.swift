import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

/// Long lists of jobs, as `printq jobs` writes them.
extension `The program printq` {
    /// Answers with some jobs, and says how many follow where the request has a limit.
    private static func list(
        _ count: Int,
        _ request: FakeConnection.Request,
        _ connection: FakeConnection
    ) throws {
        var ids = Array(1...count)
        let limit = request.target.split(separator: "limit=").dropFirst().first
            .flatMap { Int($0.prefix { $0.isNumber }) }
        var head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
        if let limit {
            head += "Printcenter-Remaining: \(max(0, count - limit))\r\n"
            ids = Array(ids.prefix(limit))
        }
        try connection.write(head + "\r\n[")
        for id in ids {
            let json = try WireFormat.encode(Sample.job(id, name: "job \(id)"))
            try connection.write((id > 1 ? "," : "") + String(decoding: json, as: UTF8.self))
        }
        try connection.write("]")
    }

    @Test(arguments: [
        ("jobs", 1001, 1, 1000, "1 more job follows. To list all of them, run: printq jobs | less"),
        ("jobs", 5000, 1, 1000, "4,000 more jobs follow."), ("jobs", 1000, 1, 1000, nil),
        (
            "jobs --all", 3100, 2101, 3100,
            "2,100 earlier jobs are not shown. To list all of them, run: printq jobs --all | less"
        ), ("jobs --all", 900, 1, 900, nil),
    ])
    func `shows a thousand jobs at a terminal, and says how many there are besides`(
        _ command: String,
        _ count: Int,
        _ first: Int,
        _ last: Int,
        _ more: String?
    ) async throws {
        let answer: PathAnswer = { try Self.list(count, $0, $1) }
        try await withPaths(answer) { service in
            let terminal = try RunningProgram(
                [
                    "/usr/bin/script", "-qec",
                    "stty cols 200; '\(BuiltPrograms.printq)' \(command)", "/dev/null",
                ],
                environment: service.environment,
                files: "\(service.folder)/terminal"
            )
            try await wait(for: "the end of printq") { terminal.endingIfEnded() != nil }
            let output = try #require(terminal.endingIfEnded()).output
            let lines = output.split(whereSeparator: \.isNewline).map { String($0) }
            let jobs = lines.filter { $0.contains("  job ") }
            #expect(jobs.count == last - first + 1, "\(lines.suffix(3))")
            #expect(jobs.first?.hasPrefix("\(first) ") == true)
            #expect(jobs.last?.hasPrefix("\(last) ") == true)
            let words = lines.last.map { $0.contains("more job") || $0.contains("earlier") }
            #expect(words == (more != nil))
            #expect(lines.last?.hasPrefix(more ?? "") == true)
        }
    }

    @Test func `writes all jobs to a pipe, in columns`() async throws {
        let answer: PathAnswer = { try Self.list(2600, $0, $1) }
        try await withPaths(answer) { service in
            let end = try await Program.run(["jobs"], service)
            #expect(end.code == 0 && end.errors.isEmpty)
            let lines = end.output.split(separator: "\n")
            #expect(lines.count == 2601)
            #expect(lines.last?.hasPrefix("2600 ") == true)
            #expect(!service.requests.contains { $0.target.contains("limit") })
            // The number of the thousandth job is longer than those in the first lines.
            let columns = lines.dropFirst(1200).map { line in
                line.firstRange(of: "job ").map {
                    line.distance(from: line.startIndex, to: $0.lowerBound)
                }
            }
            #expect(Set(columns).count == 1)
        }
    }

    @Test func `passes the JSON of jobs through, also what it does not know`() async throws {
        let json = #"[{"id":1,"new":{"a":[1,2]},"name":"é"},{"id":2,"name":"x\u001b"}]"#
        let answer: PathAnswer = { _, connection in
            try connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            for character in json { try connection.write(String(character)) }
        }
        try await withPaths(answer) { service in
            let end = try await Program.run(["jobs", "--json"], service)
            #expect(end.code == 0 && end.output == json + "\n")
        }
    }

    @Test(arguments: [["jobs"], ["jobs", "--json"]])
    func `does not begin a list again that it has begun to write`(
        _ arguments: [String]
    ) async throws {
        let answer: PathAnswer = { _, connection in
            let job = try WireFormat.encode(Sample.job(1))
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\nConnection: close\r\n\r\n["
                    + String(decoding: job, as: UTF8.self) + ","
            )
        }
        try await withPaths(answer) { service in
            let end = try await Program.run(arguments, service)
            #expect(end.code == 69 && end.errors.contains("The service is not responding."))
            #expect(service.requests.count == 1)
        }
    }
}
