import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

/// A service that runs and is of another version than the program.
@Suite struct `A service of another version` {
    private func answer(
        _ problem: Problem,
        version: String?
    ) -> FakeService.Answer {
        { _, connection in
            try connection.request()
            let json = String(decoding: try WireFormat.encode(problem), as: UTF8.self)
            let header = version.map { "Printcenter-Version: \($0)\r\n" } ?? ""
            try connection.write(
                "HTTP/1.1 400 Status\r\nContent-Type: application/problem+json\r\n\(header)"
                    + "Content-Length: \(json.utf8.count)\r\nConnection: close\r\n\r\n\(json)"
            )
        }
    }

    @Test(
        arguments: [
            ("0.0.9", "version 0.0.9, older than this "),
            (nil, "an older version, older than this "),
            ("99.1", "version 99.1, newer than this "),
        ] as [(String?, String)]
    )
    func `that does not know a field is told, with what to do`(
        version: String?,
        words: String
    ) async throws {
        let problem = Problem(unknownField: "ticket.foil")
        try await withService(answer(problem, version: version)) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) {
                try await client.check(CheckRequest(document: "d"))
            }
            #expect(error?.code == .otherVersion(problem))
            let text = error?.description ?? ""
            #expect(text.contains(words) && text.contains("(\(projectVersion))"), "\(text)")
            #expect(text.contains("does not know 'ticket.foil'."), "\(text)")
            #expect(text.contains("'printq service stop'") && text.hasSuffix("jobs are kept."))
        }
    }

    @Test func `of the same version a refusal is what it says`() async throws {
        let problem = Problem(unknownField: "ticket.foil")
        try await withService(answer(problem, version: projectVersion)) { service in
            let client = try service.client
            let error = await #expect(throws: ClientError.self) {
                try await client.check(CheckRequest(document: "d"))
            }
            #expect(error?.code == .problem(problem) && error?.description == problem.detail)
        }
    }

    @Test func `printq says so, and ends with 69`() async throws {
        let unknown = Problem(code: .notFound, detail: "No path.")
        try await withService(answer(unknown, version: "0.0.1")) { service in
            let end = try await Program.run(["printers"], service)
            #expect(end.code == 69)
            #expect(end.output == "")
            #expect(
                end.errors
                    == "printq: The service that is running is version 0.0.1, older than this printq (\(projectVersion)), and does not know what it was asked for. Stop it with 'printq service stop' and try again; jobs are kept.\n"
            )
        }
    }

    @Test func `its answers may have more in them than is known here`() async throws {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            let json = String(decoding: try WireFormat.encode(Sample.job(7)), as: UTF8.self)
            let more = #"{"foil":{"colour":["gold"]},"# + json.dropFirst()
            try connection.write(
                "HTTP/1.1 200 OK\r\nPrintcenter-Version: 99.0.0\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(more.utf8.count)\r\nConnection: close\r\n\r\n\(more)"
            )
        }
        try await withService(answer) { service in
            let job = try await service.client.cancel("7")
            #expect(job == Sample.job(7))
            let version = service.requests.first?.headers["printcenter-version"]
            #expect(version == projectVersion)
        }
    }

    @Test(arguments: [
        ("0.1.0", "0.2.0", true), ("0.9", "0.10", true), ("1.0", "1.0.0", false),
        ("1.0.1", "1.0", false), ("x", "0.0.1", true), ("", "0.1", true), ("2.0-rc1", "2.0", false),
    ])
    func `versions have an order`(first: String, second: String, isOlder: Bool) {
        #expect(ServiceVersion.isOlder(first, than: second) == isOlder)
    }
}
