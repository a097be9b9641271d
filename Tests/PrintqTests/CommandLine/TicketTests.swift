import Glibc
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `A ticket on the command line` {
        @Test func `opens an encrypted document with a password from a descriptor`() throws {
            try PrintqLab.with("locked") { lab in
                let locked = lab.sample("locked.pdf")
                let closed = try lab.printq("check", locked, "-d", "office", "--json")
                #expect(closed.code == 3)
                let check = try closed.value(PrintCheck.self)
                #expect(check.obstacles.map(\.code) == [.documentEncrypted])
                let secret = "open sesame"
                let wrong = try lab.shell(
                    "echo wrong | printq print '\(locked)' -d office --password-fd 0"
                )
                #expect(wrong.code == 3, "\(wrong)")
                #expect(wrong.errors.contains("The password does not open the document."))
                let open = try lab.shell(
                    "echo '\(secret)' | printq print '\(locked)' -P 1 -d office --password-fd 0 --wait --json"
                )
                #expect(open.code == 0, "\(open)")
                let job = try #require(try open.values(PrintJob.self).last)
                #expect(job.document?.problem == nil)
                #expect(job.plan?.pages == [1])
                // Nowhere does the service keep it.
                for word in [secret, "sesame"] {
                    let left = try lab.shell("grep -rl '\(word)' '\(lab.state)'")
                    // grep found nothing, and could look everywhere.
                    #expect(left.code == 1, "\(left)")
                    #expect(left.output == "" && left.errors == "", "\(left)")
                }
            }
        }

        @Test func `holds a job until its time, and can be canceled before`() throws {
            try PrintqLab.with("held") { lab in
                let letter = lab.sample("letter.pdf")
                let later = try lab.printq(
                    "print",
                    letter,
                    "-d",
                    "office",
                    "--hold-until",
                    "2099-01-01 08:00",
                    "--json"
                )
                #expect(later.code == 0, "\(later)")
                let job = try later.value(PrintJob.self)
                #expect(job.state == .held)
                #expect(job.reasons.map(\.code) == [.heldUntil])
                #expect(job.reasons.first?.message.contains("2099-01-01 08:00") == true)
                // Another job of the printer does not wait for it.
                #expect(try lab.printq("print", letter, "-d", "office", "--wait").code == 0)
                #expect(
                    try lab.printq("show", job.label, "--json").value(JobDetails.self).job.state
                        == .held
                )
                #expect(try lab.printq("cancel", job.label).code == 0)
                let ended = try lab.printq("show", job.label, "--json").value(JobDetails.self)
                #expect(ended.job.state == .canceled)
            }
        }

        @Test func `prints a held job when its time has come`() throws {
            try PrintqLab.with("due") { lab in
                let due = try lab.shell(
                    "printq print '\(lab.sample("letter.pdf"))' -d office --json --wait "
                        + "--hold-until \"$(date -u -d '+3 seconds' +%Y-%m-%dT%H:%M:%SZ)\""
                )
                #expect(due.code == 0, "\(due)")
                let states = try due.values(PrintJob.self).map(\.state)
                #expect(states.first == .held, "\(states)")
                #expect(states.last == .completed, "\(states)")
            }
        }

        @Test func `takes the options of lp, and what is said by name wins`() throws {
            try PrintqLab.with("habits") { lab in
                let answer = try lab.printq(
                    "check",
                    lab.sample("report.pdf"),
                    "-d",
                    "office",
                    "--json",
                    "-o",
                    "number-up=4",
                    "-o",
                    "sides=two-sided-long-edge",
                    "-o",
                    "page-ranges=1-5",
                    "-o",
                    "media=A4",
                    "-o",
                    "fit-to-page",
                    "--number-up",
                    "2"
                ).value(PrintCheck.self)
                let plan = try #require(answer.plan)
                #expect(plan.numberUp == 2)
                #expect(plan.pages == [1, 2, 3, 4, 5])
                #expect(plan.sides == .twoSidedLongEdge)
                #expect(plan.scaling == .fit)
                #expect(plan.sheets == 2)
            }
        }

        @Test func `is told what check says of it when it is printed`() throws {
            try PrintqLab.with("notices") { lab in
                let report = lab.sample("report.pdf")
                let job = try lab.printq(
                    "print",
                    report,
                    "-d",
                    "office",
                    "--orientation",
                    "landscape",
                    "--hold"
                )
                #expect(job.code == 0, "\(job)")
                #expect(job.lines.count == 1)
                #expect(job.errors.contains("larger than A4 paper"), "\(job)")
                let told = try lab.printq(
                    "print",
                    report,
                    "-d",
                    "office",
                    "--orientation",
                    "landscape",
                    "--hold",
                    "--json"
                )
                #expect(told.errors == "")
                #expect(try told.value(PrintJob.self).notices?.map(\.code) == [.scaled])
                let silent = try lab.printq("print", report, "-d", "office", "-s", "--hold")
                #expect(silent.code == 0 && silent.output == "" && silent.errors == "")
            }
        }

        @Test func `of a file that is not there is one object, too`() throws {
            try PrintqLab.with("no-file") { lab in
                for verb in ["print", "check"] {
                    let report = lab.sample("report.pdf")
                    let ending = try lab.printq(
                        verb,
                        "/nowhere/at.pdf",
                        lab.folder,
                        report,
                        "-P",
                        "9",
                        "-d",
                        "office",
                        "--json"
                    )
                    #expect(ending.code == 66, "\(ending)")
                    let checks = try ending.values(PrintCheck.self)
                    #expect(
                        checks.flatMap(\.obstacles).map(\.code)
                            == [.documentUnreadable, .documentUnreadable, .pagesOutOfRange]
                    )
                    #expect(checks[0].obstacles[0].parameters["problem"] == "not-found")
                    #expect(checks[1].obstacles[0].parameters["problem"] == "directory")
                }
            }
        }

        @Test func `that no printer could take is a mistake of usage`() throws {
            try PrintqLab.with("usage") { lab in
                let report = lab.sample("report.pdf")
                for arguments in [
                    ["--number-up", "0"], ["--page-set", "some"], ["--orientation", "up"],
                    ["--scaling", "huge"], ["--hold-until", "soon"], ["-o", "=x"],
                    ["-o", "copies=0"], ["--resolution", "fine"], ["-o", "printer-resolution=0"],
                    ["-o", "print-quality=9"], ["--priority", "101"],
                ] {
                    let ending = try lab.start(["check", report, "-d", "office"] + arguments).end()
                    #expect(ending.code == 64, "\(arguments): \(ending)")
                    #expect(!ending.errors.isEmpty)
                }
            }
        }
    }
}
