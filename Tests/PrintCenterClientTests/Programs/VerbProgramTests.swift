import FoundationEssentials
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

/// The verbs of `printq` against a service that answers as told.
@Suite struct `printq and the jobs in the queue` {
    private static func job(_ number: Int, _ state: JobState = .held) -> PrintJob {
        var job = Sample.job(number)
        job.state = state
        return job
    }

    /// Knows the jobs up to 9, and answers with the one that a path names.
    private func withQueue(_ body: (FakeService) async throws -> Void) async throws {
        let answer: FakeService.Answer = { _, connection in
            let request = try connection.request()
            let parts = request.target.split(separator: "/")
            guard parts.count == 4, let number = Int(parts[2]), number < 10 else {
                try connection.answer(404, Problem.noSuchJob(String(parts[2])))
                return
            }
            if number == 9 {
                try connection.answer(409, Problem.jobDelivered("9"))
            } else if number == 8 {
                let obstacle = Obstacle(.sidesUnsupported, ["printer": "label", "value": "x"])
                let check = PrintCheck(
                    printer: PrinterID(rawValue: "label"),
                    document: nil,
                    plan: nil,
                    obstacles: [obstacle]
                )
                try connection.answer(409, Sample.problem(.notPossible, check: check))
            } else {
                try connection.answer(200, Self.job(number))
            }
        }
        try await withService(answer, body)
    }

    @Test(arguments: ["hold", "release", "cancel", "reprint"])
    func `each of several jobs is tried`(_ verb: String) async throws {
        try await withQueue { service in
            let end = try await Program.run([verb, "1", "77", "9", "2", "--json"], service)
            #expect(end.code == 4)
            let jobs = try end.lines.map {
                try WireFormat.decode(PrintJob.self, from: Data($0.utf8))
            }
            #expect(jobs == [Self.job(1), Self.job(2)])
            #expect(end.errors.split(separator: "\n").count == 2)
            #expect(end.errors.hasPrefix("printq: There is no job '77'."))
            let targets = service.requests.map(\.target)
            #expect(targets == ["1", "77", "9", "2"].map { "/v1/jobs/\($0)/\(verb)" })
        }
    }

    @Test(arguments: [
        (["hold", "1"], "Job 1 is on hold. To release it, run: printq release 1\n"),
        (["release", "1"], "Released job 1: held.\n"),
        (
            ["move", "1", "mono"],
            "Moved job 1 to office: 2 pages, 2 copies, 4 impressions, 2 sheets.\n"
        ),
        (["priority", "1", "80"], "Job 1 has priority 80.\n"),
        (
            ["reprint", "1"],
            "Job 1: report.pdf on office: 2 pages, 2 copies, 4 impressions, 2 sheets.\n"
        ),
    ])
    func `what was done is said in a sentence`(
        _ arguments: [String],
        _ words: String
    ) async throws {
        try await withQueue { service in
            let end = try await Program.run(arguments, service)
            #expect(end.code == 0)
            #expect(end.output == words)
            #expect(end.errors == "")
            let chinese = try await Program.run(arguments, service, ["LC_ALL": "zh_CN.UTF-8"])
            #expect(chinese.output.contains("任务 1"))
        }
    }

    @Test(arguments: [["move", "8", "label"], ["reprint", "8", "-d", "label"]])
    func `obstacles are told and mean that it is not possible`(_ arguments: [String]) async throws {
        try await withQueue { service in
            let end = try await Program.run(arguments, service)
            #expect(end.code == 3)
            #expect(end.output == "")
            #expect(end.errors == "printq: 8: It is so.\n")
            let json = try await Program.run(arguments + ["--json"], service)
            #expect(json.code == 3)
            let check = try WireFormat.decode(PrintCheck.self, from: Data(json.output.utf8))
            #expect(check.obstacles.map(\.code) == [.sidesUnsupported])
        }
    }

    @Test(arguments: [
        ["priority", "1", "0"], ["priority", "1", "101"], ["priority", "1", "high"],
        ["priority", "1"], ["move", "1"], ["hold"], ["release"], ["reprint"],
        ["print", "--hold", "--hold-until", "23:00", "f"],
    ])
    func `a call that cannot be meant is a mistake, and asks nobody`(
        _ arguments: [String]
    ) async throws {
        try await withQueue { service in
            let end = try await Program.run(arguments, service)
            #expect(end.code == 64)
            #expect(end.output == "")
            #expect(service.requests.isEmpty)
        }
    }

    @Test func `a job that is to be queued held is asked for so`() async throws {
        let answer: FakeService.Answer = { _, connection in
            _ = try connection.request()
            var job = Self.job(3)
            job.reasons = [Reason(.heldByUser, ["printer": "office", "job": "3"])]
            try connection.answer(201, job)
        }
        try await withService(answer) { service in
            let file = try makeFile("\(service.folder)/report.pdf", Array("%PDF".utf8))
            let end = try await Program.run(["print", "--hold", file], service)
            #expect(end.code == 0)
            let words = "The job is on hold. To release it, run: printq release 3\n"
            #expect(end.output.hasSuffix(words))
            let last = try #require(service.requests.last)
            let sent = try WireFormat.decode(
                SubmissionRequest.self,
                from: Data(last.part("job") ?? [])
            )
            #expect(sent.hold == true)
        }
    }

    @Test(arguments: ["hold", "release", "move", "reprint", "priority"])
    func `the help has an example`(_ verb: String) async throws {
        try await withQueue { service in
            let end = try await Program.run(["help", verb], service)
            #expect(end.code == 0)
            #expect(end.output.contains("printq \(verb)"))
            #expect(end.output.contains("Example"))
        }
    }
}
