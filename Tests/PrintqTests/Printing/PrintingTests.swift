import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `Printing` {
        @Test func `brings the pages to the printer and says so`() throws {
            try PrintqLab.with("print") { lab in
                let before = try lab.received(by: "office").count
                let ending = try lab.printq(
                    "print",
                    lab.sample("report.pdf"),
                    "-P",
                    "3,1",
                    "-n",
                    "2",
                    "--duplex",
                    "-d",
                    "office",
                    "--wait",
                    "--json"
                )
                #expect(ending.code == 0, "\(ending)")
                let states = try ending.values(PrintJob.self)
                #expect(states.last?.state == .completed)
                #expect(states.last?.progress == JobProgress(impressions: 4, sheets: 2))
                #expect(states.dropLast().allSatisfy { !$0.state.isFinal })
                #expect(Set(states.map(\.id)).count == 1)
                let received = try lab.received(by: "office")
                #expect(received.count == before + 1)
                #expect(received.last?.attributes["copies"] == .integer(2))
                #expect(received.last?.attributes["sides"] == .text("two-sided-long-edge"))

                let id = try #require(states.last?.id)
                let details = try lab.printq("show", "\(id)", "--json").value(JobDetails.self)
                #expect(details.job == states.last)
                #expect(details.story.last?.state == .completed)
                #expect(try lab.printq("show", "\(id)").output.contains("report.pdf"))
                #expect(try lab.printq("cancel", "\(id)").code == 1)
                #expect(try lab.printq("watch", "\(id)").code == 0)
                let jobs = try lab.printq("jobs", "--all", "--json").value([PrintJob].self)
                #expect(jobs.contains { $0.id == id })
                #expect(try !lab.printq("ls", "--json").output.contains("\"id\":\(id),"))
            }
        }

        @Test func `that fails or is canceled has its exit code`() throws {
            try PrintqLab.with("fails") { lab in
                let letter = lab.sample("letter.pdf")
                let failed = try lab.printq("print", letter, "-d", "broken", "--wait")
                #expect(failed.code == 1, "\(failed)")
                #expect(failed.errorLines.last?.contains("aborted the job") == true, "\(failed)")

                let waiting = try lab.start(["print", letter, "-d", "empty", "--wait", "--json"])
                try waitBlocking(for: "the job to wait for paper") {
                    try lab.printq("jobs", "--json").value([PrintJob].self)
                        .contains { $0.id != nil && $0.state == .waiting }
                }
                let job = try #require(
                    try lab.printq("jobs", "--json").value([PrintJob].self)
                        .first { $0.id != nil && $0.state == .waiting }
                )
                #expect(job.reasons.map(\.code) == [.mediaEmpty])
                #expect(try lab.printq("cancel", job.label).code == 0)
                let ended = try waiting.end()
                #expect(ended.code == 5, "\(ended)")
                #expect(try ended.values(PrintJob.self).last?.state == .canceled)
                #expect(try lab.printq("watch", job.label).code == 5)
            }
        }

        @Test func `from a pipe takes the type that it is told`() throws {
            try PrintqLab.with("pipe") { lab in
                let ending = try lab.shell(
                    "cat '\(lab.sample("report.pdf"))' | printq print - --type application/pdf -P 2 -t Collected -d office --wait --json"
                )
                #expect(ending.code == 0, "\(ending)")
                let job = try #require(try ending.values(PrintJob.self).last)
                #expect(job.name == "Collected")
                #expect(job.document?.name == "standard input")
                #expect(job.plan?.pages == [2])
                // Without a name, the words may be any text.
                let words = "printf '# Title\\n\\n* One\\n' | printq check - -d office --json"
                for type in ["text/markdown", "text/csv", "text/html", "text/plain"] {
                    let check = try lab.shell("\(words) --type \(type)").value(PrintCheck.self)
                    #expect(check.document?.type == type)
                }
                let refused = try lab.shell("\(words) --type image/png")
                #expect(refused.code == 64, "\(refused)")
                let nothing = try lab.shell("printq print - -d office </dev/null")
                #expect(nothing.code == 3)
                #expect(nothing.errors.contains("empty"))
            }
        }

        @Test func `twice at once on a cold start starts one service`() throws {
            try PrintqLab.with("cold") { lab in
                let letter = lab.sample("letter.pdf")
                let both = try (0..<2).map { _ in
                    try lab.start(["print", letter, "-d", "office", "--wait", "--json"])
                }
                let endings = try both.map { try $0.end() }
                #expect(endings.allSatisfy { $0.code == 0 }, "\(endings)")
                let ids = try endings.map { try $0.values(PrintJob.self).last?.id }
                #expect(Set(ids).count == 2)
                #expect(lab.services().count == 1)
                let log = RunningProgram.read(lab.state + "/printcenterd.log")
                #expect(!log.contains("Fatal"), "\(log)")
            }
        }

        @Test func `goes on after Ctrl-C, which says how to cancel it`() throws {
            try PrintqLab.with("interrupt") { lab in
                let report = lab.sample("report.pdf")
                let printing = try lab.start([
                    "print", report, "-P", "1-2", "-d", "slow", "--wait",
                ])
                do {
                    try waitBlocking(for: "the first words about the job") {
                        printing.errorsSoFar.contains("printing")
                    }
                } catch {
                    let jobs = try lab.printq("jobs", "--all", "--json").output
                    Issue.record("\(error): \(printing.errorsSoFar)\n\(jobs)")
                }
                kill(printing.process, SIGINT)
                let ending = try printing.end()
                #expect(ending.code == 130, "\(ending)")
                // It may have ended by now.
                let id = try #require(
                    try lab.printq("jobs", "--all", "--json").value([PrintJob].self)
                        .first { $0.id != nil }?.id
                )
                #expect(ending.errorLines.last?.hasSuffix("printq cancel \(id)") == true)
                #expect(try lab.printq("watch", "\(id)").code == 0)
            }
        }

        @Test func `a result that nobody gets is told before anything is queued, or after`() throws
        {
            try PrintqLab.with("lost") { lab in
                let letter = lab.sample("letter.pdf")
                for verb in ["print \(letter) -d office", "print --json \(letter) -d office"] {
                    for output in [">/dev/full", ">&-"] {
                        let ending = try lab.shell("printq \(verb) \(output)")
                        #expect(ending.code == 1, "\(ending)")
                        #expect(ending.errors.contains("Nothing was done"), "\(ending)")
                    }
                }
                #expect(try lab.ownJobs() == [])
                // What shows only when it is written: the number goes to the other stream.
                let ending = try lab.start(
                    ["print", letter, letter, "-d", "office"],
                    output: .closedPipe
                ).end()
                #expect(ending.code == 0, "\(ending)")
                #expect(ending.errors.contains("Job 1: ") && ending.errors.contains("Job 2: "))
                let moved = try lab.start(["priority", "1", "60"], output: .closedPipe).end()
                #expect(!moved.errors.isEmpty)
            }
        }

        @Test func `a reader that has gone ends the writing quietly`() throws {
            try PrintqLab.with("closed") { lab in
                for arguments in [["printers", "--json"], ["printers"], ["service", "status"]] {
                    let ending = try lab.start(arguments, output: .closedPipe).end()
                    #expect(ending.code == 0, "\(arguments) \(ending)")
                    #expect(ending.errors == "", "\(arguments) \(ending)")
                }
                let head = try lab.shell("printq jobs --all | head -1")
                #expect(head.code == 0)
                #expect(head.lines.count <= 1)
                #expect(head.errors == "" || head.errorLines.count == 1)
            }
        }
    }
}
