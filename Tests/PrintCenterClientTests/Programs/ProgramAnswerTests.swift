import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintCenterClient

/// How `printq` ends, and the words it says.
extension `The program printq` {
    // MARK: Exit codes

    @Test(arguments: [
        (Problem.Code.jobNotFound, 404, Int32(4)), (.printerNotFound, 404, 4), (.jobEnded, 409, 1),
        (.schedulerUnreachable, 503, 69), (.storageFailed, 507, 1), (.internalError, 500, 1),
        (Problem.Code(rawValue: "new-one"), 500, 1),
    ])
    func `a problem becomes an exit code and one sentence`(
        _ problem: Problem.Code,
        _ status: Int,
        _ code: Int32
    ) async throws {
        let answer: PathAnswer = { _, connection in
            try connection.answer(status, Sample.problem(problem))
        }
        try await withPaths(answer) { service in
            let end = try await Program.run(["cancel", "9"], service)
            #expect(end.code == code)
            #expect(end.errors == "printq: It is so.\n")
            #expect(end.output == "")
        }
    }

    @Test(arguments: [
        ["print", "-n", "0", "f"], ["print", "-n", "many", "f"], ["print", "-P", "0", "f"],
        ["print", "-P", "1,,2", "f"], ["print", "-P", "x", "f"],
        ["check", "--sides", "maybe", "f"],
        ["print", "--color", "pink", "f"], ["print", "--quality", "best", "f"],
        ["print", "-q", "0", "f"], ["print", "--priority", "101", "f"], ["print"],
        ["print", "--unknown", "f"], ["cancel"], ["cancel", "--all", "3"],
        ["cancel", "3", "-d", "office"], ["print", "--duplex", "--sides", "short-edge", "f"],
        ["nonsense"], ["show"],
    ])
    func `what no printer could take is a mistake in the call`(_ arguments: [String]) async throws {
        let answer: PathAnswer = { _, _ in }
        try await withPaths(answer) { service in
            let end = try await Program.run(arguments, service)
            #expect(end.code == 64)
            #expect(end.output == "")
            let errors = end.errors.split(separator: "\n").filter { line in
                ["printq: ", "Error: "].contains { line.hasPrefix($0) }
            }
            #expect(errors.count == 1, "\(end.errors)")
            #expect(service.requests.isEmpty)
        }
    }

    @Test func `a printer that nobody has is no empty queue`() async throws {
        let answer: PathAnswer = { request, connection in
            if request.target.hasPrefix("/v1/printers/") {
                let known = ["printer": "nobody", "printers": "office"]
                let problem = Problem(noPrinter: Obstacle(.printerNotFound, known))
                try connection.answer(404, problem)
            } else {
                try connection.answer(200, [PrintJob]())
            }
        }
        try await withPaths(answer) { service in
            for arguments in [["jobs", "-d", "nobody"], ["cancel", "--all", "-d", "nobody"]] {
                let end = try await Program.run(arguments, service)
                #expect(end.code == 4)
                #expect(
                    end.errors
                        == "printq: There is no printer 'nobody'. Choose a printer with -d: office.\n"
                )
            }
        }
    }

    @Test func `asking for the service's status starts nothing`() async throws {
        try await withFolder { folder in
            let environment = [
                "PRINTCENTER_SOCKET": "\(folder)/socket", "HOME": folder,
                "PRINTCENTERD": "\(folder)/service", "PRINTCENTER_PATIENCE": "100",
            ]
            let script = Array("#!/bin/sh\ntouch \(folder)/started\n".utf8)
            try makeFile("\(folder)/service", script, mode: 0o700)
            let end = try await Program(["service", "status", "--json"], in: folder, environment)
                .end()
            #expect(end.code == 0)
            let login = "{\"by\":null,\"enabled\":false}"
            #expect(end.output == "{\"login\":\(login),\"running\":false}\n")
            #expect(unsafe access("\(folder)/started", F_OK) != 0)
            // The same service is started where it is needed, and says nothing useful.
            let jobs = try await Program(["jobs"], in: folder, environment).end()
            #expect(jobs.code == 69)
            #expect(unsafe access("\(folder)/started", F_OK) == 0)
        }
    }

    @Test func `a result that cannot be written is no success`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(200, [Sample.job(1)]) }
        try await withPaths(answer) { service in
            let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
            defer { close(full) }
            let end = try await Program.run(["jobs"], service, output: full)
            #expect(end.code == 1)
            #expect(end.errors.hasPrefix("printq: Standard output cannot be written: "))
        }
    }

    // MARK: Words

    @Test func `nothing that comes from outside is obeyed by a terminal`() async throws {
        let evil = "a\u{1B}]0;b\u{07}c\u{9B}31md\ne\r\u{202E}f\u{0}"
        let job = Sample.job(
            1,
            .waiting,
            name: evil,
            reasons: [Reason(.abortedByPrinter, ["printer": evil, "detail": evil])]
        )
        let answer: PathAnswer = { request, connection in
            switch request.target {
            case "/v1/jobs/1": try connection.answer(200, JobDetails(job: job, story: []))
            case "/v1/jobs/2":
                var problem = Sample.problem(.jobNotFound)
                problem.detail = evil
                try connection.answer(404, problem)
            default: try connection.answer(200, [job])
            }
        }
        try await withPaths(answer) { service in
            for arguments in [
                ["jobs"], ["jobs", "--json"], ["show", "1"], ["show", "1", "--json"],
                ["show", "2"],
                ["print", "\(service.folder)/\(evil.replacing("\0", with: ""))"],
            ] {
                let end = try await Program.run(arguments, service)
                let obeyed = (end.output + end.errors).unicodeScalars.filter {
                    $0 != "\n"
                        && [.control, .format].contains($0.properties.generalCategory)
                }
                #expect(obeyed.isEmpty, "\(arguments)")
                #expect(!(end.output + end.errors).contains("\r"))
            }
            let json = try await Program.run(["jobs", "--json"], service)
            #expect(json.lines.count == 1)
            #expect(try decode([PrintJob].self, json.output) == [job])
        }
    }

    @Test func `words come in the user's language, and the service is asked for it`() async throws {
        let answer: PathAnswer = { _, connection in try connection.answer(201, Sample.job(12)) }
        try await withPaths(answer) { service in
            let end = try await Program.run(
                ["print", "\(service.folder)/report.pdf"],
                service,
                ["LANG": "en_GB.UTF-8", "LC_ALL": "zh_CN.UTF-8"]
            )
            #expect(end.output == "任务 12：report.pdf，打印机 office：2 页，2 份，4 面，2 张。\n")
            #expect(service.requests.allSatisfy { $0.headers["accept-language"] == "zh-Hans" })
        }
    }

    @Test(arguments: [
        "print", "check", "options", "printers", "jobs", "show", "watch", "cancel",
    ])
    func `the help of a verb has an example`(_ verb: String) async throws {
        let answer: PathAnswer = { _, _ in }
        try await withPaths(answer) { service in
            let end = try await Program.run(["help", verb], service)
            #expect(end.code == 0)
            #expect(end.output.contains("printq \(verb)"))
            #expect(end.output.contains("Example"))
        }
    }
}
