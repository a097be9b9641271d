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
    }
}
