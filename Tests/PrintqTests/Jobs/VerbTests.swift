import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `The queue` {}
}

extension PrintqLab {
    /// Queues a sample, and gives the job.
    func queue(
        _ sample: String = "report.pdf",
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PrintJob {
        try start(["print", self.sample(sample), "--json"] + arguments).end()
            .value(PrintJob.self, sourceLocation: sourceLocation)
    }

    /// Does something to a job, and gives the job.
    func job(
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PrintJob {
        let ending = try start(arguments + ["--json"]).end()
        #expect(ending.code == 0, "\(ending)", sourceLocation: sourceLocation)
        return try ending.value(PrintJob.self, sourceLocation: sourceLocation)
    }

    /// Has another program print a sample; the scheduler's name for the job.
    func lp(_ arguments: String) throws -> String {
        let ending = try shell("lp \(arguments) '\(sample("letter.pdf"))'")
        // "request id is office-12 (1 file(s))"
        let words = ending.output.split(separator: " ")
        try #require(words.count > 3, "\(ending)")
        return String(words[3])
    }
}

extension Printq.`The queue` {
    @Test func `keeps a held job from the printer until it is released`() throws {
        try PrintqLab.with("hold") { lab in
            let before = try lab.received(by: "office").count
            let job = try lab.queue("report.pdf", "-P", "1", "-d", "office", "--hold")
            #expect(job.state == .held)
            #expect(job.reasons.map(\.code) == [.heldByUser])
            let number = job.label
            #expect(try lab.printq("jobs").output.contains("The job is on hold."))
            // A job behind it is printed, so the printer was free for the first.
            let next = try lab.start([
                "print", lab.sample("letter.pdf"), "-d", "office", "--wait",
            ]).end()
            #expect(next.code == 0, "\(next)")
            #expect(try lab.received(by: "office").count == before + 1)
            #expect(try lab.job("hold", number).state == .held)

            #expect(try lab.job("release", number).state != .held)
            #expect(try lab.printq("release", number).code == 0)
            #expect(try lab.printq("watch", number).code == 0)
            #expect(try lab.received(by: "office").count == before + 2)
            let late = try lab.printq("hold", number, "77")
            #expect(late.code == 1)
            #expect(late.errorLines.count == 2, "\(late)")
            #expect(late.errors.contains("already ended (completed)"))
        }
    }

    @Test func `tells a job's story as a dated list`() throws {
        try PrintqLab.with("story") { lab in
            let number = try lab.queue("report.pdf", "-d", "mono", "--hold").label
            #expect(try lab.job("move", number, "office").printer.rawValue == "office")
            #expect(try lab.job("priority", number, "70").ticket.priority == 70)
            #expect(try lab.printq("release", number).code == 0)
            #expect(try lab.printq("watch", number).code == 0)
            let shown = try lab.printq("show", number)
            let lines = shown.lines.drop { $0 != "History:" }.dropFirst()
            let told = lines.map { line in
                // After two spaces, the date and the time.
                String(line.dropFirst(2 + 19 + 2))
            }
            #expect(
                told == [
                    "submitted  to mono", "held       The job is on hold.",
                    "moved      to office", "released   by you", "sent",
                    "printing   6 of 6", "completed  6 of 6",
                ],
                "\(shown)"
            )
            let day = #/  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  .*/#
            #expect(try lines.allSatisfy { try day.wholeMatch(in: $0) != nil })
        }
    }

    @Test func `moves a job only to a printer that can print it`() throws {
        try PrintqLab.with("move") { lab in
            let before = try lab.received(by: "mono").count
            let duplex = try lab.queue("report.pdf", "-d", "office", "--duplex", "--hold")
            let refused = try lab.printq("move", duplex.label, "mono", "--json")
            #expect(refused.code == 3, "\(refused)")
            let check = try refused.value(PrintCheck.self)
            #expect(check.obstacles.map(\.code) == [.sidesUnsupported])
            #expect(refused.errors.contains("cannot print on both sides"))
            #expect(try lab.printq("move", duplex.label, "nobody").code == 4)
            let there = try lab.job("show", duplex.label)
            #expect(there.printer.rawValue == "office")

            let simple = try lab.queue("letter.pdf", "-d", "office", "--hold")
            let moved = try lab.job("move", simple.label, "MONO")
            #expect(moved.printer.rawValue == "mono")
            #expect(moved.state == .held)
            #expect(try lab.job("move", simple.label, "mono") == moved)
            #expect(try lab.printq("release", simple.label).code == 0)
            #expect(try lab.printq("watch", simple.label).code == 0)
            #expect(try lab.received(by: "mono").count == before + 1)
        }
    }

    @Test func `prints a job again as a new one`() throws {
        try PrintqLab.with("reprint") { lab in
            let before = try lab.received(by: "office").count
            let first = try lab.queue("report.pdf", "-P", "3,1", "-n", "2", "-d", "office")
            #expect(try lab.printq("watch", first.label).code == 0)
            let ending = try lab.printq("reprint", first.label, "--wait", "--json")
            #expect(ending.code == 0, "\(ending)")
            let again = try #require(try ending.values(PrintJob.self).last)
            #expect(again.state == .completed)
            #expect(again.id != first.id && again.submission != first.submission)
            #expect(again.ticket == first.ticket && again.plan == first.plan)
            let received = try lab.received(by: "office").dropFirst(before)
            #expect(received.count == 2)
            #expect(received.allSatisfy { $0.attributes["copies"] == .integer(2) })

            let elsewhere = try lab.job("reprint", first.label, "-d", "mono")
            #expect(elsewhere.printer.rawValue == "mono")
            #expect(try lab.printq("watch", elsewhere.label).code == 0)
            #expect(try lab.printq("reprint", "4711").code == 4)
            let refused = try lab.printq("reprint", first.label, "-d", "nobody")
            #expect(refused.code == 4, "\(refused)")
        }
    }

    @Test func `prints a job again in another way`() throws {
        try PrintqLab.with("reprint-changed") { lab in
            let before = try lab.received(by: "office").count
            let first = try lab.queue(
                "report.pdf",
                "-n",
                "2",
                "--duplex",
                "-d",
                "office",
                "-t",
                "Report"
            )
            #expect(try lab.printq("watch", first.label).code == 0)
            let again = try lab.job(
                "reprint",
                first.label,
                "--from-page",
                "3",
                "--copies",
                "1",
                "-t",
                "Rest"
            )
            #expect(again.plan?.pages == [3, 4, 5, 6])
            #expect(again.plan?.copies == 1)
            #expect(again.plan?.sides == .twoSidedLongEdge)
            #expect(again.name == "Rest")
            #expect(try lab.printq("watch", again.label).code == 0)
            let received = try #require(try lab.received(by: "office").dropFirst(before).last)
            #expect(received.attributes["sides"] == .text("two-sided-long-edge"))
            let held = try lab.job("reprint", again.label, "--pages", "2", "--hold")
            #expect(held.state == .held && held.plan?.pages == [2])
            #expect(held.name == "Rest" && held.ticket.sides == .twoSidedLongEdge)
            let refused = try lab.printq("reprint", again.label, "--pages", "9", "--json")
            #expect(refused.code == 3, "\(refused)")
            #expect(
                try refused.value(PrintCheck.self).obstacles.map(\.code) == [.pagesOutOfRange]
            )
            let both = try lab.printq("reprint", again.label, "--pages", "2", "--from-page", "3")
            #expect(both.code == 64, "\(both)")
        }
    }

    @Test func `does to a job what lp -i does`() throws {
        try PrintqLab.with("lp-i") { lab in
            let job = try lab.queue("letter.pdf", "-d", "office", "--hold")
            #expect(try lab.job("print", "-i", job.label, "-q", "80").ticket.priority == 80)
            #expect(try lab.printq("print", "-i", job.label, "-H", "resume").code == 0)
            #expect(try lab.printq("watch", job.label).code == 0)
            let again = try lab.job("print", "-i", job.label, "-H", "restart")
            #expect(again.id != job.id)
            #expect(try lab.printq("watch", again.label).code == 0)
        }
    }

    @Test func `prints the most urgent job first`() throws {
        try PrintqLab.with("priority") { lab in
            let before = try lab.received(by: "mono").count
            try lab.lab.run("cupsdisable", "mono")
            defer { _ = try? lab.lab.run("cupsenable", "mono") }
            let jobs = try ["a", "b", "c", "d"].map { title in
                try lab.queue("letter.pdf", "-d", "mono", "--when-possible", "-t", title)
            }
            #expect(jobs.allSatisfy { $0.state == .waiting })
            #expect(try lab.job("priority", jobs[3].label, "90").ticket.priority == 90)
            #expect(try lab.job("priority", jobs[0].label, "10").ticket.priority == 10)
            try lab.lab.run("cupsenable", "mono")
            for job in jobs { #expect(try lab.printq("watch", job.label).code == 0) }
            let names = try lab.received(by: "mono").dropFirst(before)
                .map { $0.attributes["job-name"] }
            #expect(names == ["d", "b", "c", "a"].map { .text($0) })
        }
    }

    @Test func `is canceled as a whole, or for one printer`() throws {
        try PrintqLab.with("cancel-all") { lab in
            let office = try lab.queue("letter.pdf", "-d", "office", "--hold")
            let mono = try lab.queue("letter.pdf", "-d", "mono", "--hold")
            let foreign = try lab.lp("-d office -H indefinite")
            let first = try lab.printq("cancel", "--all", "-d", "mono", "--json")
            #expect(first.code == 0, "\(first)")
            #expect(try first.values(PrintJob.self).map(\.id) == [mono.id])
            #expect(try lab.printq("cancel", mono.label).code == 0, "a repeated cancel")
            let rest = try lab.printq("cancel", "--all", "--json")
            #expect(rest.code == 0, "\(rest)")
            let canceled = try rest.values(PrintJob.self)
            #expect(canceled.map(\.label) == [office.label, foreign])
            #expect(canceled.allSatisfy { $0.state == .canceled })
            #expect(try lab.printq("cancel", foreign).code == 0, "a repeated cancel")
            let none = try lab.printq("cancel", "--all")
            #expect(none.code == 0)
            #expect(none.errors == "There are no jobs.\n")
            #expect(try lab.printq("cancel", "--all", "-d", "nobody").code == 4)
        }
    }
}
