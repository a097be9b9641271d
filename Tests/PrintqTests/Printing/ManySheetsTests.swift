import FoundationEssentials
import PrintModel
import ProofKit
import Testing

extension Printq {
    @Suite(.serialized) struct `A job of very many sheets` {
        /// Runs a command at a terminal at which a line is typed.
        private func atTerminal(_ lab: PrintqLab, _ line: String, _ more: String) throws -> Ending {
            let report = lab.sample("report.pdf")
            let command = "printq print -d office --hold '\(report)' --pages 2-3 \(more)"
            return try lab.shell("echo \(line) | script -qec \"\(command)\" /dev/null")
        }

        @Test func `is asked about at a terminal, once`() throws {
            try PrintqLab.with("many-sheets") { lab in
                let before = try lab.ownJobs().count
                for line in ["n", "''", "perhaps"] {
                    let no = try atTerminal(lab, line, "--copies 500")
                    #expect(no.code == 5 && no.output.contains("1000 sheets"), "\(no)")
                    #expect(no.output.contains("Nothing is queued."))
                }
                #expect(try lab.ownJobs().count == before)
                let yes = try atTerminal(lab, "y", "--copies 500")
                #expect(yes.code == 0 && yes.output.contains("1000 sheets"), "\(yes)")
                // A sheet less, and what nobody can be asked about.
                for more in ["--copies 499", "--copies 500 --yes", "--copies 500 --json"] {
                    let silent = try atTerminal(lab, "n", more)
                    #expect(silent.code == 0 && !silent.output.contains("[y/N]"), "\(silent)")
                }
                let piped = try lab.printq(
                    "print",
                    "-d",
                    "office",
                    "--hold",
                    lab.sample("report.pdf"),
                    "--copies",
                    "500"
                )
                #expect(piped.code == 0, "\(piped)")
                #expect(try lab.ownJobs().count == before + 5)
            }
        }

        /// Runs a command at a terminal, and answers no.
        private func refuse(_ lab: PrintqLab, _ command: String) throws -> Ending {
            try lab.shell("echo n | script -qec \"printq \(command)\" /dev/null")
        }

        @Test func `is asked about however it comes to so many`() throws {
            try PrintqLab.with("many-ways") { lab in
                let (report, letter) = (lab.sample("report.pdf"), lab.sample("letter.pdf"))
                #expect(try lab.printq("presets", "save", "many", "-n", "500").code == 0)
                let print = "print -d office --hold"
                let pair = "'\(report)' '\(letter)'"
                for (command, sheets) in [
                    // The usual options, which no argument parser reads.
                    ("\(print) '\(report)' -n 200", 1200),
                    ("\(print) '\(report)' --preset many", 3000),
                    ("\(print) '\(report)' -n 334 --duplex", 1002),
                    ("\(print) '\(report)' -n 400 -o number-up=2", 1200),
                    ("\(print) --together \(pair) -n 150", 1050), ("\(print) \(pair) -n 150", 1050),
                ] {
                    let no = try refuse(lab, command)
                    #expect(no.code == 5, "\(command): \(no)")
                    #expect(no.output.contains(" \(sheets) sheets. Print"), "\(command): \(no)")
                }
                #expect(try lab.ownJobs().isEmpty)
                let fewer = try refuse(lab, "\(print) '\(report)' -n 333 --duplex")
                #expect(fewer.code == 0 && !fewer.output.contains("[y/N]"), "\(fewer)")
                let job = try #require(try lab.ownJobs().first)
                let again = try refuse(lab, "reprint \(job.label) -n 334 --hold")
                #expect(again.code == 5 && again.output.contains("1002 sheets"), "\(again)")
                #expect(try lab.ownJobs().count == 1)
                let both = try refuse(lab, "reprint 999 \(job.label) -n 334 --hold")
                #expect(both.code == 5 && both.output.contains("1002 sheets"), "\(both)")
                let damaged = lab.sample("damaged.pdf")
                let files = try refuse(lab, "\(print) \(pair) '\(damaged)' -n 150")
                #expect(files.code == 5, "\(files)")
                #expect(files.output.contains("2 files take 1050 sheets. Print? "), "\(files)")
                let sure = try refuse(lab, "reprint \(job.label) -n 334 --hold --yes")
                #expect(sure.code == 0 && !sure.output.contains("[y/N]"), "\(sure)")
            }
        }

        @Test func `is asked about for a printer that cannot print now`() throws {
            try PrintqLab.with("many-waiting") { lab in
                #expect(try lab.shell("cupsdisable mono").code == 0)
                defer { _ = try? lab.shell("cupsenable mono") }
                let print = "print -d mono --when-possible '\(lab.sample("report.pdf"))' -n 200"
                let no = try refuse(lab, print)
                #expect(no.code == 5 && no.output.contains("1200 sheets"), "\(no)")
                #expect(try lab.ownJobs().isEmpty)
            }
        }

        @Test func `is not queued after Ctrl-C or Ctrl-D, which leave whole lines`() throws {
            try PrintqLab.with("many-keys") { lab in
                let command = "printq print -d office '\(lab.sample("report.pdf"))' -n 500"
                for (key, code, end) in [("\\x03", 130, ""), ("\\x04", 5, "Nothing is queued.")] {
                    let script = """
                        import os, pty, sys
                        child, terminal = pty.fork()
                        if child == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
                        text = b""
                        while True:
                            try: part = os.read(terminal, 1024)
                            except OSError: break
                            if not part: break
                            if b"[y/N]" in part: os.write(terminal, b"\(key)")
                            text += part
                        sys.stdout.write(text.decode())
                        status = os.waitpid(child, 0)[1]
                        sys.exit(os.waitstatus_to_exitcode(status))
                        """
                    let file = lab.folder + "/keys.py"
                    try Data(script.utf8).write(to: URL(filePath: file))
                    let ending = try lab.shell("python3 '\(file)' \"exec \(command)\"")
                    #expect(ending.code == Int32(code), "\(ending)")
                    let lines = ending.output.split(
                        separator: "\r\n",
                        omittingEmptySubsequences: false
                    )
                    #expect(lines.count >= 2 && lines.last == "", "\(ending)")
                    #expect(lines.dropLast().last?.hasSuffix(end) == true, "\(ending)")
                    #expect(lines.first?.contains("Nothing") == false, "\(ending)")
                }
                #expect(try lab.ownJobs().isEmpty)
            }
        }
    }
}
