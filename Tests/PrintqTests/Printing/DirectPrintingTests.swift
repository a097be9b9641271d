import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

/// A lab without a scheduler, whose printers on PAPPL announce themselves.
private enum DirectLab {
    static let shared = try? RunningLab(
        printers: "pappl,pappl_slow,pappl_resets",
        parts: .discovery,
        program: TestLab.programs + "/printlab"
    )

    static let whySkipped: Comment =
        "no lab with discovery and PAPPL starts here: printlab run --discovery --printers pappl -- true"

    /// Has `body` work with a queue of its own, after the printers were found.
    static func with(
        _ name: String,
        more: [String: String] = [:],
        _ body: (PrintqLab) throws -> Void
    ) throws {
        let shared = try #require(shared)
        try PrintqLab.with(name, in: shared) { lab in
            lab.environment.merge(more) { $1 }
            try waitBlocking(for: "three printers that are ready") {
                try lab.printers().count { $0.state == .idle } == 3
            }
            try body(lab)
        }
    }

    /// The process of a printer.
    static func process(of printer: String) throws -> pid_t {
        let folder = try #require(shared).folder.path
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        return try #require(
            names.compactMap { pid_t($0) }.first { process in
                let line = RunningProgram.read("/proc/\(process)/cmdline")
                return line.contains("/papplprinter\0-n\0\(printer)\0") && line.contains(folder)
            }
        )
    }
}

extension PrintqLab {
    fileprivate func printers() throws -> [Printer] {
        try printq("printers", "--json").value([Printer].self)
    }

    fileprivate func printlab(_ arguments: String...) throws {
        let ending = try RunningProgram(
            lab.launch(TestLab.programs + "/printlab", arguments).words,
            environment: environment,
            files: folder + "/printlab"
        ).end()
        #expect(ending.code == 0, "\(ending)")
    }

    fileprivate func state(_ job: PrintJob) throws -> PrintJob {
        try #require(try ownJobs().first { $0.id == job.id })
    }

    fileprivate func waitForEnd(of job: PrintJob) throws -> PrintJob {
        try waitBlocking(for: "job \(job.label) to end") { try state(job).state.isFinal }
        return try state(job)
    }
}

extension Printq {
    @Suite(.serialized, .enabled(if: DirectLab.shared != nil, DirectLab.whySkipped))
    struct `A printer without a queue` {}
}

extension Printq.`A printer without a queue` {
    @Test func `is listed once, with its encrypted and its plain way`() throws {
        try DirectLab.with("direct-list") { lab in
            let printers = try lab.printers()
            #expect(
                printers.map(\.id.rawValue).sorted() == ["pappl", "pappl_resets", "pappl_slow"]
            )
            for printer in printers {
                #expect(printer.route == .direct)
                let schemes = printer.ways.map { $0.prefix { $0 != ":" } }
                #expect(schemes == ["ipps", "ipp"], "\(printer.ways)")
                #expect(printer.makeAndModel == "Lab PAPPL")
            }
        }
    }

    @Test func `gets the document as it was previewed, and prints each side once`() throws {
        try DirectLab.with("direct-print") { lab in
            let before = (try lab.received(by: "pappl"), lab.lab.sides(by: "pappl"))
            let ending = try lab.printq(
                "print",
                lab.sample("report.pdf"),
                "-d",
                "pappl",
                "--duplex",
                "-n",
                "2",
                "--wait"
            )
            #expect(ending.code == 0, "\(ending)")
            let jobs = try lab.received(by: "pappl").dropFirst(before.0.count)
            let job = try #require(jobs.first)
            #expect(jobs.count == 1)
            #expect(job.attributes["document-format"] == .text("application/pdf"))
            #expect(job.attributes["sides"] == .text("two-sided-long-edge"))
            #expect(job.attributes["copies"] == .integer(2))
            let sides = lab.lab.sides(by: "pappl").dropFirst(before.1.count)
            #expect(sides.map(\.side) == Array(1...12))
            #expect(sides.allSatisfy { $0.isWhole && $0.name.hasPrefix("report.pdf [") })
            let preview = lab.folder + "/preview.pdf"
            #expect(try lab.printq("preview", "1", "--output", preview).code == 0)
            let bytes = try Data(contentsOf: URL(filePath: job.document))
            #expect(try bytes == Data(contentsOf: URL(filePath: preview)))
        }
    }

    @Test func `prints once after it has cut the connection off`() throws {
        try DirectLab.with("direct-reset") { lab in
            let printed = try lab.printq(
                "print",
                lab.sample("report.pdf"),
                "-d",
                "pappl_resets",
                "--wait"
            )
            #expect(printed.code == 0, "\(printed)")
            let sides = lab.lab.sides(by: "pappl_resets")
            #expect(sides.count == 6 && sides.allSatisfy(\.isWhole))
            #expect(
                sides.allSatisfy { $0.job == 2 },
                "the first job at the printer has no document"
            )
        }
    }

    @Test func `never gets a job that is canceled behind another, and stops one that it prints`()
        throws
    {
        try DirectLab.with("direct-cancel") { lab in
            let before = (try lab.received(by: "pappl_slow").count, lab.lab.sides(by: "pappl_slow"))
            // Long enough for all that is done meanwhile.
            let first = try lab.queue("report.pdf", "-d", "pappl_slow", "-n", "10")
            let second = try lab.queue("letter.pdf", "-d", "pappl_slow")
            try waitBlocking(for: "the first side") {
                lab.lab.sides(by: "pappl_slow").count > before.1.count
            }
            #expect(try lab.state(second).state == .queued)
            #expect(try lab.printq("cancel", second.label).code == 0)
            #expect(try lab.waitForEnd(of: second).state == .canceled)
            #expect(try lab.printq("cancel", first.label).code == 0)
            #expect(try lab.waitForEnd(of: first).state == .canceled)
            #expect(try lab.received(by: "pappl_slow").count == before.0 + 1)
            #expect(lab.lab.sides(by: "pappl_slow").count < before.1.count + 60)
        }
    }

    @Test func `prints nothing of a job that is canceled while it is sent`() throws {
        // The service is to notice soon that it does not answer.
        try DirectLab.with("direct-sending", more: ["PRINTCENTER_PATIENCE": "1"]) { lab in
            let before = lab.lab.sides(by: "pappl_slow").count
            let job = try lab.queue("report.pdf", "-d", "pappl_slow", "--hold")
            // It accepts connections, and does not answer.
            let printer = try DirectLab.process(of: "pappl_slow")
            kill(printer, SIGSTOP)
            defer { kill(printer, SIGCONT) }
            #expect(try lab.printq("release", job.label).code == 0)
            try waitBlocking(for: "the job to be under way") {
                try [.sending, .waiting].contains(lab.state(job).state)
            }
            #expect(try lab.printq("cancel", job.label).code == 0)
            kill(printer, SIGCONT)
            #expect(try lab.waitForEnd(of: job).state == .canceled)
            #expect(lab.lab.sides(by: "pappl_slow").count == before)
            // The service may still believe that it does not answer.
            try waitBlocking(for: "the printer to be ready") {
                try lab.printers().allSatisfy { $0.state == .idle }
            }
            let next = ["print", lab.sample("letter.pdf"), "-d", "pappl_slow", "--when-possible"]
            #expect(try lab.start(next + ["--wait"]).end().code == 0)
        }
    }

    @Test func `is named while a command waits for its answer`() throws {
        // It is slow after six seconds, and off after 90.
        try DirectLab.with("direct-slow", more: ["PRINTCENTER_PATIENCE": "3"]) { lab in
            // It accepts connections, and does not answer.
            let printer = try DirectLab.process(of: "pappl_slow")
            kill(printer, SIGSTOP)
            defer { kill(printer, SIGCONT) }
            let check = try lab.start(["check", lab.sample("letter.pdf"), "-d", "pappl_slow"])
            try waitBlocking(for: "the notice") {
                !check.errorsSoFar.isEmpty || check.endingIfEnded() != nil
            }
            kill(printer, SIGCONT)
            let ending = try check.end()
            #expect(ending.code == 0, "\(ending)")
            let notice = "printq: Waiting for pappl_slow, which takes long to answer.\n"
            #expect(ending.errors == notice)
        }
    }

    @Test func `leaves a job in doubt when it is switched off while it prints, and is used again`()
        throws
    {
        try DirectLab.with("direct-off") { lab in
            let before = (try lab.received(by: "pappl_slow").count, lab.lab.sides(by: "pappl_slow"))
            let wait = try lab.start([
                "print", lab.sample("report.pdf"), "-d", "pappl_slow", "-n", "10", "--wait",
            ])
            try waitBlocking(for: "the first side") {
                lab.lab.sides(by: "pappl_slow").count > before.1.count
            }
            try lab.printlab("off", "pappl_slow")
            #expect(wait.endingIfEnded() == nil, "the printer may come back")
            try lab.printlab("on", "pappl_slow")
            let ending = try wait.end()
            #expect(ending.code == 1, "\(ending)")
            #expect(try lab.ownJobs().first?.reasons.map(\.code) == [.deliveryUncertain])
            #expect(try lab.received(by: "pappl_slow").count == before.0 + 1, "not sent again")
            #expect(lab.lab.sides(by: "pappl_slow").count < before.1.count + 60)
            try waitBlocking(for: "the printer to be ready") {
                try lab.printers().allSatisfy { $0.state == .idle }
            }
            // The printer numbers its jobs from 1 again.
            let next = try lab.printq(
                "print",
                lab.sample("letter.pdf"),
                "-d",
                "pappl_slow",
                "--wait"
            )
            #expect(next.code == 0, "\(next)")
        }
    }
}
