import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// What the service tells nobody, and whom it talks to.
@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `Privacy` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }
    /// What upsets a terminal, a log or a path.
    private static let bad = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\nX: 1\u{202e}\u{9b}31m\u{2066}end"

    private func printq(_ service: TestService, _ arguments: String...) throws -> Outcome {
        try Launch(
            path: Programs.folder + "/printq",
            arguments: arguments,
            environment: service.environment
        ).outcome()
    }

    private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && scalar.properties.generalCategory == .control
            || scalar.properties.generalCategory == .format
    }

    /// Everything below a folder: all files with their modes.
    private func files(below folder: String) throws -> [(path: String, mode: mode_t)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { name in
            var facts = stat()
            let path = folder + "/" + name
            try #require(unsafe lstat(path, &facts) == 0)
            return (path, facts.st_mode)
        }
    }

    @Test func `nothing that was made can be read by others, whatever the mask is`() throws {
        // The lab starts the service with a mask of 0.
        try withService(in: Self.shared.get()) { service in
            let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "private")
            try service.wait(for: id, toBe: .completed)
            let question = #"{"document":"\#(try service.job(id).document?.id ?? "")","ticket":{}}"#
            _ = try service.post("/v1/previews", question)
            var seen: Set<String> = []
            for (path, mode) in try files(below: service.state)
                + files(below: service.folder + "/run")
            {
                #expect(mode & 0o077 == 0, "\(path) has mode \(String(mode & 0o7777, radix: 8))")
                seen.insert(String(path.split(separator: "/").last ?? ""))
            }
            #expect(
                seen.isSuperset(of: [
                    "queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm", "socket",
                ])
            )
        }
    }

    @Test func `titles, paths, passwords and document bytes are in no log`() throws {
        let lab = try Self.shared.get()
        let device = try ScriptedPrinter { request, printer in
            let isJob = [.createJob, .printJob].contains(request.message.operation)
            return isJob
                ? .reply(IPPMessage(status: .internalError, requestID: 1))
                : printer.regularReply(to: request)
        }
        defer { device.close() }
        try lab.addScripted(name: "failing", uri: device.uri)
        try withService(in: lab) { service in
            let folder = service.folder + "/xyzzyfolder"
            try lab.folder.makeFolder(folder, mode: 0o700)
            let path = folder + "/xyzzyname \u{1b}[2J\nsecond line.pdf"
            var paper = Papers.pdf(pages: 1)
            paper += Array("% xyzzybytes\n".utf8)
            try lab.folder.write(String(decoding: paper, as: UTF8.self), to: path)
            let title = "xyzzytitle \(Self.bad)"
            let printed = try printq(service, "print", path, "-d", "failing", "-t", title)
            #expect(printed.exitCode == 0, "\(printed.output)")
            #expect(!printed.output.unicodeScalars.contains(where: isHarmful))
            let job = try #require(try service.ownJobs().first?.id)
            try wait(for: "the printer to refuse the job") {
                let isFinal = try service.job(job).state.isFinal
                return isFinal
                    || device.requests.contains { $0.message.operation == .createJob }
            }
            // All that can go wrong with a request.
            let id = try service.document(paper, name: "xyzzyname").id ?? ""
            for body in [
                "{xyzzy", #"{"password":"xyzzyword","xyzzy":1}"#, #"{"password":"xyzzyword"}"#,
            ] {
                _ = try service.post("/v1/documents/\(id)/unlock", body)
            }
            _ = try service.get("/v1/xyzzy/../%1b?xyzzy=1")
            _ = try service.cancel(job)
            service.end()
            let log = service.log
            #expect(!log.contains("xyzzy"), "\(log)")
            #expect(!log.unicodeScalars.contains(where: isHarmful), "\(log.debugDescription)")
            for (path, mode) in try files(below: service.state) {
                #expect(!path.contains("xyzzy"), "\(path)")
                guard mode & S_IFMT == S_IFREG, path.hasSuffix(".log") else { continue }
                #expect(try !Programs.text(path).contains("xyzzy"), "\(path)")
            }
        }
    }

    @Test func `nothing that a printer says of a job gets to the terminal as it is`() throws {
        let lab = try Self.shared.get()
        let device = try ScriptedPrinter(
            attributes: ScriptedPrinter.regularAttributes([
                IPPAttribute("printer-state-message", .text(Self.bad)),
                IPPAttribute("printer-location", .text(Self.bad)),
                IPPAttribute("printer-info", .text(Self.bad)),
                IPPAttribute("printer-state-reasons", [.keyword("toner-low"), .keyword(Self.bad)]),
            ])
        ) { request, printer in
            guard case .reply(var reply) = printer.regularReply(to: request) else { return .hangUp }
            for index in reply.groups.indices where reply.groups[index].tag == .job {
                reply.groups[index].attributes += [
                    IPPAttribute("job-state-message", .text(Self.bad)),
                    IPPAttribute("job-printer-state-message", .text(Self.bad)),
                    IPPAttribute("job-printer-state-reasons", .keyword(Self.bad)),
                ]
            }
            return .reply(reply)
        }
        defer { device.close() }
        try lab.addScripted(name: "talkative", uri: device.uri)
        try withService(in: lab) { service in
            let path = service.folder + "/paper.pdf"
            try lab.folder.write(String(decoding: Papers.pdf(pages: 1), as: UTF8.self), to: path)
            let title = "title \(Self.bad)"
            let waited = try printq(
                service,
                "print",
                path,
                "-d",
                "talkative",
                "--wait",
                "-t",
                title
            )
            let id = try #require(try service.ownJobs().first?.label)
            let outcomes = [
                waited, try printq(service, "jobs", "--all"), try printq(service, "show", id),
                try printq(service, "show", id, "--json"), try printq(service, "printers"),
                try printq(service, "jobs", "--all", "--json"), try printq(service, "watch", id),
            ]
            for outcome in outcomes {
                let text = outcome.output
                #expect(!text.isEmpty)
                #expect(!text.unicodeScalars.contains(where: isHarmful), "\(text.debugDescription)")
            }
            #expect(!service.log.unicodeScalars.contains(where: isHarmful))
            // A printer is told no secret, whatever it asks for.
            #expect(device.requests.allSatisfy { !$0.head.lowercased().contains("authorization:") })
        }
    }

    @Test(arguments: ["printer.example", "192.0.2.1:631", "localhost:6310"])
    func `a scheduler elsewhere is not asked, and that is told`(server: String) throws {
        try withService(in: Self.shared.get(), more: ["CUPS_SERVER": server]) { service in
            let answer = try service.get("/v1/printers")
            #expect(answer.status == 503)
            let problem = try answer.value(Problem.self)
            #expect(problem.code == .schedulerNotLocal)
            let name = server.split(separator: ":")[0]
            #expect(problem.detail.contains(name) && problem.detail.contains("CUPS_SERVER"))
            let outcome = try printq(service, "printers")
            #expect(outcome.exitCode == 69)
            #expect(outcome.output.contains(name), "\(outcome.output)")
        }
    }
}
