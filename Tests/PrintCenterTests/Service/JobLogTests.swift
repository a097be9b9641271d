import Glibc
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `The log of jobs` {
    private func lines(
        settings: String?,
        _ body: (ServiceOnFakes) async throws -> Void
    ) async throws -> [String] {
        let log = LogKeeper()
        try await ServiceOnFakes.run(log: log, settings: settings, body)
        return log.lines
    }

    @Test func `has a line for each submission and each end, and no name`() async throws {
        let uid = getuid()
        let lines = try await lines(settings: nil) { fakes in
            let id = try await fakes.submit("Notice to Ann.pdf")
            _ = try await fakes.runLane(untilEndOf: id)
            let canceled = try await fakes.submit("Notice to Ann.pdf", hold: true)
            _ = try await fakes.service.cancel("\(canceled)")
            let problem = await fakes.problem {
                try await fakes.submit("Notice to Ann.pdf", PrintTicket(copies: 100_000))
            }
            #expect(problem == .notPossible)
        }
        #expect(
            lines == [
                "notice queued copies=1 impressions=3 job=1 pages=3 printer=office route=queue type=application/pdf uid=\(uid)",
                "notice ended impressions=3 job=1 printer=office route=queue state=completed uid=\(uid)",
                "notice queued copies=1 impressions=3 job=2 pages=3 printer=office route=queue type=application/pdf uid=\(uid)",
                "notice ended impressions=0 job=2 printer=office reasons=canceled-by-user route=queue state=canceled uid=\(uid)",
                "notice refused code=printing-not-possible obstacles=copies-unsupported printer=office uid=\(uid)",
            ]
        )
    }

    @Test func `has the name where the user wants it, which breaks no line`() async throws {
        let lines = try await lines(settings: #"{"logTitles": true}"#) { fakes in
            try await fakes.submit("a\nnotice ended job=1.pdf")
        }
        #expect(lines.count == 1)
        #expect(lines[0].contains(#"title="a"#) && !lines[0].contains("\n"))
    }
}
