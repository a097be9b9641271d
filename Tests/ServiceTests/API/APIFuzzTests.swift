import Testing

@testable import PrintLab

/// Changed requests for every route; `make fuzz` sends a million.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The API under changed requests` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    @Test func `dies of none, and answers others meanwhile`() throws {
        let count = Programs.number("API_FUZZ", else: 6_000)
        let service = try TestService(in: Self.shared.get())
        try service.serve()
        defer { if service.process > 0 { service.end() } }
        let outcome = try Launch(
            path: Programs.folder + "/apifuzz",
            arguments: [service.socket, "\(count)"],
            environment: service.environment
        ).outcome()
        // A service that is not asked to end would be waited for in vain.
        try #require(outcome.exitCode == 0, "\(outcome.output)\n\(service.log)")
        #expect(outcome.output.contains("API fuzz: \(count) requests"))
        // All kinds of ends must have been met, or the changes are too tame.
        for status in [200, 201, 400, 404, 409, 413, 422] {
            #expect(outcome.output.contains("\(status) "), "no answer had the status \(status)")
        }
        #expect(outcome.output.contains(/[1-9]\d* of them with numbers of any size in \d+ places/))
        #expect(outcome.output.contains("0 crashes"))
        #expect(service.waitForEnd() == 0, "\(service.log)")
        // It tells of jobs, and of no trouble.
        let trouble = service.log.split(separator: "\n").filter { !$0.contains(" notice ") }
        #expect(trouble.isEmpty, "\(trouble)")
    }

    @Test func `a service that dies, or was never there, is found out`() throws {
        let service = try TestService(in: Self.shared.get())
        let outcome = try Launch(
            path: Programs.folder + "/apifuzz",
            arguments: [service.socket, "10"],
            environment: service.environment
        ).outcome()
        #expect(outcome.exitCode == 1)
    }
}
